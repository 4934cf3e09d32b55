/**
 * `tillbridge url`, `tillbridge sessions`: creates a one-time URL from the running browser shell, and lists its
 * sessions.
 */
import type { Command } from 'commander';
import { TillError } from '../contract/index.ts';
import { endSession, listSessions, requestLink } from '../starter/index.ts';
import type { Cli } from './cli.ts';
import { withData, withJson } from './options.ts';

export function registerUrl(program: Command, cli: Cli): void {
  withData(program.command('url'))
    // The command's former name.
    .alias('link')
    .description('print a fresh one-time URL of the running browser shell')
    .option('--display', 'link to the customer display, which can only show')
    .action(async (flags: { data?: string; display?: boolean }) => {
      const url = await requestLink(cli.dataDir(flags.data), { isDisplay: flags.display ?? false });
      cli.print({ url }, url);
    });
  const sessions = withJson(withData(program.command('sessions'))).description(
    'list the browsers that are signed in to the running till',
  );
  sessions.action(async (flags: { data?: string }) => {
    const list = await listSessions(cli.dataDir(flags.data));
    const lines = list.map(
      ({ id, scope, openedSecondsAgo, usedSecondsAgo, windows }) =>
        `${id}  ${scope.padEnd(7)}  opened ${ago(openedSecondsAgo)}, used ${ago(usedSecondsAgo)}, windows: ${windows}`,
    );
    cli.print({ sessions: list }, lines.length === 0 ? 'No browser is signed in.' : lines.join('\n'));
  });
  withJson(withData(sessions.command('end')))
    .argument('<id>', 'id as `sessions` shows it')
    .description('sign a browser out; a kiosk comes back by itself')
    .action(async (id: string, _flags: object, command: Command) => {
      const { data } = command.optsWithGlobals<{ data?: string }>();
      if (!(await endSession(cli.dataDir(data), id))) {
        throw new TillError('IPC_INVALID', `There is no session ${JSON.stringify(id)}; see tillbridge sessions`);
      }
      cli.print({ ended: id }, `${id} is signed out.`);
    });
}

function ago(seconds: number): string {
  if (seconds < 120) return `${seconds} s ago`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min ago` : `${Math.round(seconds / 3_600)} h ago`;
}
