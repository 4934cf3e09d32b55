/**
 * `tillbridge update`: installs another version of this program, from the signed feed whose address is in its package.
 * If the system's package manager installed it, prints that manager's command.
 */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { languageOf, visibleLines } from '../domain/index.ts';
import { isUnsettled, TillError } from '../contract/index.ts';
import { ensureDataDir } from '../config/index.ts';
import {
  programLocationOf,
  installedAs,
  ownUpdates,
  type Applied,
  type InstalledBy,
  type ProgramLocation,
  type Updates,
} from '../starter/index.ts';
import type { Cli } from './cli.ts';
import { withFolder } from './folder.ts';
import { withData, withJson } from './options.ts';

/** Folder of the command line's program. */
export const programHere = programLocationOf(resolve(import.meta.dirname, '../..'));

interface Flags {
  data?: string;
}

export function registerUpdate(program: Command, cli: Cli, ground: ProgramLocation): void {
  const update = program.command('update').description('search, install and undo updates of Tillbridge');
  const onFolder = (command: Command) => withJson(withData(command));

  onFolder(update.command('check'))
    .description('search for a newer version, download it and verify it; nothing is installed')
    .action((flags: Flags) => check(cli, flags, ground));

  onFolder(update.command('apply'))
    .description('install the downloaded version; refused while a payment runs or is being checked')
    .action(async (flags: Flags) => printApplied(cli, await neededUpdates(cli, flags, ground).apply()));

  onFolder(update.command('back'))
    .description('return to the previous version, if it can read the current records of payments')
    .action(async (flags: Flags) => printApplied(cli, await neededUpdates(cli, flags, ground).back()));
}

/** Instruction for programs that do not update themselves, by their installer. */
const others: Readonly<Partial<Record<InstalledBy, string>>> = {
  system:
    'Installed by the system, which updates it: sudo apt update && sudo apt install --only-upgrade tillbridge, or sudo apt install ./tillbridge_VERSION_ARCH.deb. An open till continues, and takes the new version when no payment runs.',
  administrator: 'This user cannot write to the installation: the administrator updates it with the next package.',
  checkout: 'This is a checkout of the sources: git pull, then npm start.',
};
const NO_FEED = 'This package was built without an update feed: install the next package over it.';

async function check(cli: Cli, flags: Flags, ground: ProgramLocation): Promise<void> {
  const installed = installedAs(ground);
  const base = { version: installed.version, by: installed.by };
  const updates = updatesOf(cli, flags, ground);
  if (!updates) {
    const how = others[installed.by] ?? NO_FEED;
    return cli.print({ ...base, newer: null, isReady: false, how }, `Tillbridge ${installed.version}. ${how}`);
  }
  if (!(await updates.check())) {
    return cli.print(
      { ...base, newer: null, isReady: false, how: null },
      `Tillbridge ${installed.version} is the newest.`,
    );
  }
  const release = await updates.fetch();
  const isReady = (await updates.staged()) !== null;
  const language = languageOf(cli.io.env['LANG']?.replace(/[._].*$/, '') ?? 'en');
  const notes = release?.notes[language] ?? release?.notes['en'] ?? [];
  const newer = release?.version ?? null;
  const how = isReady ? 'Ready: tillbridge update apply.' : 'Installed: the next start opens it.';
  const lines = [`Tillbridge ${installed.version}; ${newer} is available. ${how}`, ...notes.map((note) => `  ${note}`)];
  cli.print({ ...base, newer, isReady, how, notes }, visibleLines(lines.join('\n')));
}

function printApplied(cli: Cli, applied: Applied): void {
  const when =
    applied.takesEffect === 'on-restart'
      ? 'An open till takes it when no payment runs; otherwise the next start takes it.'
      : 'It is installed as soon as this command has ended. Close the till first; it opens again by itself.';
  cli.print({ ...applied }, `Tillbridge ${applied.version} is installed. ${when}`);
}

/** Returns null if this program does not update itself. */
function updatesOf(cli: Cli, { data }: Flags, ground: ProgramLocation): Updates | null {
  const dataDir = cli.dataDir(data);
  const updates = ownUpdates({ ground, dataDir, env: cli.io.env, isIdle: () => isIdle(cli, dataDir) });
  if (updates) ensureDataDir(dataDir);
  return updates;
}

/** @throws TillError UPDATE_FAILED when this program does not update itself */
function neededUpdates(cli: Cli, flags: Flags, ground: ProgramLocation): Updates {
  const updates = updatesOf(cli, flags, ground);
  if (updates) return updates;
  const { by } = installedAs(ground);
  throw new TillError('UPDATE_FAILED', others[by] ?? NO_FEED, { context: { why: by } });
}

/**
 * Asks the running till, or reads a stopped till's journal.
 * @throws TillError when neither is possible
 */
async function isIdle(cli: Cli, dataDir: string): Promise<boolean> {
  const { open } = await withFolder(cli, { data: dataDir }, ({ client }) => client.till.closing(), true);
  return !open.some(isUnsettled);
}
