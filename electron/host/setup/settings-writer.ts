/**
 * Writes the setup's answers to settings.json, each time in one atomic write, so that the till never starts with half
 * an answer.
 */
import { personKey, type Person } from '../../domain/index.ts';
import { setupFields, TillError, type SetupAnswers } from '../../contract/index.ts';
import { checkSettings, faultsOf, type HostConfig, type SettingsFile } from '../../config/index.ts';
import { setupRefused } from './faults.ts';

/** Store of the confirmed password; the password is never written to a file with other content. */
export interface PasswordKeeper {
  set(password: string, account: { url: string; username: string }): Promise<unknown>;
  /** Password of the account, or null. */
  of(account: { url: string; username: string }): Promise<string | null>;
}

/** Stores the account without using it: training continues until the setup has passed the terminal step. */
export function writeAccount(
  file: SettingsFile,
  { url, username }: { url: string; username: string },
  isTraining: boolean,
): boolean {
  return file.setAll({
    ...(isTraining ? { mode: 'training' } : {}),
    'platform.url': url,
    'platform.username': username,
  });
}

/** Settings of the shop's fields. */
const shopKeys = {
  shop: 'till.shop',
  name: 'till.name',
  currency: 'till.currency',
  locale: 'till.locale',
  timeZone: 'receipts.timeZone',
} as const;
type Shop = NonNullable<SetupAnswers['shop']>;
const shopFields = Object.keys(shopKeys) as (keyof Shop)[];

/** Writes the answers; from its next start on, the till takes real cards. */
export function writeTill(file: SettingsFile, { account, merchant, shop, terminal }: SetupAnswers): boolean {
  if (!account || !merchant || !shop) throw new TillError('SETUP_STEP', 'The setup has not come that far.');
  return file.setAll({
    mode: 'live',
    'platform.url': account.url,
    'platform.username': account.username,
    'platform.merchant': merchant.id,
    ...Object.fromEntries(shopFields.map((field) => [shopKeys[field], shop[field] ?? undefined])),
    terminals: terminal ? [terminal.address] : undefined,
  });
}

/** True if the running till uses the answers. */
export function isTillOf(config: HostConfig, { account, merchant, shop, terminal }: SetupAnswers): boolean {
  const { mode, platform, till, terminals } = config;
  return (
    mode === 'live' &&
    platform?.url === account?.url &&
    platform?.merchant === merchant?.id &&
    shopFields.every((field) => field === 'timeZone' || till[field] === shop?.[field]) &&
    (terminal === undefined || terminals.some(({ address }) => address === terminal.address))
  );
}

/** Adds a manager who also maintains the terminals; replaces a person with the same name. */
export function writePerson(file: SettingsFile, person: Person): boolean {
  const others = file.writtenPeople().filter(({ name }) => personKey(name) !== personKey(person.name));
  return file.setPeople([...others, person]);
}

/**
 * Validates the shop's fields with the settings' own schema.
 * @throws SETUP_ANSWER
 */
export function checkedShop(typed: Shop): Shop {
  const shop = {
    shop: typed.shop.trim(),
    name: typed.name.trim(),
    currency: typed.currency.trim().toUpperCase(),
    locale: typed.locale.trim(),
    timeZone: typed.timeZone?.trim() || null,
  };
  const { timeZone, ...till } = shop;
  const checked = checkSettings({ till, ...(timeZone === null ? {} : { receipts: { timeZone } }) });
  if (checked.success) return shop;
  const [{ key, text: problem } = { key: '', text: '' }] = faultsOf(checked.error);
  const field = shopFields.find((one) => shopKeys[one] === key) ?? 'shop';
  const why = shop[field] === '' ? 'empty' : 'form';
  throw setupRefused('shop-field', { key, why, field: setupFields[field], problem });
}
