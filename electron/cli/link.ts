/** `tillbridge link`: asks the running browser shell for a fresh one-time link. */
import { defaultDataDir, requestLink } from '../host/starter/index.ts';
import { print } from './output.ts';

export async function printLink(flags: { data?: string }): Promise<void> {
  const url = await requestLink(flags.data ?? defaultDataDir(process.env, process.platform));
  print({ url }, url);
}
