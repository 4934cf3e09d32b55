/** `tillbridge url`: asks the running browser shell for a fresh one-time URL. */
import type { Command } from 'commander';
import { requestLink } from '../starter/index.ts';
import type { Cli } from './cli.ts';
import { withData } from './options.ts';

export function registerUrl(program: Command, cli: Cli): void {
  withData(program.command('url'))
    // What it was called first.
    .alias('link')
    .description('print a fresh one-time URL of the running browser shell')
    .option('--display', 'to the customer display, which can do nothing but look')
    .action(async (flags: { data?: string; display?: boolean }) => {
      const url = await requestLink(cli.dataDir(flags.data), { isDisplay: flags.display ?? false });
      cli.print({ url }, url);
    });
}
