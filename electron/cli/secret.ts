/** Reading a secret: without echo where there is a keyboard, one line where there is a pipe. */
import { TillError } from '../contract/index.ts';
import type { Cli } from './cli.ts';
import { Ended, Typed } from './typed.ts';

/** How long typing may take, milliseconds: an abandoned console does not keep the command running. */
const TYPED_WITHIN_MS = 120_000;

/** What somebody is asked, one question after the other. Each throws CFG_INVALID when nothing is given, or Ctrl+C was pressed. */
export interface Asking {
  /** What was typed, to the letter. */
  hidden(prompt: string): Promise<string>;
  /** Whether somebody at the keyboard says yes; where there is none, nobody does. */
  yes(question: string): Promise<boolean>;
}

/** Asks for as long as `task` runs: what is typed ahead of a question is its answer. */
export async function asking<Done>({ io }: Cli, task: (ask: Asking) => Promise<Done>): Promise<Done> {
  const typed = new Typed(io);
  const isKeyboard = io.stdin.isTTY === true;
  try {
    return await task({
      hidden: (prompt) => inTime(typed.secret(isKeyboard ? prompt : ''), isKeyboard),
      yes: async (question) =>
        isKeyboard && /^\s*y(?:es)?\s*$/i.test(await inTime(typed.line(`${question} [y/N] `), isKeyboard)),
    });
  } finally {
    typed.close();
  }
}

async function inTime(line: Promise<string>, isKeyboard: boolean): Promise<string> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TillError('CFG_INVALID', 'Nothing was typed in time.')), TYPED_WITHIN_MS);
  try {
    return await Promise.race([line, late]);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    const where = isKeyboard ? '' : ' on standard input';
    throw new TillError('CFG_INVALID', `Nothing was given${where}.`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** One answer alone. Throws as `Asking`. */
export const readHidden = (cli: Cli, prompt: string): Promise<string> => asking(cli, (ask) => ask.hidden(prompt));

/** A PIN or the like: spaces around it mean nothing. Throws as `readHidden`. */
export const readSecret = async (cli: Cli, prompt: string): Promise<string> => (await readHidden(cli, prompt)).trim();
