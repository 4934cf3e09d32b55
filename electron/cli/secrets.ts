/**
 * `tillbridge secrets`: shows the place of the platform's password, and changes it. A running till does it itself, at
 * once; a stopped till's journal is opened to log the change. The value is prompted for: it is never accepted as an
 * argument or displayed.
 */
import { Option, type Command } from 'commander';
import { visibleLines } from '../domain/index.ts';
import { type ForgottenSecrets, type KeptSecret, type SecretsView } from '../contract/index.ts';
import { tryPassword, type PasswordTrial } from '../host/index.ts';
import { accountIn, placeWords, SettingsFile, troubleWords } from '../config/index.ts';
import type { Cli } from './cli.ts';
import { withShared } from './connection.ts';
import { operatorName, PIN_OPERATOR, withData, withJson } from './options.ts';
import { withQuestions, type Asking } from './secret.ts';
import { secretsOf } from './secrets-of.ts';
import { onTill, type SettingsFlags } from './settings.ts';

export function registerSecrets(program: Command, cli: Cli): void {
  const secrets = program.command('secrets').description('show and change the place of the platform’s password');
  const onFolder = (command: Command) => withJson(withData(command));
  const changing = (command: Command) => onFolder(command).option('--operator <name>', PIN_OPERATOR, operatorName);

  onFolder(secrets.command('where'))
    .description('show where the password is kept, and whether the till can read it; exit code 1 if the till has none')
    .action(async (flags: SettingsFlags) => {
      const view = await secretsWhere(cli, flags.data);
      cli.print(view, visibleLines(whereWords(view).join('\n')));
      cli.exitCode = canBeHad(view) ? 0 : 1;
    });

  changing(secrets.command('set'))
    .description(
      'try a new password and keep it; the till also sends the former one until the platform accepts the new one',
    )
    .option('--untaken', 'keep it even if the platform does not accept it yet, or cannot be reached')
    .action((flags: SettingsFlags & { untaken?: true }) => setPassword(cli, flags));

  changing(secrets.command('forget'))
    .description('forget every kept password, or only the former one')
    .addOption(new Option('--former', 'forget only the former password; the new one stays'))
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
  const tried = await withQuestions(cli, (ask) => triedPassword(cli, flags, ask));
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

/** Returns null if the password must not be stored. */
async function triedPassword(
  cli: Cli,
  { data, untaken }: SetFlags,
  ask: Asking,
): Promise<{ password: string; trial: PasswordTrial } | null> {
  const password = await ask.hidden('New password: ');
  const trial = await tryPassword({ dataDir: cli.dataDir(data), env: cli.io.env }, password);
  if (trial.kind === 'taken' || trial.kind === 'untried' || untaken) return { password, trial };
  cli.note(trialWords(trial).join('\n'));
  if (await ask.yes('Keep it anyway?')) return { password, trial };
  const message = `${trial.failure.message} The password was not kept; --untaken keeps it anyway.`;
  cli.fail({ ...trial.failure, message }, 1, { trial: trial.kind });
  return null;
}

/** Result of the trial, and the remedy. */
function trialWords(trial: PasswordTrial): string[] {
  switch (trial.kind) {
    case 'taken':
      return ['The platform accepts the password.', ...(trial.failure ? [trial.failure.message] : [])];
    case 'refused':
      return [
        'The platform does not accept the password.',
        `  ${trial.failure.message}`,
        '  If you are about to change it at the platform: keep it here first, then change it there. The till sends the former one until then.',
      ];
    case 'unknown':
      return [
        'It is not known whether the platform accepts the password: the platform could not be reached.',
        `  ${trial.failure.message}`,
      ];
    case 'untried':
      return [
        `The password was not tried: ${trial.failure?.message ?? 'the settings name no account at a platform yet.'}`,
      ];
  }
}

/** Warning if another source takes precedence over the stored password. */
const overWords = (source: SecretsView['source']): string[] =>
  source === 'environment' || source === 'service'
    ? [
        `The till does not use it yet: it reads the password from ${handedOver[source]}. Change the password there, or remove it there.`,
      ]
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
    environment: `The till reads the password from ${handedOver.environment}, before any kept one.`,
    service: `The till reads the password from ${handedOver.service}, before any kept one.`,
    kept: 'The password is kept in:',
    none: 'This till has no kept password: run tillbridge secrets set.',
  }[source];
  return [
    first,
    ...kept.map(({ place, trouble, isOtherAccount, keptAt, worksSince }) => {
      const state = [
        `since ${keptAt}`,
        worksSince === null ? 'not accepted by the platform now' : `accepted by the platform since ${worksSince}`,
        ...(isOtherAccount ? ['for another address or user name, so the till does not send it'] : []),
        ...(trouble === null ? [] : [`unreadable: the place ${troubleWords[trouble]}`]),
      ];
      return `  ${placeWords[place]}; ${state.join('; ')}`;
    }),
  ];
}

function keptWords({ place, passedOver }: KeptSecret): string[] {
  const better = passedOver.map((one) => `  It is not in ${placeWords[one.place]}, which ${troubleWords[one.why]}.`);
  const warning =
    place === 'file'
      ? [
          '  A program that can read your files can read it there. Run this command again once a key store is available.',
        ]
      : [];
  return [
    `The password is kept in ${placeWords[place]}.`,
    ...better,
    ...warning,
    'The till also tries the former password until the new one has worked for a day; secrets forget --former ends that.',
  ];
}
