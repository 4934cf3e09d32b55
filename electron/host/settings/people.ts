/** Who works here, as settings.json has it: one change to one person. Pure. */
import { personKey, type RoleName } from '../../domain/index.ts';
import { TillError, type PersonChange, type PersonFault } from '../../contract/index.ts';
import type { Json, JsonObject, SettingsFile } from '../../config/index.ts';
import { hashPinBeside, pinFault } from '../roles/index.ts';

/** What a person is by when nothing is said (settings-schema.ts). */
const NOTHING_SAID: readonly RoleName[] = ['cashier'];
const MAX_NAME = 60;

interface Written {
  readonly name: string;
  readonly roles: readonly RoleName[];
  readonly pin?: string;
}

const sentences: Readonly<Record<PersonFault, string>> = {
  empty: 'A person needs a name',
  long: `A name may have at most ${MAX_NAME} characters`,
  taken: 'Somebody here has this name already',
  gone: 'Nobody here has this name: somebody else changed it meanwhile',
  held: 'Who works here is not set at the till',
  'pin-form': 'A PIN has 4 to 12 digits',
  'pin-easy': 'This PIN is guessed first: all digits alike, or in a row',
  'pin-needed': 'A manager or technician needs a PIN first: without one anybody could be them',
  'manager-needed': 'Where somebody has a PIN a manager is needed',
};

function refused(fault: PersonFault, name: string): TillError {
  return new TillError('CFG_PERSON', `${sentences[fault]}. Nothing was changed.`, { context: { name, fault } });
}

/** A PIN that was chosen, as it is kept. @throws TillError CFG_PERSON */
export async function hashedPin({ name, pin }: { name: string; pin: string }): Promise<string> {
  const fault = pinFault(pin);
  if (fault !== null) throw refused(fault, name);
  return hashPinBeside(pin);
}

/**
 * Makes one change, in one step, of people as the file has them, those of earlier versions among them.
 * @param hash of the PIN that the change gives. @throws TillError CFG_PERSON, CFG_INVALID, CFG_CHANGED
 */
export function changePerson(file: SettingsFile, change: PersonChange, hash: string | undefined): void {
  if (file.holder('people')) throw refused('held', change.name);
  const before = writtenPeople(file.read());
  const after = changed(before, change, hash);
  const unproven = after.find(({ roles, pin }) => pin === undefined && roles.some((role) => role !== 'cashier'));
  if (unproven) throw refused('pin-needed', unproven.name);
  if (after.some(({ pin }) => pin !== undefined) && !after.some(({ roles }) => roles.includes('manager')))
    throw refused('manager-needed', change.name);
  file.setAll(
    new Map<string, Json | undefined>([
      ['managers', undefined],
      ['people', after.length === 0 ? undefined : after.map((one): Json => ({ ...one, roles: [...one.roles] }))],
    ]),
  );
}

/** @throws TillError CFG_PERSON */
function changed(before: readonly Written[], change: PersonChange, hash: string | undefined): Written[] {
  const isThem = (one: Written) => personKey(one.name) === personKey(change.name);
  const pin = hash === undefined ? {} : { pin: hash };
  if (change.do === 'add') return [...before, { name: freeName(before, change.name), roles: change.roles, ...pin }];
  if (!before.some(isThem)) throw refused('gone', change.name);
  switch (change.do) {
    case 'retire':
      return before.filter((one) => !isThem(one));
    case 'rename': {
      const name = freeName(
        before.filter((one) => !isThem(one)),
        change.to,
      );
      return before.map((one) => (isThem(one) ? { ...one, name } : one));
    }
    case 'roles':
      return before.map((one) => (isThem(one) ? { ...one, roles: change.roles, ...pin } : one));
    case 'pin':
      return before.map((one) => (isThem(one) ? { ...one, ...pin } : one));
  }
}

function freeName(others: readonly Written[], typed: string): string {
  const name = typed.trim();
  if (personKey(name) === '') throw refused('empty', name);
  if (name.length > MAX_NAME) throw refused('long', name);
  if (others.some((one) => personKey(one.name) === personKey(name))) throw refused('taken', name);
  return name;
}

/** As the schema reads them; what it would not take stands there as it is, and is refused where it is written. */
function writtenPeople({ people = [], managers = [] }: JsonObject): Written[] {
  const listed = (list: Json, roles?: RoleName[]): Written[] =>
    (Array.isArray(list) ? list : []).map(
      (one) => ({ roles: NOTHING_SAID, ...(one as object), ...(roles ? { roles } : {}) }) as Written,
    );
  return [...listed(managers, ['manager', 'technician']), ...listed(people)];
}
