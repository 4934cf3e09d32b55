/** Reading a secret: without echo where there is a keyboard, one line where there is a pipe. */
import { createInterface } from 'node:readline';
import { TillError } from '../contract/index.ts';
import type { Cli } from './cli.ts';

/** How long typing may take, milliseconds: an abandoned console does not keep the command running. */
const TYPED_WITHIN_MS = 120_000;

/** Throws CFG_INVALID when nothing is given, or Ctrl+C was pressed. */
export async function readSecret({ io: { stdin, stderr } }: Cli, prompt: string): Promise<string> {
  if (!stdin.isTTY) {
    const lines = createInterface({ input: stdin });
    for await (const line of lines) return line.trim();
    throw new TillError('CFG_INVALID', 'Nothing was given on standard input.');
  }
  stderr.write(prompt);
  stdin.setRawMode?.(true);
  stdin.resume();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let typed = '';
  const onData = (chunk: Buffer): void => {
    for (const key of chunk.toString('utf8')) {
      if (key === '\r' || key === '\n') resolve(typed);
      else if (key === '\u0003' || key === '\u0004') reject(new TillError('CFG_INVALID', 'Nothing was given.'));
      else if (key === '\u007f' || key === '\b') typed = typed.slice(0, -1);
      else if (key >= ' ') typed += key;
    }
  };
  stdin.on('data', onData);
  const late = setTimeout(() => reject(new TillError('CFG_INVALID', 'Nothing was typed in time.')), TYPED_WITHIN_MS);
  try {
    return (await promise).trim();
  } finally {
    clearTimeout(late);
    stdin.off('data', onData);
    stdin.setRawMode?.(false);
    stdin.pause();
    stderr.write('\n');
  }
}
