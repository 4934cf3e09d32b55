import { toFailure, type Operator, type SetupAnswer } from '../../electron/contract/index.ts';
import type { Bridge, Verb } from './bridge.ts';
import { permitted, RESTART_MAX_MS, untilLive } from './run.ts';
import type { TillStore } from './till-store.ts';

export type SetupCommands = ReturnType<typeof setupCommands>;

/** Terminals that could be this till's. */
export type TerminalCandidates = Awaited<ReturnType<SetupCommands['listTerminalCandidates']>>;

/** Longer than the host takes at most to try an account, a terminal's address or a printer. */
const TRY_TIMEOUT_MS = 90_000;

/**
 * Commands of the setup. Each rejects with the host's failure; the progress of the setup is in the mirror.
 *
 * The person who becomes manager during the setup stays authorized: this window keeps the name and PIN in memory only,
 * never in a storage, until the user leaves or finishes the setup.
 */
export function setupCommands(store: TillStore, bridge: Pick<Bridge, 'call'>) {
  let known: Operator | undefined;
  const asked = async <T>(verb: (by: { operator?: Operator }) => Verb<T>): Promise<T> => {
    // The steps lock their keys during a restart; the counter's note and its Practise key do not.
    await untilLive(store, RESTART_MAX_MS);
    let operator = known;
    const named = (by: { operator?: Operator }) => {
      operator = by.operator ?? known;
      return verb(operator ? { operator } : {});
    };
    try {
      const value = await permitted(store, bridge, 'setup', named, TRY_TIMEOUT_MS);
      known = operator;
      return value;
    } catch (error) {
      if (toFailure(error).code.startsWith('ROLE_')) known = undefined;
      throw error;
    }
  };
  return {
    /** Tries an account and stores nothing. Resolves to the number of merchants that the account may access. */
    trySetupAccount: async (account: { url: string; username: string; password: string }) => {
      const { merchants } = await asked(
        (by) => (client, options) => client.setup.tryAccount({ ...account, ...by }, options),
      );
      return merchants;
    },
    answerSetup: async (answer: SetupAnswer) => {
      await asked((by) => (client, options) => client.setup.answer({ answer, ...by }, options));
      if (answer.step === 'person') known = { name: answer.name.trim(), pin: answer.pin };
      if (answer.step === 'open') known = undefined;
    },
    backInSetup: () => asked((by) => (client, options) => client.setup.back(by, options)),
    skipInSetup: () => asked((by) => (client, options) => client.setup.skip(by, options)),
    /** Leaves the setup and keeps the answers. A live till returns to training. */
    leaveSetup: async () => {
      await asked((by) => (client, options) => client.setup.leave(by, options));
      known = undefined;
    },
    resumeSetup: () => asked((by) => (client, options) => client.setup.resume(by, options)),
    /** Lists the printers of this computer; prints nothing. */
    listSetupPrinters: () => bridge.call((client, options) => client.printer.list(undefined, options), TRY_TIMEOUT_MS),
    /** Probes a printer; the resolved address includes the speed of a serial printer, if found. */
    probeSetupPrinter: (address: string) =>
      asked((by) => (client, options) => client.printer.probe({ address, ...by }, options)),
    /** Probes every port. Resolves when there is a new result, even if the search continues. */
    listTerminalCandidates: () =>
      bridge.call((client, options) => client.setup.terminals(undefined, options), TRY_TIMEOUT_MS),
    printSetupPage: (printer: string) =>
      asked((by) => (client, options) => client.setup.testPrint({ printer, ...by }, options)),
  };
}
