/** Makes a single change to the people in settings.json. */
import { personKey, type Person, type RoleName } from '../../domain/index.ts';
import { TillError, type PersonChange, type PersonFault } from '../../contract/index.ts';
import {
  inNewestForm,
  lackingPin,
  lacksManager,
  type Json,
  type JsonObject,
  type SettingsFile,
} from '../../config/index.ts';
import { hashPinBeside, pinFault } from '../roles/index.ts';

/** Roles of a person whose entry names none, as in the schema of the settings. */
const ROLES_BY_DEFAULT: RoleName[] = ['cashier'];
const MAX_NAME = 60;

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

/** Hash of a chosen PIN. @throws TillError CFG_PERSON */
export async function hashedPin({ name, pin }: { name: string; pin: string }): Promise<string> {
  const fault = pinFault(pin);
  if (fault !== null) throw refused(fault, name);
  return hashPinBeside(pin);
}

/**
 * Makes one change in one step. Managers of earlier versions become people with roles.
 * @param hash hash of the PIN in the change
 * @throws TillError CFG_PERSON, CFG_INVALID, CFG_CHANGED
 */
export function changePerson(file: SettingsFile, change: PersonChange, hash: string | undefined): void {
  if (file.holder('people')) throw refused('held', change.name);
  const before = writtenPeople(file.read());
  const after = changed(before, change, hash);
  const unproven = lackingPin(after);
  if (unproven) throw refused('pin-needed', unproven.name);
  if (lacksManager(after)) throw refused('manager-needed', change.name);
  file.setAll(
    new Map<string, Json | undefined>([
      ['managers', undefined],
      [
        'people',
        after.length === 0
          ? undefined
          : after.map(({ pin, ...one }): Json => ({ ...one, ...(pin === undefined ? {} : { pin }) })),
      ],
    ]),
  );
}

/** @throws TillError CFG_PERSON */
function changed(before: readonly Person[], change: PersonChange, hash: string | undefined): Person[] {
  const isThem = (one: Person) => personKey(one.name) === personKey(change.name);
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

function freeName(others: readonly Person[], typed: string): string {
  const name = typed.trim();
  if (personKey(name) === '') throw refused('empty', name);
  if (name.length > MAX_NAME) throw refused('long', name);
  if (others.some((one) => personKey(one.name) === personKey(name))) throw refused('taken', name);
  return name;
}

/**
 * People of the file, those of earlier versions among them. An entry that the schema refuses is kept: writing refuses
 * it.
 */
function writtenPeople({ managers, people }: JsonObject): Person[] {
  const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
  const all = inNewestForm({ managers: list(managers), people: list(people) });
  return list(all?.['people']).map((one) => ({ roles: ROLES_BY_DEFAULT, ...(one as object) }) as Person);
}
