/**
 * `tillbridge secrets`: where the platform's password is kept, and changing it. A till that runs does it itself, at once; of one that is
 * stopped the journal is opened to write it down. The value is asked for, never an argument, and never shown.
 */
import { Option, type Command } from 'commander';
import { visibleLines, type ForgottenSecrets, type KeptSecret, type SecretsView } from '../contract/index.ts';
import { accountIn, placeWords, SettingsFile, troubleWords } from '../starter/index.ts';
import type { Cli } from './cli.ts';
import { connectShared } from './connection.ts';
import { operatorName, PIN_OPERATOR, withData, withJson } from './options.ts';
import { readHidden } from './secret.ts';
import { secretsOf } from './secrets-of.ts';
import { onTill, type SettingsFlags } from './settings.ts';

export function registerSecrets(program: Command, cli: Cli): void {
  const secrets = program.command('secrets').description('the platform’s password: where it is kept, and changing it');
  const onFolder = (command: Command) => withJson(withData(command));
  const changing = (command: Command) => onFolder(command).option('--operator <name>', PIN_OPERATOR, operatorName);

  onFolder(secrets.command('where'))
    .description('where it is kept and whether it can be had; exit code 1 where the till has none')
    .action(async (flags: SettingsFlags) => {
      const view = await secretsWhere(cli, flags.data);
      cli.print(view, visibleLines(whereWords(view).join('\n')));
      cli.exitCode = canBeHad(view) ? 0 : 1;
    });

  changing(secrets.command('set'))
    .description('keep a new one beside the one before, which goes on working until the platform takes the new one')
    .action(async (flags: SettingsFlags) => {
      const password = await readHidden(cli, 'New password: ');
      await onTill(cli, flags, {
        act: { key: 'platform.password', what: 'set' },
        running: (client, by) => client.secrets.set({ password, ...by }),
        stopped: (file, dataDir) => secretsOf(cli, dataDir).keep(password, accountIn(file, cli.io.env)),
        done: (kept) => cli.print(kept, visibleLines(keptWords(kept).join('\n'))),
      });
    });

  changing(secrets.command('forget'))
    .description('forget every one that is kept, or only the one before')
    .addOption(new Option('--former', 'only the one before: the new one is the only one'))
    .action((flags: SettingsFlags & { former?: true }) => {
      const which: ForgottenSecrets = flags.former ? 'former' : 'all';
      return onTill(cli, flags, {
        act: { key: 'platform.password', what: `forget-${which}` },
        running: (client, by) => client.secrets.forget({ which, ...by }),
        stopped: async (file, dataDir) => {
          const store = secretsOf(cli, dataDir);
          await store.forget(which);
          return store.view(accountIn(file, cli.io.env));
        },
        done: (view) => cli.print(view, visibleLines(['Forgotten.', ...whereWords(view)].join('\n'))),
      });
    });
}

/** Of the till that runs, or of the folder. @throws TillError CFG_INVALID */
async function secretsWhere(cli: Cli, data: string | undefined): Promise<SecretsView> {
  const dataDir = cli.dataDir(data);
  const shared = await connectShared(dataDir);
  if (!shared) return secretsOf(cli, dataDir).view(accountIn(new SettingsFile(dataDir), cli.io.env));
  try {
    return await shared.client.secrets.where();
  } finally {
    await shared.close();
  }
}

/** Whether a till has a password by this. */
function canBeHad({ source, kept }: SecretsView): boolean {
  if (source !== 'kept') return source !== 'none';
  return kept.some(({ trouble, isOtherAccount }) => trouble === null && !isOtherAccount);
}

/** A line each, without the value. */
function whereWords({ source, kept }: SecretsView): string[] {
  const first = {
    environment: 'The password is taken from TILLBRIDGE_PASSWORD, before any that is kept.',
    service: `The password is taken from ${placeWords.service}, before any that is kept.`,
    kept: 'The password is kept in:',
    none: 'No password is kept for this till: run tillbridge secrets set.',
  }[source];
  return [
    first,
    ...kept.map(({ place, trouble, isOtherAccount, keptAt, worksSince }) => {
      const state = [
        `since ${keptAt}`,
        worksSince === null ? 'not taken by the platform yet, or no more' : `taken by the platform since ${worksSince}`,
        ...(isOtherAccount ? ['for another address or user name: not sent'] : []),
        ...(trouble === null ? [] : [`cannot be had: it ${troubleWords[trouble]}`]),
      ];
      return `  ${placeWords[place]}; ${state.join('; ')}`;
    }),
  ];
}

function keptWords({ place, passedOver }: KeptSecret): string[] {
  const better = passedOver.map((one) => `  Not in ${placeWords[one.place]}: it ${troubleWords[one.why]}.`);
  const warning =
    place === 'file'
      ? ['  Whoever can read your files can read it there. Where there is a key store, run this command again.']
      : [];
  return [
    `The password is kept in ${placeWords[place]}.`,
    ...better,
    ...warning,
    'The one before is tried as well until the new one has worked for a day (secrets forget --former ends that).',
  ];
}
