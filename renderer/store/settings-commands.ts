import {
  TillError,
  toFailure,
  type Operator,
  type PersonChange,
  type PrinterPaper,
} from '../../electron/contract/index.ts';
import type { Bridge, Verb } from './bridge.ts';
import { permitted, RESTART_MAX_MS, untilLive } from './run.ts';
import type { TillStore } from './till-store.ts';

/** A value as text, or as JSON where the setting takes JSON. Without a value the setting is removed from the file. */
export interface SettingCommand {
  key: string;
  text?: string;
  secret?: string;
}

export type SettingsCommands = ReturnType<typeof settingsCommands>;

/** Hashing a PIN takes a third of a second on a fast computer. */
const TIMEOUT_MS = 30_000;
/** The host stops waiting for a printer earlier, even with receipts queued. */
const PRINT_MS = 60_000;

/**
 * Sends a command once the host is connected, and again if the host disconnected before its answer: a change of an
 * at-start setting, in any window, restarts the host. Sending twice is safe, because each change carries the value that
 * the setting had before.
 */
function retryAcrossRestart(store: TillStore, bridge: Pick<Bridge, 'call'>): Pick<Bridge, 'call'> {
  return {
    async call<T>(verb: Verb<T>, timeoutMs?: number): Promise<T> {
      for (let leftMs = RESTART_MAX_MS; ;) {
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
 * Commands of one visit to the Settings screen. The manager who opened the screen is stored with the PIN, in the memory
 * of this page and until the screen is left: each change carries both, because only the host decides who may make it.
 */
export function settingsCommands(store: TillStore, own: Pick<Bridge, 'call'>) {
  const bridge = retryAcrossRestart(store, own);
  let manager: Operator | null = null;
  /** The manager's own new name or PIN, which the host uses from its next start on. */
  let afterRestart: { manager: Operator; epoch: string } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let isLeft = false;
  /** Runs commands one at a time, in the order of the calls. */
  const withManagerAuth = <T>(verb: (by: { operator?: Operator }) => Verb<T>, timeoutMs = TIMEOUT_MS): Promise<T> => {
    const next = last.then(async () => {
      // A command that is still queued must not ask for a PIN on another screen.
      if (isLeft) throw new TillError('ROLE_REQUIRED', 'The settings were left meanwhile.');
      if (afterRestart && store.getState().mirror.epoch !== afterRestart.epoch) {
        ({ manager } = afterRestart);
        afterRestart = null;
      }
      if (manager !== null) {
        try {
          return await bridge.call(verb({ operator: manager }), timeoutMs);
        } catch (error) {
          // Another manager may have changed the PIN or the roles in between.
          if (!toFailure(error).code.startsWith('ROLE_')) throw error;
          manager = null;
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
      manager = asked ?? null;
      return answer;
    });
    last = next.catch(() => undefined);
    return next;
  };
  return {
    /** Asks for a manager if the host requires one. @throws ROLE_REQUIRED when no manager authorizes the command. */
    readSettings: () => withManagerAuth((by) => (client, options) => client.settings.read(by, options)),
    checkSetting: (typed: SettingCommand) => bridge.call((client, options) => client.settings.check(typed, options)),
    /**
     * `was` is the value at the time of the decision.
     * @throws CFG_CHANGED when the setting has another value by now.
     */
    setSetting: (typed: SettingCommand & { was: string | null }) =>
      withManagerAuth((by) => (client, options) => client.settings.set({ ...typed, ...by }, options)),
    changePerson: async (change: PersonChange) => {
      await withManagerAuth((by) => (client, options) => client.settings.person({ change, ...by }, options));
      const { epoch } = store.getState().mirror;
      const now = afterRestart?.manager ?? manager;
      if (now === null || change.name !== now.name) return;
      if (change.do === 'rename') afterRestart = { epoch, manager: { ...now, name: change.to.trim() } };
      if (change.do === 'pin') afterRestart = { epoch, manager: { ...now, pin: change.pin } };
    },
    settingsBack: () => withManagerAuth((by) => (client, options) => client.settings.back(by, options)),
    /** Lists the printers of this computer; prints nothing. */
    listPrinters: () => own.call((client, options) => client.printer.list(undefined, options), TIMEOUT_MS),
    /** Reads the state of a printer, and finds the speed of a serial printer. */
    probePrinter: (address: string) =>
      withManagerAuth((by) => (client, options) => client.printer.probe({ address, ...by }, options)),
    /** Prints a page. @throws PRINTER_… */
    tryPrinter: (trial: PrinterPaper & { address: string }) =>
      withManagerAuth((by) => (client, options) => client.printer.test({ ...trial, ...by }, options), PRINT_MS),
    /** Deletes the manager's name and PIN and ends the visit. */
    leaveSettings: () => {
      isLeft = true;
      manager = null;
      afterRestart = null;
    },
  };
}
