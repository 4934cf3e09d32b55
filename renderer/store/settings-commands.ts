import {
  TillError,
  toFailure,
  type Operator,
  type PersonChange,
  type PrinterPaper,
} from '../../electron/contract/index.ts';
import type { Bridge, Verb } from './bridge.ts';
import { permitted } from './run.ts';
import type { TillStore } from './till-store.ts';

/** What is set: a word, or JSON where the setting takes that; without it the setting is taken out of the file. */
interface Typed {
  key: string;
  text?: string;
  secret?: string;
}

export type SettingsCommands = ReturnType<typeof settingsCommands>;

/** A PIN's hash takes a third of a second of a good computer. */
const TIMEOUT_MS = 30_000;
/** A printer is given up by the host before that, also behind receipts that wait. */
const PRINT_MS = 60_000;

/** A host's next life with new settings is there in a second or two. */
const AWAY_MOST_MS = 20_000;

/** Resolves once the host is there, or after so long. */
function untilLive(store: TillStore, mostMs: number): Promise<void> {
  const isLive = () => store.getState().mirror.connection.state === 'live';
  if (isLive()) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, mostMs);
    const stop = store.subscribe(() => {
      if (isLive()) done();
    });
  });
}

/**
 * Sends a command once the host is there, and again where it went away meanwhile: each change begins its next life, another window's
 * as well, and what is set says what it was before, so that twice is as good as once.
 */
function patient(store: TillStore, bridge: Pick<Bridge, 'call'>): Pick<Bridge, 'call'> {
  return {
    async call<T>(verb: Verb<T>, timeoutMs?: number): Promise<T> {
      for (let leftMs = AWAY_MOST_MS; ;) {
        const beganMs = performance.now();
        await untilLive(store, leftMs);
        leftMs -= performance.now() - beganMs;
        try {
          return await bridge.call(verb, timeoutMs);
        } catch (error) {
          const isAway = store.getState().mirror.connection.state !== 'live';
          if (toFailure(error).code !== 'IPC_DISCONNECTED' || !isAway || leftMs <= 0) throw error;
        }
      }
    },
  };
}

/**
 * The verbs of the Settings screen. Whoever opened it is remembered, with the PIN, in this page's memory alone and until it is
 * left: every change carries both, since it is the host that says who may.
 */
export function settingsCommands(store: TillStore, own: Pick<Bridge, 'call'>) {
  const bridge = patient(store, own);
  let operator: Operator | null = null;
  /** Who they are in the next life of the host, where their new name or PIN comes into force. */
  let later: { operator: Operator; epoch: string } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  /** How often the screen was left: what was asked before asks nobody for a PIN afterwards. */
  let visits = 0;
  /** One at a time, in the order they were asked. */
  const asManager = <T>(verb: (by: { operator?: Operator }) => Verb<T>, timeoutMs = TIMEOUT_MS): Promise<T> => {
    const visit = visits;
    const next = last.then(async () => {
      if (visit !== visits) throw new TillError('ROLE_REQUIRED', 'The settings were left meanwhile.');
      if (later && store.getState().mirror.epoch !== later.epoch) {
        ({ operator } = later);
        later = null;
      }
      if (operator !== null) {
        try {
          return await bridge.call(verb({ operator }), timeoutMs);
        } catch (error) {
          // Their PIN or their role is another by now.
          if (!toFailure(error).code.startsWith('ROLE_')) throw error;
          operator = null;
        }
      }
      let asked: Operator | undefined;
      const answer = await permitted(
        store,
        bridge,
        'settings',
        (by) => {
          asked = by.operator;
          return verb(by);
        },
        timeoutMs,
      );
      operator = asked ?? null;
      return answer;
    });
    last = next.catch(() => undefined);
    return next;
  };
  return {
    /** Asks for a manager where one is needed. Rejects with ROLE_REQUIRED where nobody allows it. */
    readSettings: () => asManager((by) => (client, options) => client.settings.read(by, options)),
    checkSetting: (typed: Typed) => bridge.call((client, options) => client.settings.check(typed, options)),
    /** `was`: what it said when that was decided. Rejects with CFG_CHANGED where it says something else by now. */
    setSetting: (typed: Typed & { was: string | null }) =>
      asManager((by) => (client, options) => client.settings.set({ ...typed, ...by }, options)),
    changePerson: async (change: PersonChange) => {
      await asManager((by) => (client, options) => client.settings.person({ change, ...by }, options));
      const { epoch } = store.getState().mirror;
      const now = later?.operator ?? operator;
      if (now === null || change.name !== now.name) return;
      if (change.do === 'rename') later = { epoch, operator: { ...now, name: change.to.trim() } };
      if (change.do === 'pin') later = { epoch, operator: { ...now, pin: change.pin } };
    },
    settingsBack: () => asManager((by) => (client, options) => client.settings.back(by, options)),
    /** What is on this computer; nothing is printed. */
    listPrinters: () => own.call((client, options) => client.printer.list(undefined, options), TIMEOUT_MS),
    /** Asks one how it is; of a serial one the speed is found. */
    probePrinter: (address: string) =>
      asManager((by) => (client, options) => client.printer.probe({ address, ...by }, options)),
    /** Prints a page. Rejects with PRINTER_…. */
    tryPrinter: (trial: PrinterPaper & { address: string }) =>
      asManager((by) => (client, options) => client.printer.test({ ...trial, ...by }, options), PRINT_MS),
    /** Nobody is remembered from now on. */
    leaveSettings: () => {
      visits += 1;
      operator = null;
      later = null;
    },
  };
}
