/** The real device service on the real sandbox, with test doubles for cable and payments. */
import {
  applyEvent,
  TillError,
  type AttemptView,
  type DevicesChange,
  type HostState,
  type DeviceView,
  type TerminalView,
  unknownHealth,
} from '../../../../electron/contract/index.ts';
import { DeviceMatches, DeviceService, type CablePort } from '../../../../electron/host/devices/index.ts';
import { createLogger } from '../../../../electron/host/log/index.ts';
import type { Clock } from '../../../../electron/domain/index.ts';
import { connectPlatform } from '../../../../electron/host/platform/index.ts';
import type { SandboxLogEntry } from '../../../../electron/sandbox/index.ts';
import { Harness } from '../../../api/harness.ts';

export function terminalView(more: Partial<TerminalView> = {}): TerminalView {
  return {
    id: 'serial:/dev/ttyUSB0',
    address: 'serial:/dev/ttyUSB0',
    link: 'serial',
    state: 'ready',
    since: '2026-11-21T09:00:00.000Z',
    failure: null,
    lastHeardAt: null,
    nextTryAt: null,
    family: 'mms',
    model: 'DynaFlex II PED',
    serialNumber: 'B61378A',
    firmware: '1',
    isPractice: false,
    cableActions: ['CANCEL', 'REBOOT', 'CREATE_IDLE_MESSAGE'],
    health: unknownHealth,
    ...more,
  };
}

export function attemptView(more: Partial<AttemptView> = {}): AttemptView {
  return {
    id: 'A-1',
    state: 'working',
    prompt: 'present-card',
    kind: 'sale',
    route: 'cable',
    tipMinor: 0,
    surchargeMinor: 0,
    totalMinor: more.amountMinor ?? 1234,
    authorizedMinor: null,
    expiresAt: null,
    reversedMinor: 0,
    reversals: [],
    decision: null,
    canDecide: false,
    amountMinor: 1234,
    currency: 'USD',
    capturedMinor: null,
    order: null,
    note: null,
    startedAt: '2026-11-21T09:00:00.000Z',
    updatedAt: '2026-11-21T09:00:00.000Z',
    finishedAt: null,
    terminal: { id: 'serial:/dev/ttyUSB0', serialNumber: 'B61378A', link: 'serial' },
    authorization: null,
    transfer: null,
    card: null,
    checking: null,
    cancelAsked: false,
    canCancel: true,
    cancelTooLate: false,
    mayHaveCharged: false,
    cancelledBy: null,
    declineCode: null,
    failure: null,
    timings: [],
    ...more,
  };
}

/** Cable with the given terminals, which records its calls. */
export class StandInCable implements CablePort {
  terminals: TerminalView[] = [];
  done: string[] = [];
  failure: TillError | null = null;
  /** Answer of `ready`. */
  comesBack = true;

  byId(id: string): TerminalView | null {
    return this.terminals.find((one) => one.id === id) ?? null;
  }

  serialNumbers(): string[] {
    return this.terminals.flatMap(({ serialNumber }) => serialNumber ?? []);
  }

  bySerialNumber(serialNumber: string): TerminalView | null {
    return this.terminals.find((one) => one.serialNumber?.toUpperCase() === serialNumber.toUpperCase()) ?? null;
  }

  async reboot(id: string): Promise<void> {
    if (this.failure) throw this.failure;
    this.done.push(`reboot ${id}`);
  }

  async ready(id: string, withinMs: number): Promise<boolean> {
    this.done.push(`ready ${id} ${withinMs}`);
    return this.comesBack;
  }

  async setIdleMessage(id: string, text: string): Promise<void> {
    if (this.failure) throw this.failure;
    this.done.push(`idle ${id} ${text}`);
  }
}

export class StandInPayments {
  running: AttemptView | null = null;
  done: string[] = [];
  /** State of the running payment after its cancel. */
  ends: Partial<AttemptView> = { state: 'cancelled', cancelledBy: 'cashier' };
  failure: TillError | null = null;

  openOn(terminal: string): AttemptView | null {
    return this.running?.terminal.id === terminal ? this.running : null;
  }

  cancel(attempt: string): AttemptView {
    if (this.failure) throw this.failure;
    this.done.push(`cancel ${attempt}`);
    return attemptView({ id: attempt, cancelAsked: true });
  }

  async settled(attempt: string, waitMs: number): Promise<AttemptView> {
    this.done.push(`settled ${attempt} ${waitMs}`);
    this.running = null;
    return attemptView({ id: attempt, prompt: null, ...this.ends });
  }
}

export interface TestBench {
  bench: Harness;
  service: DeviceService;
  cable: StandInCable;
  payments: StandInPayments;
  matches: DeviceMatches;
  published: DeviceView[][];
  requests: SandboxLogEntry[];
  lines: string[];
  /** Ids of the seeded Devices by serial number. */
  id(serialNumber: string): string;
  close(): Promise<void>;
}

/** Collects the Devices that a window shows after each change. */
export function shownAfter(published: DeviceView[][]): (change: DevicesChange) => void {
  let state = { devices: [] as DeviceView[] } as HostState;
  return (change) => {
    state = applyEvent(state, { type: 'devices', ...change });
    if (change.changed.length > 0 || change.removed.length > 0) published.push(state.devices);
  };
}

/** Everything started except the service's own timer. */
export async function openTestBench(clock: Clock): Promise<TestBench> {
  const requests: SandboxLogEntry[] = [];
  const bench = await Harness.start({ log: (entry) => void requests.push(entry) });
  const lines: string[] = [];
  const log = createLogger('devices', { write: (entry) => void lines.push(JSON.stringify(entry)) });
  const { url, username, password, merchant } = bench.sandbox;
  const platform = connectPlatform({
    settings: { url, username, password, merchant },
    clock,
    random: () => 0.5,
    log,
    publish: () => undefined,
  });
  const matches = new DeviceMatches({ platform, clock, random: () => 0.5, log, onChange: () => undefined });
  const [cable, payments] = [new StandInCable(), new StandInPayments()];
  const published: DeviceView[][] = [];
  const service = new DeviceService({
    platform,
    terminals: cable,
    payments,
    matches,
    clock,
    log,
    publish: shownAfter(published),
  });
  const ids = new Map<string, string>();
  for (const serialNumber of ['B61378A', 'B000002', 'B000003', 'B000004']) {
    ids.set(serialNumber, (await bench.device(serialNumber)).id);
  }
  requests.length = 0;
  return {
    bench,
    service,
    cable,
    payments,
    matches,
    published,
    requests,
    lines,
    id(serialNumber) {
      const id = ids.get(serialNumber);
      if (id === undefined) throw new Error(`no device ${serialNumber}`);
      return id;
    },
    async close() {
      service.close();
      matches.close();
      await platform.close();
      await bench.sandbox.close();
    },
  };
}
