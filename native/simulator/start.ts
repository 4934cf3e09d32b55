/** Starts a simulated terminal on its carrier, with an optional control port and autopilot. */
import { startAutopilot, type AutopilotPlan } from './autopilot.ts';
import type { Carrier } from './carriers/carrier.ts';
import { openSerialCarrier } from './carriers/serial-carrier.ts';
import { openTcpCarrier } from './carriers/tcp-carrier.ts';
import { systemClock } from '../../electron/domain/index.ts';
import { openControlPort, type ControlPort } from './control-port.ts';
import type { Family } from '../../electron/contract/index.ts';
import type { SimulatedTerminal } from '../families/shared/simulator/simulated-terminal.ts';
import type { CommonTerminalOptions } from '../families/shared/simulator/simulator-family.ts';
import { simulators } from '../families/simulators.ts';

type Simulators = typeof simulators;
type TerminalOf<F extends Family> = ReturnType<Simulators[F]['create']>;

interface CommonOptions {
  /** Path of a serial device, or a TCP port on loopback (0 means any free port). */
  carrier: { serial: string } | { tcp: number };
  /** Port number, where 0 means any free port, or null for no control port. Default null. */
  control?: number | null;
  /** Plan of the gestures, or null if gestures come from the control port or the test. Default null. */
  autopilot?: AutopilotPlan | null;
  autopilotDelayMs?: number;
}

export type SimulatorOptions<F extends Family> = CommonOptions & {
  family: F;
  /** Serial number, model, deck, pace, faults… */
  terminal?: Parameters<Simulators[F]['create']>[0];
};

export type AnySimulatorOptions = { [F in Family]: SimulatorOptions<F> }[Family];

export interface RunningSimulator<T extends SimulatedTerminal = SimulatedTerminal> {
  /** Address in the form that a till uses, for example `tcp:127.0.0.1:9001`. */
  readonly address: string;
  /** `HOST:PORT`, or null. */
  readonly controlAddress: string | null;
  readonly serialNumber: string;
  readonly model: string;
  readonly terminal: T;
  setPluggedIn(isPluggedIn: boolean): Promise<void>;
  /** Idempotent. Every socket, port and timer is released when it resolves. */
  close(): Promise<void>;
}

/**
 * Rejects with CFG_INVALID for invalid options, and with LINK_… codes when the carrier or the control port cannot open.
 */
export async function startSimulator<F extends Family>(
  options: SimulatorOptions<F>,
): Promise<RunningSimulator<TerminalOf<F>>> {
  const create = simulators[options.family].create as (options?: CommonTerminalOptions) => TerminalOf<F>;
  const terminal = create(options.terminal);
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
