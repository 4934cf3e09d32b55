/** Makes a single change to the people in settings.json. */
import { personKey, type Person } from '../../domain/index.ts';
import { TillError, type PersonChange, type PersonFault } from '../../contract/index.ts';
import { personWithoutPin, lacksManager, type SettingsFile } from '../../config/index.ts';
import { settings } from '../../words/generated/en/settings.ts';
import { hashPinOnWorker, pinFault } from '../roles/index.ts';

const MAX_NAME = 60;

function refused(fault: PersonFault, name: string): TillError {
  return new TillError('CFG_PERSON', `${settings.people.faults[fault]} Nothing was changed.`, {
    context: { name, fault },
  });
}

/**
 * Makes one change in one step. Managers of earlier versions become people with roles.
 * @throws TillError CFG_PERSON, CFG_INVALID, CFG_CHANGED
 */
export async function changePerson(file: SettingsFile, change: PersonChange): Promise<void> {
  const pin = 'pin' in change && change.pin !== undefined ? { pin: await hashed(change.name, change.pin) } : {};
  if (file.holder('people')) throw refused('held', change.name);
  const after = changed(file.writtenPeople(), change, pin);
  const unproven = personWithoutPin(after);
  if (unproven) throw refused('pin-needed', unproven.name);
  if (lacksManager(after)) throw refused('manager-needed', change.name);
  file.setPeople(after);
}

/** @throws TillError CFG_PERSON */
async function hashed(name: string, pin: string): Promise<string> {
  const fault = pinFault(pin);
  if (fault !== null) throw refused(fault, name);
  return hashPinOnWorker(pin);
}

/** @throws TillError CFG_PERSON */
function changed(before: readonly Person[], change: PersonChange, pin: { pin?: string }): Person[] {
  const isThem = (one: Person) => personKey(one.name) === personKey(change.name);
  if (change.do === 'add') return [...before, { name: freeName(before, change.name), roles: change.roles, ...pin }];
  const others = before.filter((one) => !isThem(one));
  if (others.length === before.length) throw refused('gone', change.name);
  if (change.do === 'retire') return others;
  const name = change.do === 'rename' ? { name: freeName(others, change.to) } : {};
  const roles = change.do === 'roles' ? { roles: change.roles } : {};
  return before.map((one) => (isThem(one) ? { ...one, ...name, ...roles, ...pin } : one));
}

function freeName(others: readonly Person[], typed: string): string {
  const name = typed.trim();
  if (personKey(name) === '') throw refused('empty', name);
  if (name.length > MAX_NAME) throw refused('long', name);
  if (others.some((one) => personKey(one.name) === personKey(name))) throw refused('taken', name);
  return name;
}
