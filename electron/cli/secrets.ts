/**
 * `tillbridge secrets`: shows the place of the platform's password, and changes it. A running till does it itself, at
 * once; a stopped till's journal is opened to log the change. The value is prompted for: it is never an argument, and
 * never shown.
 */
import { Option, type Command } from 'commander';
import { visibleLines } from '../domain/index.ts';
import { type ForgottenSecrets, type KeptSecret, type SecretsView } from '../contract/index.ts';
import { tryPassword, type PasswordTrial } from '../host/index.ts';
import { accountIn, placeWords, SettingsFile, troubleWords } from '../config/index.ts';
import type { Cli } from './cli.ts';
import { withShared } from './connection.ts';
import { operatorName, PIN_OPERATOR, withData, withJson } from './options.ts';
import { asking, type Asking } from './secret.ts';
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
    .description('try a new one, and keep it beside the one before, which goes on working until the platform takes it')
    .option('--untaken', 'keep it also where the platform does not take it yet, or cannot be asked')
    .action((flags: SettingsFlags & { untaken?: true }) => setPassword(cli, flags));

  changing(secrets.command('forget'))
    .description('forget every one that is kept, or only the one before')
    .addOption(new Option('--former', 'only the one before: the new one is the only one'))
    .action(async (flags: SettingsFlags & { former?: true }) => {
      const which: ForgottenSecrets = flags.former ? 'former' : 'all';
      const view = await onTill(cli, flags, {
        act: { key: 'platform.password', what: `forget-${which}` },
        running: (client, by) => client.secrets.forget({ which, ...by }),
        stopped: async (file, dataDir) => {
          const store = secretsOf(cli, dataDir);
          await store.forget(which);
          return store.view(accountIn(file, cli.io.env));
        },
      });
      cli.print(view, visibleLines(['Forgotten.', ...whereWords(view)].join('\n')));
    });
}

type SetFlags = SettingsFlags & { untaken?: true };

/**
 * Asks for the password, tries it at the platform, and stores it; if the platform refuses it, only with a confirmation.
 */
async function setPassword(cli: Cli, flags: SetFlags): Promise<void> {
  const tried = await asking(cli, (ask) => triedPassword(cli, flags, ask));
  if (!tried) return;
  const kept: KeptSecret = await onTill(cli, flags, {
    act: { key: 'platform.password', what: 'set' },
    running: (client, by) => client.secrets.set({ password: tried.password, ...by }),
    stopped: (file, dataDir) => secretsOf(cli, dataDir).keep(tried.password, accountIn(file, cli.io.env)),
  });
  const { source } = await secretsWhere(cli, flags.data);
  const lines = [...keptWords(kept), ...trialWords(tried.trial), ...overWords(source)];
  cli.print({ ...kept, trial: tried.trial.kind, source }, visibleLines(lines.join('\n')));
}

/** Null: the password must not be stored. */
async function triedPassword(
  cli: Cli,
  { data, untaken }: SetFlags,
  ask: Asking,
): Promise<{ password: string; trial: PasswordTrial } | null> {
  const password = await ask.hidden('New password: ');
  const trial = await tryPassword({ dataDir: cli.dataDir(data), env: cli.io.env }, password);
  if (trial.kind === 'taken' || trial.kind === 'untried' || untaken) return { password, trial };
  cli.note(trialWords(trial).join('\n'));
  if (await ask.yes('Keep it all the same?')) return { password, trial };
  const message = `${trial.failure.message} The password was not kept; --untaken keeps it all the same.`;
  cli.fail({ ...trial.failure, message }, 1, { trial: trial.kind });
  return null;
}

/** Result of the trial, and the remedy. */
function trialWords(trial: PasswordTrial): string[] {
  switch (trial.kind) {
    case 'taken':
      return ['The platform takes it.', ...(trial.failure ? [trial.failure.message] : [])];
    case 'refused':
      return [
        'The platform does not take it.',
        `  ${trial.failure.message}`,
        '  Where it is about to be changed there: keep it first, then change it; the one before is sent until then.',
      ];
    case 'unknown':
      return ['Nobody knows whether the platform takes it: it could not be asked.', `  ${trial.failure.message}`];
    case 'untried':
      return [`It was not tried: ${trial.failure?.message ?? 'the settings name no account at a platform yet.'}`];
  }
}

/** Warning if another source takes precedence over the stored password. */
const overWords = (source: SecretsView['source']): string[] =>
  source === 'environment' || source === 'service'
    ? [`It is not used yet: the password is taken from ${handedOver[source]}. Change it there, or take it out.`]
    : [];

/**
 * State of the password from the running till, or from the folder.
 * @throws TillError CFG_INVALID
 */
async function secretsWhere(cli: Cli, data: string | undefined): Promise<SecretsView> {
  const dataDir = cli.dataDir(data);
  return withShared(dataDir, async (client) =>
    client ? client.secrets.where() : secretsOf(cli, dataDir).view(accountIn(new SettingsFile(dataDir), cli.io.env)),
  );
}

const handedOver = { environment: 'TILLBRIDGE_PASSWORD', service: placeWords.service };

/** True if the till can read a password. */
function canBeHad({ source, kept }: SecretsView): boolean {
  if (source !== 'kept') return source !== 'none';
  return kept.some(({ trouble, isOtherAccount }) => trouble === null && !isOtherAccount);
}

/** A line for each password, without its value. */
function whereWords({ source, kept }: SecretsView): string[] {
  const first = {
    environment: `The password is taken from ${handedOver.environment}, before any that is kept.`,
    service: `The password is taken from ${handedOver.service}, before any that is kept.`,
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
