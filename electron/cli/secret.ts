/** Reading a secret: without echo where there is a keyboard, one line where there is a pipe. */
import { TillError } from '../contract/index.ts';
import type { Cli } from './cli.ts';
import { Ended, Typed } from './typed.ts';

/** How long typing may take, milliseconds: an abandoned console does not keep the command running. */
const TYPED_WITHIN_MS = 120_000;

/** What was typed, to the letter. Throws CFG_INVALID when nothing is given, or Ctrl+C was pressed. */
export async function readHidden({ io }: Cli, prompt: string): Promise<string> {
  const typed = new Typed(io);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TillError('CFG_INVALID', 'Nothing was typed in time.')), TYPED_WITHIN_MS);
  try {
    return await Promise.race([typed.secret(io.stdin.isTTY ? prompt : ''), late]);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    const where = io.stdin.isTTY ? '' : ' on standard input';
    throw new TillError('CFG_INVALID', `Nothing was given${where}.`, { cause: error });
  } finally {
    clearTimeout(timer);
    typed.close();
  }
}

/** A PIN or the like: spaces around it mean nothing. Throws as `readHidden`. */
export const readSecret = async (cli: Cli, prompt: string): Promise<string> => (await readHidden(cli, prompt)).trim();
