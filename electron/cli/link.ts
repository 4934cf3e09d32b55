/** `tillbridge link`: asks the running browser shell for a fresh one-time link. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TillError } from '../contract/index.ts';
import { defaultDataDir } from '../host/starter/index.ts';
import { print } from './output.ts';

export async function printLink(flags: { data?: string }): Promise<void> {
  const dataDir = flags.data ?? defaultDataDir(process.env, process.platform);
  const away = new TillError('IPC_DISCONNECTED', 'Tillbridge is not running in a browser with this data folder.');
  let file: { url: string; secret: string };
  try {
    file = JSON.parse(readFileSync(join(dataDir, 'web.json'), 'utf8')) as { url: string; secret: string };
  } catch (cause) {
    throw new TillError(away.code, away.plainMessage, { cause });
  }
  const response = await fetch(new URL('/link', file.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${file.secret}` },
    signal: AbortSignal.timeout(5_000),
  }).catch((cause: unknown) => {
    throw new TillError(away.code, away.plainMessage, { cause });
  });
  if (!response.ok) throw away;
  const { url } = (await response.json()) as { url: string };
  print({ url }, url);
}
