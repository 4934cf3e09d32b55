/** `tillbridge link`: asks the running browser shell for a fresh one-time link. */
import { defaultDataDir, requestLink } from '../starter/index.ts';
import { print } from './output.ts';

export async function printLink(flags: { data?: string; display?: boolean }): Promise<void> {
  const dataDir = flags.data ?? defaultDataDir(process.env, process.platform);
  const url = await requestLink(dataDir, { isDisplay: flags.display ?? false });
  print({ url }, url);
}
