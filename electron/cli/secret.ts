/** Reads a secret: without echo from a keyboard, one line from a pipe. */
import { TillError } from '../contract/index.ts';
import type { Cli } from './cli.ts';
import { InputEnded, TypedInput } from './typed-input.ts';

/** Time for typing an answer, in milliseconds: an abandoned console does not keep the command running. */
const TYPED_WITHIN_MS = 120_000;

/**
 * Questions to the user, one after the other.
 * @throws CFG_INVALID when the answer is empty, or Ctrl+C was pressed
 */
export interface Asking {
  /** Typed text, unchanged. */
  hidden(prompt: string): Promise<string>;
  /** True if the user at the keyboard confirms; false without a keyboard. */
  yes(question: string): Promise<boolean>;
}

/** Asks questions while `task` runs: text typed before a question is its answer. */
export async function withQuestions<Done>({ io }: Cli, task: (ask: Asking) => Promise<Done>): Promise<Done> {
  const typed = new TypedInput(io);
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
    if (!(error instanceof InputEnded)) throw error;
    const why = isKeyboard ? 'The prompt was left without a value.' : 'Standard input ended without a value.';
    throw new TillError('CFG_INVALID', why, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Asks for one secret. Throws like `Asking`. */
export const readHidden = (cli: Cli, prompt: string): Promise<string> =>
  withQuestions(cli, (ask) => ask.hidden(prompt));

/** Asks for a PIN or a similar secret, and trims it. Throws like `readHidden`. */
export const readSecret = async (cli: Cli, prompt: string): Promise<string> => (await readHidden(cli, prompt)).trim();
