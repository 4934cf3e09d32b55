/**
 * `tillbridge settings`: reads and changes settings.json. A running till records the change and makes it; for a stopped
 * till the command opens the journal to record it. If people have PINs, it asks for the PIN of a manager.
 */
import type { Command } from 'commander';
import { maskCardNumbers, visibleLines, visibleText } from '../domain/index.ts';
import { toFailure, type Operator, type SettingChangeView } from '../contract/index.ts';
import { openJournal, recordAct, type HostClient } from '../host/index.ts';
import {
  accountIn,
  ensureDataDir,
  heldSettings,
  openableJournalOf,
  readSettings,
  settingField,
  settingFields,
  settingInForce,
  SettingsFile,
  settingsJsonSchema,
  unsetOf,
  type SettingField,
} from '../config/index.ts';
import { UsageError, type Cli } from './cli.ts';
import { withShared } from './connection.ts';
import { operatorName, PIN_OPERATOR, withData, withJson, words } from './options.ts';
import { asNamed } from './payments.ts';
import { readHidden } from './secret.ts';
import { secretsOf } from './secrets-of.ts';

/** Flags of each command that changes the settings of a till. */
export interface SettingsFlags {
  data?: string;
  operator?: string;
}

const key = words(1, 100);
const NEXT_START = 'A running till takes the change over as soon as no payment runs.';
const AT_ONCE = 'A running till takes the change over at once.';

export function registerSettings(program: Command, cli: Cli): void {
  const settings = program
    .command('settings')
    .description('settings of this till, in settings.json of its data folder');
  const onFile = (command: Command) => withJson(withData(command));
  const changing = (command: Command) => onFile(command).option('--operator <name>', PIN_OPERATOR, operatorName);

  onFile(settings.command('list'))
    .description(
      'list every setting with the value in use: from the file (*), or from the environment or an administrator instead (!)',
    )
    .option('--written', 'only settings that the file contains')
    .action((flags: SettingsFlags & { written?: true }) => list(cli, flags));

  onFile(settings.command('get'))
    .description(
      'print the value in use of one setting as JSON, or null for its default; a note says if it is not from the file',
    )
    .argument('<key>', 'e.g. till.shop', key)
    .action((name: string, flags: SettingsFlags) => {
      const row = rowReader(cli, flags)(settingField(name));
      const over = overWords(row);
      if (over && !cli.isJson) cli.note(over);
      cli.print(row, visibleText(JSON.stringify(row.value)));
    });

  onFile(settings.command('explain'))
    .description('explain a setting, its default and its value in use')
    .argument('<key>', 'e.g. till.shop', key)
    .action((name: string, flags: SettingsFlags) => {
      const field = settingField(name);
      const row = rowReader(cli, flags)(field);
      const state =
        row.written === null ? 'Not set in settings.json.' : `Set in settings.json: ${JSON.stringify(row.written)}`;
      const over = overWords(row);
      const held = over ? [`In use: ${JSON.stringify(row.value)}, ${over}`] : [];
      const lines = [
        `${name}: ${field.words.label}. ${field.words.help}`,
        `Default: ${unsetOf(field)}`,
        state,
        ...held,
      ];
      cli.print({ ...field, ...row }, visibleLines(lines.join('\n')));
    });

  onFile(settings.command('check'))
    .description('check the file as a start of the till does; exit code 1 if the till would not start')
    .action((flags: SettingsFlags) => check(cli, flags));

  settings
    .command('schema')
    .description('print the JSON Schema of settings.json, for an editor')
    .action(() => {
      cli.io.stdout.write(`${JSON.stringify(settingsJsonSchema(), null, 2)}\n`);
    });

  changing(settings.command('set'))
    .description('set one setting: a word, or JSON for a list or an object; the command prompts for a password')
    .argument('<key>', 'e.g. till.shop', key)
    .argument('[value]', 'the new value', words(0, 20_000))
    .action(async (name: string, value: string | undefined, flags: SettingsFlags) => {
      const field = settingField(name);
      if (field.isSecret && value !== undefined)
        throw new UsageError(
          'CFG_INVALID',
          'Other programs can see the arguments of a command: leave the value out, and the command prompts for it.',
        );
      if (!field.isSecret && value === undefined) throw new UsageError('CFG_INVALID', `Give the value of ${name}.`);
      await change(cli, flags, name, value ?? (await readHidden(cli, `${name}: `)));
    });

  changing(settings.command('unset'))
    .description('remove one setting from the file')
    .argument('<key>', 'e.g. till.shop', key)
    .action((name: string, flags: SettingsFlags) => change(cli, flags, settingField(name).key, null));

  changing(settings.command('back'))
    .description('restore the version before the last change; a second time undoes that')
    .action(async (flags: SettingsFlags) => {
      await onTill(cli, flags, {
        act: { what: 'back' },
        running: (client, by) => client.settings.back(by),
        stopped: (file) => file.back(),
      });
      cli.print({ isDone: true }, `The settings before the last change are restored. ${NEXT_START}`);
    });
}

const fileOf = (cli: Cli, { data }: SettingsFlags): SettingsFile =>
  new SettingsFile(cli.dataDir(data), heldSettings({ env: cli.io.env }));

