import {
  toFailure,
  type Failure,
  type Discovered,
  type FoundPrinter,
  type Operator,
  type SetupAnswer,
} from '../../electron/contract/index.ts';
import type { Bridge, Verb } from './bridge.ts';
import { permitted } from './run.ts';
import type { TillStore } from './till-store.ts';

/** What could be this till's terminal. */
export interface TerminalCandidates {
  /** On the cables. */
  found: Discovered[];
  /** More may be found: to be asked again at once. */
  isLooking: boolean;
  /** Ports that have answered or were not to be asked, of all there are. */
  looked: number;
  ports: number;
  /** The account's Devices for its merchant; null: not said, and why. */
  devices: { serialNumber: string; name: string | null }[] | null;
  failure: Failure | null;
}

/** The verbs of the setup. Each rejects with the host's failure; what it has come to is in the mirror. */
export interface SetupCommands {
  /** Tries an account and keeps nothing: how many merchants it may see. */
  trySetupAccount: (account: { url: string; username: string; password: string }) => Promise<number>;
  answerSetup: (answer: SetupAnswer) => Promise<void>;
  backInSetup: () => Promise<void>;
  skipInSetup: () => Promise<void>;
  /** Keeps what was answered; a live till goes back to practising. */
  leaveSetup: () => Promise<void>;
  resumeSetup: () => Promise<void>;
  /** Looks at every cable, and says what is new. */
  listTerminalCandidates: () => Promise<TerminalCandidates>;
  printSetupPage: (printer: string) => Promise<void>;
  /** The printers of this computer; nothing is printed. */
  listSetupPrinters: () => Promise<FoundPrinter[]>;
  /** The printer's address with the speed of its line, where that is found. */
  probeSetupPrinter: (address: string) => Promise<FoundPrinter>;
}

/** An account, a terminal's address or a printer is tried by the host, which bounds that by itself. */
const TRY_TIMEOUT_MS = 90_000;

/**
 * The person who is made manager in the middle of the setup goes on with it: who that is stands in this window's memory, in no
 * storage, until the setup is left or done.
 */
export function setupCommands(store: TillStore, bridge: Pick<Bridge, 'call'>): SetupCommands {
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
    async trySetupAccount(account) {
      const { merchants } = await asked(
        (by) => (client, options) => client.setup.tryAccount({ ...account, ...by }, options),
      );
      return merchants;
    },
    async answerSetup(answer) {
      await asked((by) => (client, options) => client.setup.answer({ answer, ...by }, options));
      if (answer.step === 'person') known = { name: answer.name.trim(), pin: answer.pin };
      if (answer.step === 'open') known = undefined;
    },
    async backInSetup() {
      await asked((by) => (client, options) => client.setup.back(by, options));
    },
    async skipInSetup() {
      await asked((by) => (client, options) => client.setup.skip(by, options));
    },
    async leaveSetup() {
      await asked((by) => (client, options) => client.setup.leave(by, options));
      known = undefined;
    },
    async resumeSetup() {
      await asked((by) => (client, options) => client.setup.resume(by, options));
    },
    listSetupPrinters: () => bridge.call((client, options) => client.printer.list(undefined, options), TRY_TIMEOUT_MS),
    probeSetupPrinter: (address) =>
      asked((by) => (client, options) => client.printer.probe({ address, ...by }, options)),
    listTerminalCandidates: () =>
      bridge.call((client, options) => client.setup.terminals(undefined, options), TRY_TIMEOUT_MS),
    async printSetupPage(printer) {
      await asked((by) => (client, options) => client.setup.testPrint({ printer, ...by }, options));
    },
  };
}
