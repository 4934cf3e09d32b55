/**
 * `tillbridge kiosk-policy`: restrictions on the browser of a computer that is only a kiosk, whatever keys a guest
 * presses.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { TillError } from '../contract/index.ts';
import type { Cli } from './cli.ts';
import { withData, withJson } from './options.ts';

/** Folders from which Chromium, Chrome and Edge read policies on Linux; only root may write there. */
const FOLDERS = ['chromium', 'chromium-browser', 'opt/chrome', 'opt/edge'].map((name) => `${name}/policies/managed`);
const FILE = 'tillbridge-kiosk.json';

/**
 * URL filter for the pages that forward the till's browser to its link. Chromium unescapes the path of a filter but not
 * the address that it compares, so the path is escaped once more.
 */
const ownPages = (dataDir: string) => `${pathToFileURL(join(resolve(dataDir), 'open')).href.replaceAll('%', '%25')}/`;

/**
 * Browser policy, with names and values from chromeenterprise.google/policies. It applies to every user and profile of
 * the computer.
 */
export function kioskPolicy(dataDir: string): Readonly<Record<string, unknown>> {
  return {
    // The star covers the schemes of the web; the browser's own pages must be listed by name.
    URLBlocklist: ['*', 'chrome://*', 'chrome-untrusted://*', 'edge://*', 'view-source:*', 'data:*', 'javascript:*'],
    // A name includes every name under it: the till has a new name with each start.
    URLAllowlist: ['http://localhost', ownPages(dataDir)],
    DeveloperToolsAvailability: 2,
    DownloadRestrictions: 3,
    AllowFileSelectionDialogs: false,
    ExtensionInstallBlocklist: ['*'],
    IncognitoModeAvailability: 1,
    BrowserGuestModeEnabled: false,
    BrowserAddPersonEnabled: false,
    BrowserSignin: 0,
    SyncDisabled: true,
    PrintingEnabled: false,
    DefaultPopupsSetting: 2,
    BookmarkBarEnabled: false,
    EditBookmarksEnabled: false,
    PasswordManagerEnabled: false,
    AutofillAddressEnabled: false,
    AutofillCreditCardEnabled: false,
    TranslateEnabled: false,
    SearchSuggestEnabled: false,
    MetricsReportingEnabled: false,
    TaskManagerEndProcessEnabled: false,
    DefaultBrowserSettingEnabled: false,
    PromotionsEnabled: false,
  };
}

/** Writes the policy to the folders that browsers read, or deletes it there. `root` is `/etc`. */
export function placePolicy(policy: Readonly<Record<string, unknown>> | null, root: string): string[] {
  const files = FOLDERS.map((folder) => join(root, folder, FILE));
  try {
    for (const file of files) {
      if (policy === null) rmSync(file, { force: true });
      else {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, `${JSON.stringify(policy, null, 2)}\n`, { mode: 0o644 });
      }
    }
  } catch (error) {
    throw new TillError('CFG_INVALID', `${root} cannot be written: run this as root`, { cause: error });
  }
  return files;
}

/** Data folder of tillbridge-kiosk.service. */
const SERVICE_FOLDER = '/var/lib/tillbridge';

/**
 * Folder of the kiosk whose pages the policy allows. Root installs the policy, and a kiosk never runs with root's own
 * folder.
 * @throws TillError CFG_INVALID when the command line contains root's own folder
 */
export function kioskFolder(
  cli: Pick<Cli, 'dataDir'>,
  { data, install = false }: { data?: string; install?: boolean },
  isRoot = process.getuid?.() === 0,
): string {
  if (install && data === undefined) return SERVICE_FOLDER;
  const folder = cli.dataDir(data);
  if (install && isRoot && folder === cli.dataDir(undefined))
    throw new TillError(
      'CFG_INVALID',
      `--data ${folder} is root's own folder, which no kiosk runs with. Leave it out for the kiosk service, or name the kiosk's folder`,
    );
  return folder;
}

export function registerKioskPolicy(program: Command, cli: Cli): void {
  withJson(withData(program.command('kiosk-policy')))
    .description('print the policy of a kiosk’s browser; it applies to every browser window of this computer')
    .option(
      '--install',
      'install it for the browsers of this computer (Linux, as root); without --data for the kiosk service, which uses /var/lib/tillbridge',
    )
    .option('--remove', 'remove it from there')
    .action((flags: { data?: string; install?: boolean; remove?: boolean }) => {
      const policy = kioskPolicy(kioskFolder(cli, flags));
      if (!flags.install && !flags.remove) return cli.print(policy, JSON.stringify(policy, null, 2));
      if (process.platform !== 'linux') {
        throw new TillError(
          'CFG_INVALID',
          'Only Linux reads policies from files: put what this prints into the registry (Windows) or a configuration profile (macOS)',
        );
      }
      const files = placePolicy(flags.remove ? null : policy, '/etc');
      cli.print({ files }, `${flags.remove ? 'Removed' : 'Written'}:\n${files.join('\n')}`);
    });
}