/**
 * Reads the settings once and makes a row for each field: the effective value without secrets, null if the default
 * applies, and the variable or administrator that overrides the file, or null.
 */
function rowReader(cli: Cli, flags: SettingsFlags) {
  const held = heldSettings({ env: cli.io.env });
  const file = fileOf(cli, flags).read();
  return ({ key: name, default: own = null }: SettingField) => {
    const { value = null, from, holder, written = null } = settingInForce(name, file, held);
    return { key: name, value, from, by: holder?.name ?? null, written, default: own };
  };
}

type Row = ReturnType<ReturnType<typeof rowReader>>;

/** Names the layer that overrides the file, and the value in the file. Returns null if no layer does. */
function overWords({ from, by, written }: Row): string | null {
  if (by === null) return null;
  const who = from === 'environment' ? `${by} of the environment` : by;
  return `set by ${who}; settings.json ${written === null ? 'has no value' : `has ${JSON.stringify(written)}`}`;
}

function list(cli: Cli, flags: SettingsFlags & { written?: true }): void {
  const rows = settingFields()
    .map(rowReader(cli, flags))
    .filter(({ written }) => written !== null || !flags.written);
  const line = (row: Row) => {
    const over = overWords(row);
    if (over) return `! ${row.key}  ${JSON.stringify(row.value)}  (${over})`;
    if (row.from === 'default') return `  ${row.key}  (${unsetOf(settingField(row.key))})`;
    return `* ${row.key}  ${JSON.stringify(row.value)}`;
  };
  const problems = fileOf(cli, flags).problems();
  cli.print(
    { settings: rows, problems },
    visibleLines(rows.map(line).join('\n') || 'settings.json has no settings: this till is in training.'),
  );
  if (problems.length > 0 && !cli.isJson)
    cli.note(visibleLines(`The till does not start with these settings: ${problems.join('\n')}`));
}

async function check(cli: Cli, flags: SettingsFlags): Promise<void> {
  const file = fileOf(cli, flags);
  const problems = file.problems();
  if (problems.length === 0) {
    try {
      const dataDir = cli.dataDir(flags.data);
      await readSettings({ dataDir, env: cli.io.env, secrets: secretsOf(cli, dataDir) });
    } catch (error) {
      problems.push(toFailure(error).message);
    }
  }
  const isFine = problems.length === 0;
  cli.print({ isFine, problems }, isFine ? `OK: ${file.path}` : visibleLines(problems.join('\n')));
  cli.exitCode = isFine ? 0 : 1;
}

const valueOf = (name: string, text: string | null) =>
  text === null ? {} : settingField(name).isSecret ? { secret: text } : { text };

async function change(cli: Cli, flags: SettingsFlags, name: string, text: string | null): Promise<void> {
  const changed = await setSetting(cli, flags, name, text);
  const to = changed.to === null ? '' : ` is ${changed.to}`;
  const message = text === null ? `${name} is removed from settings.json.` : `${name}${to || ' is set'}.`;
  const taken = settingField(name).applies === 'live' ? AT_ONCE : NEXT_START;
  cli.print({ ...changed }, visibleText(`${message} ${taken}`));
}

/** Sets one setting of a running or stopped till; null removes it from the file. Prints nothing. @throws as `onTill` */
export function setSetting(
  cli: Cli,
  flags: SettingsFlags,
  name: string,
  text: string | null,
): Promise<SettingChangeView> {
  return onTill(cli, flags, {
    act: { key: name },
    running: (client, by) => client.settings.set({ key: name, ...valueOf(name, text), ...by }),
    stopped: async (file, dataDir) => {
      if (!settingField(name).isSecret || text === null) return file.set(name, text);
      await secretsOf(cli, dataDir).keep(text, accountIn(file, cli.io.env));
      return { key: name, from: null, to: null };
    },
  });
}

/**
 * Runs a task on the running till, or on the folder of a stopped till.
 * @throws TillError ROLE_REQUIRED, ROLE_PIN_WRONG, ROLE_LOCKED; JRNL_IN_USE when another command uses the folder;
 * CFG_INVALID
 */
export async function onTill<Done>(
  cli: Cli,
  flags: SettingsFlags,
  task: {
    act: Record<string, string>;
    running: (client: HostClient, by: { operator?: Operator }) => Promise<Done>;
    stopped: (file: SettingsFile, dataDir: string) => Done | Promise<Done>;
  },
): Promise<Done> {
  return withShared(cli.dataDir(flags.data), async (client) => {
    if (client) return asNamed(cli, flags.operator, (by) => task.running(client, by));
    const dataDir = ensureDataDir(cli.dataDir(flags.data));
    const file = fileOf(cli, flags);
    const people = file.people();
    const journal = openJournal({ path: openableJournalOf(dataDir), clean: maskCardNumbers });
    try {
      return await asNamed(cli, flags.operator, async ({ operator }) => {
        recordAct(journal, people, { act: 'settings', operator, data: task.act });
        return task.stopped(file, dataDir);
      });
    } finally {
      journal.close();
    }
  });
}
