import { toFailure, type Operator, type SetupAnswer } from '../../electron/contract/index.ts';
import type { Bridge, Verb } from './bridge.ts';
import { permitted } from './run.ts';
import type { TillStore } from './till-store.ts';

export type SetupCommands = ReturnType<typeof setupCommands>;

/** What could be this till's terminal. */
export type TerminalCandidates = Awaited<ReturnType<SetupCommands['listTerminalCandidates']>>;

/** An account, a terminal's address or a printer is tried by the host, which bounds that by itself. */
const TRY_TIMEOUT_MS = 90_000;

/**
 * The verbs of the setup. Each rejects with the host's failure; what it has come to is in the mirror.
 * The person who is made manager in the middle of the setup goes on with it: who that is stands in this window's memory, in no
 * storage, until the setup is left or done.
 */
export function setupCommands(store: TillStore, bridge: Pick<Bridge, 'call'>) {
  let known: Operator | undefined;
  const asked = async <T>(verb: (by: { operator?: Operator }) => Verb<T>): Promise<T> => {
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
    /** Tries an account and keeps nothing: how many merchants it may see. */
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
    /** Keeps what was answered; a live till goes back to practising. */
    leaveSetup: async () => {
      await asked((by) => (client, options) => client.setup.leave(by, options));
      known = undefined;
    },
    resumeSetup: () => asked((by) => (client, options) => client.setup.resume(by, options)),
    /** The printers of this computer; nothing is printed. */
    listSetupPrinters: () => bridge.call((client, options) => client.printer.list(undefined, options), TRY_TIMEOUT_MS),
    /** The printer's address with the speed of its line, where that is found. */
    probeSetupPrinter: (address: string) =>
      asked((by) => (client, options) => client.printer.probe({ address, ...by }, options)),
    /** Looks at every cable, and says what is new. */
    listTerminalCandidates: () =>
      bridge.call((client, options) => client.setup.terminals(undefined, options), TRY_TIMEOUT_MS),
    printSetupPage: (printer: string) =>
      asked((by) => (client, options) => client.setup.testPrint({ printer, ...by }, options)),
  };
}
