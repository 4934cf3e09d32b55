/** What the setup writes into settings.json: each time in one step, so that no till ever starts with half an answer. */
import { personKey, type Person } from '../../domain/index.ts';
import { setupFields, TillError, type SetupAnswers } from '../../contract/index.ts';
import { problemsOf, checkSettings, type HostConfig, type Json, type SettingsFile } from '../../config/index.ts';
import { setupRefused } from './faults.ts';

/** Where the password goes once it was tried: never into a file of ours that holds anything else. */
export interface PasswordKeeper {
  set(password: string, account: { url: string; username: string }): Promise<unknown>;
  /** Null: none is kept for that account. */
  of(account: { url: string; username: string }): Promise<string | null>;
}

/** Kept, and not in force: training goes on until the setup has come as far as the terminal. */
export function writeAccount(
  file: SettingsFile,
  { url, username }: { url: string; username: string },
  isTraining: boolean,
): boolean {
  return file.setAll(
    new Map<string, Json | undefined>([
      ...(isTraining ? [['mode', 'training'] as const] : []),
      ['platform.url', url],
      ['platform.username', username],
    ]),
  );
}

/** The till as it was answered: from its next life on it takes real cards. */
export function writeTill(file: SettingsFile, { account, merchant, shop, terminal }: SetupAnswers): boolean {
  if (!account || !merchant || !shop) throw new TillError('SETUP_STEP', 'The setup has not come that far.');
  return file.setAll(
    new Map<string, Json | undefined>([
      ['mode', 'live'],
      ['platform.url', account.url],
      ['platform.username', account.username],
      ['platform.merchant', merchant.id],
      ['till.shop', shop.shop],
      ['till.name', shop.name],
      ['till.currency', shop.currency],
      ['till.locale', shop.locale],
      ['receipts.timeZone', shop.timeZone ?? undefined],
      ['terminals', terminal ? [terminal.address] : undefined],
    ]),
  );
}

/** Whether the till that runs is the one that was answered. */
export function isTillOf(config: HostConfig, { account, merchant, shop, terminal }: SetupAnswers): boolean {
  const { mode, platform, till, terminals } = config;
  return (
    mode === 'live' &&
    platform?.url === account?.url &&
    platform?.merchant === merchant?.id &&
    till.shop === shop?.shop &&
    till.name === shop?.name &&
    till.currency === shop?.currency &&
    till.locale === shop?.locale &&
    (terminal === undefined || terminals.some(({ address }) => address === terminal.address))
  );
}

/** A manager who also looks after the terminals; somebody of the same name is replaced. */
export function writePerson(file: SettingsFile, person: Person & { pin: string }): boolean {
  const { people = [], managers = [] } = file.read();
  const others = (list: Json): Json[] =>
    Array.isArray(list) ? list.filter((one) => personKey(nameOf(one)) !== personKey(person.name)) : [];
  const left = others(managers);
  return file.setAll(
    new Map<string, Json | undefined>([
      ['people', [...others(people), { ...person }]],
      ['managers', left.length === 0 ? undefined : left],
    ]),
  );
}

function nameOf(one: Json): string {
  const name = typeof one === 'object' && one !== null && !Array.isArray(one) ? one['name'] : null;
  return typeof name === 'string' ? name : '';
}

/** The fields of a shop, each checked by the settings' own schema. @throws TillError SETUP_ANSWER */
export function checkedShop(typed: NonNullable<SetupAnswers['shop']>): NonNullable<SetupAnswers['shop']> {
  const shop = {
    shop: typed.shop.trim(),
    name: typed.name.trim(),
    currency: typed.currency.trim().toUpperCase(),
    locale: typed.locale.trim(),
    timeZone: typed.timeZone === null || typed.timeZone.trim() === '' ? null : typed.timeZone.trim(),
  };
  const fields: Readonly<Record<string, keyof typeof shop>> = {
    'till.shop': 'shop',
    'till.name': 'name',
    'till.currency': 'currency',
    'till.locale': 'locale',
    'receipts.timeZone': 'timeZone',
  };
  const { timeZone, ...till } = shop;
  const checked = checkSettings({ till, ...(timeZone === null ? {} : { receipts: { timeZone } }) });
  if (checked.success) return shop;
  const [problem = ''] = problemsOf(checked.error);
  const key = Object.keys(fields).find((one) => problem.startsWith(`${one}:`)) ?? 'till.shop';
  const field = fields[key] ?? 'shop';
  const why = shop[field] === '' ? 'empty' : 'form';
  throw setupRefused('shop-field', { key, why, field: setupFields[field], problem: problem.slice(key.length + 2) });
}
