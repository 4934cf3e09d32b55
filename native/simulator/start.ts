/** Puts a simulated terminal on its carrier, with its control port and, if wished, an autopilot. */
import { startAutopilot, type AutopilotPlan } from './autopilot.ts';
import type { Carrier } from './carriers/carrier.ts';
import { openSerialCarrier } from './carriers/serial-carrier.ts';
import { openTcpCarrier } from './carriers/tcp-carrier.ts';
import { systemClock } from '../time/clock.ts';
import { openControlPort, type ControlPort } from './control-port.ts';
import { createMmsTerminal, type MmsTerminal, type MmsTerminalOptions } from '../families/mms/simulator/mms-terminal.ts';
import { createNeo2Terminal, type Neo2Terminal, type Neo2TerminalOptions } from '../families/neo2/simulator/neo2-terminal.ts';
import type { SimulatedTerminal } from '../families/shared/simulator/simulated-terminal.ts';

interface CommonOptions {
  /** Path of a serial device, or a TCP port on loopback (0: any free one). */
  carrier: { serial: string } | { tcp: number };
  /** Null: no control port. 0: any free port. Default null. */
  control?: number | null;
  /** Null: the customer's hands come over the control port or from the test. Default null. */
  autopilot?: AutopilotPlan | null;
  autopilotDelayMs?: number;
}

export interface SimulatorOptions extends CommonOptions {
  family: 'mms';
  /** Serial number, model, deck, pace, faults… */
  terminal?: MmsTerminalOptions;
}

export interface Neo2SimulatorOptions extends CommonOptions {
  family: 'neo2';
  terminal?: Neo2TerminalOptions;
}

export type AnySimulatorOptions = SimulatorOptions | Neo2SimulatorOptions;

export interface RunningSimulator<T extends SimulatedTerminal = MmsTerminal> {
  /** As a till would be told it, e.g. `tcp:127.0.0.1:9001`. */
  readonly address: string;
  /** `HOST:PORT`, or null. */
  readonly controlAddress: string | null;
  readonly serialNumber: string;
  readonly model: string;
  /** The terminal itself: gestures, faults. */
  readonly terminal: T;
  setPluggedIn(isPluggedIn: boolean): Promise<void>;
  /** Idempotent; every socket, port and timer is released when it resolves. */
  close(): Promise<void>;
}

/** Rejects with a TillError: CFG_INVALID for options that make no sense, LINK_… when carrier or control port cannot open. */
export function startSimulator(options: SimulatorOptions): Promise<RunningSimulator>;
export function startSimulator(options: Neo2SimulatorOptions): Promise<RunningSimulator<Neo2Terminal>>;
export function startSimulator(options: AnySimulatorOptions): Promise<RunningSimulator<SimulatedTerminal>>;
export async function startSimulator(options: AnySimulatorOptions): Promise<RunningSimulator<SimulatedTerminal>> {
  const terminal =
    options.family === 'mms' ? createMmsTerminal(options.terminal) : createNeo2Terminal(options.terminal);
  let carrier: Carrier | undefined;
  let control: ControlPort | undefined;
  let stopAutopilot = (): void => {};
  const release = async (): Promise<void> => {
    stopAutopilot();
    await control?.close();
    await carrier?.close();
    terminal.close();
  };
  try {
    carrier =
      'serial' in options.carrier
        ? await openSerialCarrier(terminal, options.carrier.serial)
        : await openTcpCarrier(terminal, options.carrier.tcp);
    if (options.control !== undefined && options.control !== null) {
      control = await openControlPort(terminal, carrier, options.control);
    }
  } catch (error) {
    await release();
    throw error;
  }
  if (options.autopilot) {
    const clock = options.terminal?.clock ?? systemClock;
    stopAutopilot = startAutopilot(terminal, clock, options.autopilot, options.autopilotDelayMs);
  }
  const opened = carrier;
  let closing: Promise<void> | undefined;
  return {
    address: opened.address,
    controlAddress: control?.address ?? null,
    serialNumber: terminal.serialNumber,
    model: terminal.model,
    terminal,
    setPluggedIn: (isPluggedIn) => opened.setPluggedIn(isPluggedIn),
    close: () => (closing ??= release()),
  };
}
