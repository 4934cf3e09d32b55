/** All terminals of this till, by id: what the payment engine and the device service see of them. */
import { TillError, type Discovered, type TerminalView } from '../../contract/index.ts';
import { connectTerminal, discoverTerminals } from '../../../native/index.ts';
import type { Clock, TerminalEvent, TerminalPort } from '../payments/index.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';

export interface ManagerOptions {
  terminals: readonly { id: string; address: string; isPractice: boolean }[];
  clock: Clock;
  random: () => number;
  publish: (view: TerminalView) => void;
  onStray: (stray: { at: number; attempt: string | null; what: string }) => void;
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
  /** Native's connectTerminal unless a test stands in. */
  connect?: Parameters<typeof createSupervisor>[0]['connect'];
  /** Native's discoverTerminals unless a test stands in: it looks at every port of this computer. */
  discover?: typeof discoverTerminals;
}

export interface TerminalManager {
  readonly port: TerminalPort;
  start(): void;
  views(): TerminalView[];
  bySerialNumber(serialNumber: string): TerminalView | null;
  reboot(id: string): Promise<void>;
  setIdleMessage(id: string, text: string): Promise<void>;
  /** Looks at every port; those we hold ourselves are reported as what they are, untouched. */
  discover(): Promise<Discovered[]>;
  stop(): Promise<void>;
}

export function createTerminalManager(options: ManagerOptions): TerminalManager {
  const supervisors = new Map<string, Supervisor>();
  for (const { id, address, isPractice } of options.terminals) {
    const link = address.startsWith('serial:') ? 'serial' : address.startsWith('hid:') ? 'hid' : 'tcp';
    supervisors.set(
      id,
      createSupervisor({
        id,
        address,
        link,
        isPractice,
        connect: options.connect ?? connectTerminal,
        clock: options.clock,
        random: options.random,
        publish: options.publish,
        onStray: (what) => options.onStray({ at: options.clock.now(), attempt: null, what: `${id}: ${what}` }),
        log: options.log,
      }),
    );
  }

  function need(id: string): Supervisor {
    const supervisor = supervisors.get(id);
    if (!supervisor)
      throw new TillError('TERM_NOT_FOUND', `There is no terminal ${id} on this till.`, { context: { terminal: id } });
    return supervisor;
  }

  const port: TerminalPort = {
    describe(id) {
      const view = need(id).view();
      return { id, serialNumber: view.serialNumber, link: view.link, isReady: view.state === 'ready' };
    },
    async start(id, request, listener) {
      await need(id).run(request, (event) => {
        if (event.type === 'finished' && event.result.kind === 'lost') {
          listener({ ...event, result: { kind: 'lost', failure: event.result.error.toFailure() } });
        } else listener(event as TerminalEvent);
      });
    },
    async respond(id, attempt, answer) {
      const transaction = need(id).transaction(attempt);
      if (!transaction) throw notRunning(id, attempt);
      await transaction.respond(answer);
    },
    async cancel(id, attempt) {
      const transaction = need(id).transaction(attempt);
      if (!transaction) throw notRunning(id, attempt);
      return transaction.cancel();
    },
  };

  return {
    port,
    start() {
      for (const supervisor of supervisors.values()) supervisor.start();
    },
    views: () => [...supervisors.values()].map((supervisor) => supervisor.view()),
    bySerialNumber(serialNumber) {
      const wanted = serialNumber.toUpperCase();
      const views = [...supervisors.values()].map((supervisor) => supervisor.view());
      const same = views.filter((view) => view.serialNumber?.toUpperCase() === wanted);
      // Moved from one port to another it is known on both: the one where it is now counts.
      return same.find(({ state }) => state === 'ready' || state === 'busy') ?? same[0] ?? null;
    },
    async reboot(id) {
      await need(id).reboot();
    },
    async setIdleMessage(id, text) {
      await need(id).terminal().setIdleMessage(text);
    },
    async discover() {
      const ours = new Map<string, Discovered>();
      for (const supervisor of supervisors.values()) {
        const view = supervisor.view();
        if (view.state !== 'ready' && view.state !== 'busy') continue;
        ours.set(view.address, {
          address: view.address,
          link: view.link,
          vendorId: null,
          productId: null,
          serialNumber: view.serialNumber,
          verdict: 'terminal',
          family: view.family,
          model: view.model,
          firmware: view.firmware,
          failure: null,
          tookMs: 0,
        });
      }
      const found = await (options.discover ?? discoverTerminals)({ skip: [...ours.keys()] });
      return [...ours.values(), ...found.filter((one) => !ours.has(one.address))];
    },
    async stop() {
      await Promise.all([...supervisors.values()].map((supervisor) => supervisor.stop()));
    },
  };
}

function notRunning(terminal: string, attempt: string): TillError {
  return new TillError('TERM_NOT_READY', 'This payment does not run on the terminal any more.', {
    context: { terminal, attempt },
  });
}
