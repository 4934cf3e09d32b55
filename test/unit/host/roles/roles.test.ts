/** Roles by name and PIN: right, wrong and locked PINs; everything in an immutable audit log. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Person } from '../../../../electron/domain/index.ts';
import { splitNames, toFailure, type Operator } from '../../../../electron/contract/index.ts';
import { openJournal, type AuditEntry, type JournalFile } from '../../../../electron/host/journal/index.ts';
import { hashPin, LockOut, Roles } from '../../../../electron/host/roles/index.ts';
import { isPin, isPinOnWorker } from '../../../../electron/host/roles/pin.ts';
import { TRIES } from '../../../../electron/host/roles/lockout.ts';

const cheap = { N: 1024, r: 1, p: 1 };
const managers: Person[] = [
  { name: 'Mo', roles: ['manager'], pin: hashPin('4711', cheap) },
  { name: 'Ada', roles: ['manager'], pin: hashPin('0000', cheap) },
];

let path: string;
let journal: JournalFile;
let now: number;
let startedAt: number;
let bootedAt: number;
/** Amount by which the wall clock was set. */
let setMs: number;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'tillbridge-roles-')), 'journal.sqlite');
  journal = openJournal({ path, clean: (text) => text });
  now = Date.UTC(2026, 0, 5);
  startedAt = now;
  bootedAt = now - 3_600_000;
  setMs = 0;
});
afterEach(() => {
  journal.close();
  rmSync(dirname(path), { recursive: true, force: true });
});

/** Roles as after a start: the journal has the wrong PINs. */
function rolesOf(who = managers): Roles {
  const audit = (entry: AuditEntry) => journal.audit(entry);
  const clock = { now: () => now + setMs, monotonic: () => now - startedAt };
  return new Roles({
    people: who,
    now: clock.now,
    audit,
    audited: (limit) => journal.audited(limit),
    lockOut: new LockOut({ clock, sinceBoot: () => now - bootedAt, pins: journal.auditLog.pins(), audit }),
  });
}

const refused = (roles: Roles, operator: Operator): Record<string, unknown> => {
  try {
    roles.record('reverse', operator, null, {});
  } catch (error) {
    const { code, context } = toFailure(error);
    return { code, ...context };
  }
  return { code: 'done' };
};

describe('managers', () => {
  test('the right PIN leads to the act, which is audited under the manager’s own name', () => {
    const roles = rolesOf();
    expect(roles.record('refund', { name: 'mo', pin: '4711' }, 'attempt-1', { amountMinor: 5 })).toBe('Mo');
    expect(roles.log(5)).toEqual([
      {
        at: '2026-01-05T00:00:00.000Z',
        operator: 'Mo',
        role: 'manager',
        action: 'refund',
        attempt: 'attempt-1',
        data: { amountMinor: 5 },
      },
    ]);
  });

  test.each([
    ['an act without a name', undefined, 'ROLE_REQUIRED'],
    ['a name alone', { name: 'Mo' }, 'ROLE_REQUIRED'],
    ['another’s PIN', { name: 'Mo', pin: '0000' }, 'ROLE_PIN_WRONG'],
    ['an unknown name', { name: 'Eve', pin: '4711' }, 'ROLE_PIN_WRONG'],
    ['a longer PIN', { name: 'Mo', pin: '47110' }, 'ROLE_PIN_WRONG'],
  ])('%s is refused and nothing is done', (_name, operator, code) => {
    const roles = rolesOf();
    expect(() => roles.record('decide', operator, 'attempt-1', {})).toThrow(expect.objectContaining({ code }));
    expect(roles.log(5).filter(({ action }) => action === 'decide')).toEqual([]);
  });

  const waits = [2_000, 4_000, 8_000, 30_000, 600_000, 1_200_000, 2_400_000, 3_600_000, 3_600_000];

  test.each(['Mo', 'Nobody'])(
    '%s: a wrong PIN shows the remaining tries and a longer wait each time, and then locks the name',
    (name) => {
      const roles = rolesOf();
      for (const [index, waitMs] of waits.entries()) {
        const isLocked = index + 1 >= TRIES;
        const until = new Date(now + waitMs).toISOString();
        const said = isLocked
          ? { code: 'ROLE_LOCKED', until, waitMs, name, ask: name === 'Mo' ? 'Ada' : 'Mo\nAda' }
          : { code: 'ROLE_PIN_WRONG', triesLeft: 4 - index, waitMs };
        expect(refused(roles, { name, pin: 'no' })).toEqual(said);
        // Until then PINs are rejected without being counted.
        now += waitMs - 1;
        for (const pin of ['no', '4711'])
          expect(refused(roles, { name, pin })).toMatchObject({ code: 'ROLE_LOCKED', waitMs: 1 });
        now += 1;
      }
      expect(roles.log(99)).toHaveLength(waits.length);
      expect(refused(roles, { name: 'Mo', pin: '4711' })).toEqual({ code: 'done' });
    },
  );

  test('one person’s typos delay only that person', () => {
    const roles = rolesOf();
    for (const waitMs of waits.slice(0, TRIES)) {
      expect(refused(roles, { name: 'mo ', pin: 'no' })).toMatchObject({ waitMs });
      now += waitMs;
      expect(refused(roles, { name: 'Ada', pin: '0000' })).toEqual({ code: 'done' });
    }
  });

  test('many wrong PINs under many names delay the till until a right PIN', () => {
    const roles = rolesOf();
    for (let count = 1; count < 10; count += 1)
      expect(refused(roles, { name: `Name ${count}`, pin: 'no' })).toMatchObject({ waitMs: 2_000 });
    expect(refused(roles, { name: 'Name 10', pin: 'no' })).toMatchObject({ waitMs: 30_000 });
    const everybody = { code: 'ROLE_LOCKED', until: new Date(now + 30_000).toISOString(), waitMs: 30_000 };
    expect(refused(roles, { name: 'Ada', pin: '0000' })).toEqual(everybody);
    for (let count = 11; count <= 20; count += 1) {
      now += 30_000;
      expect(refused(roles, { name: `Name ${count}`, pin: 'no' })).toMatchObject({
        waitMs: count < 20 ? 30_000 : 120_000,
      });
    }
    now += 120_000;
    expect(refused(roles, { name: 'Ada', pin: '0000' })).toEqual({ code: 'done' });
    expect(refused(roles, { name: 'Eve', pin: 'no' })).toMatchObject({ waitMs: 2_000 });
  });

  test('a right PIN in between resets the count, also across a restart', () => {
    for (let round = 0; round < 3; round += 1) {
      for (let tried = 1; tried < TRIES; tried += 1) {
        expect(refused(rolesOf(), { name: 'Mo', pin: 'no' })).toMatchObject({ triesLeft: TRIES - tried });
        now += 30_000;
      }
      expect(refused(rolesOf(), { name: 'Mo', pin: '4711' })).toEqual({ code: 'done' });
    }
  });

  test.each([
    ['a restart of the till', () => undefined, 29_000],
    ['a clock set forward', () => (setMs = 864e5), 29_000],
    ['a clock set back', () => (setMs = -864e5), 29_000],
    ['a restart of the computer, which begins the wait anew,', () => (bootedAt = now), 30_000],
    ['a restart of the computer 20 s ago', () => ((now += 20_000), (bootedAt = now - 20_000)), 30_000],
  ])('%s keeps the count and the wait', (_what, happens, waitMs) => {
    for (let tried = 1; tried < TRIES; tried += 1) {
      expect(refused(rolesOf(), { name: 'Mo', pin: 'no' })).toMatchObject({ triesLeft: TRIES - tried });
      if (tried < TRIES - 1) now += 8_000;
    }
    now += 1_000;
    happens();
    startedAt = now;
    const roles = rolesOf();
    expect(refused(roles, { name: 'Mo', pin: '4711' })).toMatchObject({ code: 'ROLE_LOCKED', waitMs });
    now += waitMs;
    expect(refused(roles, { name: 'Mo', pin: 'no' })).toMatchObject({ code: 'ROLE_LOCKED', waitMs: 600_000 });
  });

  test('a precomputed hash check is used once, and counts like any other', async () => {
    const roles = rolesOf();
    const wrong = { name: 'Mo', pin: 'no' };
    const over = await roles.prove(wrong);
    expect(refused(roles, wrong)).toMatchObject({ code: 'ROLE_PIN_WRONG', triesLeft: 4 });
    over();
    now += 2_000;
    const right = { name: 'Mo', pin: '4711' };
    const [one, other] = await Promise.all([roles.prove(wrong), roles.prove(right)]);
    expect(refused(roles, right)).toEqual({ code: 'done' });
    expect(refused(roles, wrong)).toMatchObject({ code: 'ROLE_PIN_WRONG', triesLeft: 4 });
    one();
    other();
  });

  test('the audit log never contains a PIN', () => {
    const roles = rolesOf();
    expect(() => roles.record('refund', { name: 'Mo', pin: '9876543' }, null, {})).toThrow();
    now += 2_000;
    roles.record('refund', { name: 'Mo', pin: '4711' }, null, {});
    expect(JSON.stringify(roles.log(9))).not.toMatch(/9876543|4711/);
  });

  test('an act without an audit entry is not done', () => {
    const audit = () => {
      throw new Error('disk full');
    };
    const clock = { now: () => now, monotonic: () => now };
    const lockOut = new LockOut({ clock, sinceBoot: clock.monotonic, pins: [], audit });
    const roles = new Roles({ people: managers, now: clock.now, audit, audited: () => [], lockOut });
    for (const pin of ['4711', 'no'])
      expect(() => roles.record('refund', { name: 'Mo', pin }, null, {})).toThrow('disk full');
  });
});

describe('roles', () => {
  const maya: Person = { name: 'Maya', roles: ['cashier'], pin: managers[0]?.pin ?? '' };
  const tess: Person = { name: 'Tess', roles: ['cashier', 'technician'], pin: managers[0]?.pin ?? '' };
  const people = [maya, { name: 'Kim', roles: ['cashier' as const] }, ...managers];

  test('a request compares no other cashier’s name, however many there are', async () => {
    let reads = 0;
    const others = Array.from({ length: 500 }, (_, at): Person => ({
      ...maya,
      get name() {
        reads += 1;
        return `Cashier ${at}`;
      },
    }));
    const roles = rolesOf([...others, ...people]);
    reads = 0;
    const operator = { name: 'Maya', pin: '4711' };
    const over = await roles.prove(operator);
    expect(roles.identify(operator)).toBe(maya);
    over();
    expect(() => roles.record('refund', operator, null, {})).toThrow('may not do this');
    expect(roles.hasPin('nobody')).toBe(false);
    expect(reads).toBe(0);
  });

  test('a cashier with the right PIN may not act, learns which people may, and is audited', () => {
    const roles = rolesOf(people);
    expect(() => roles.record('refund', { name: 'maya', pin: '4711' }, null, {})).toThrow(
      expect.objectContaining({ code: 'ROLE_REQUIRED', context: { role: 'manager', name: 'Maya', ask: 'Mo\nAda' } }),
    );
    expect(roles.log(5)).toMatchObject([{ operator: 'Maya', action: 'not-allowed', data: { act: 'refund' } }]);
  });

  test('a locked person is shown as configured, with the people who may act; a name with a comma is one name', () => {
    const ruiz: Person = { name: 'Ruiz, J.', roles: ['manager'], pin: managers[1]?.pin ?? '' };
    const lee: Person = { ...ruiz, name: 'Lee\nSr.' };
    const roles = rolesOf([...people, ruiz, lee, tess]);
    refused(roles, { name: 'mo ', pin: 'no' });
    const { ask, ...locked } = refused(roles, { name: 'MO', pin: '4711' });
    expect(locked).toMatchObject({ code: 'ROLE_LOCKED', name: 'Mo' });
    expect(splitNames(String(ask))).toEqual(['Ada', 'Ruiz, J.', 'Lee Sr.']);
    const toSignIn = () => roles.identify({ name: 'mo', pin: '4711' });
    expect(toSignIn).toThrow(expect.objectContaining({ context: expect.objectContaining({ name: 'Mo', ask }) }));
    const device = () => roles.record('device-action', { name: 'Mo', pin: '4711' }, null, {});
    expect(device).toThrow(expect.objectContaining({ context: expect.objectContaining({ name: 'Mo', ask: 'Tess' }) }));
    now += 2_000;
    expect(refused(roles, { name: 'Lee Sr.', pin: '0000' })).toEqual({ code: 'done' });
  });

  test.each(['Mo', 'mo', ' Mo ', 'M\u200Bo', 'ＭＯ', 'M\u00ADo'])('the name %j is Mo’s only', (name) => {
    const roles = rolesOf(people);
    expect(() => roles.record('note', { name }, null, {})).toThrow(/ROLE_REQUIRED/u);
    expect(roles.record('note', { name, pin: '4711' }, null, {})).toBe('Mo');
  });

  test('a person may use a name without a PIN for acts without a role, and a note is audited', () => {
    const roles = rolesOf(people);
    expect(roles.record('note', { name: 'Kim' }, null, {})).toBe('Kim');
    expect(roles.record('capture', undefined, null, {})).toBe('cashier');
    expect(() => roles.record('note', undefined, null, {})).toThrow(/ROLE_REQUIRED/u);
    expect(roles.log(5)).toMatchObject([{ operator: 'Kim', role: 'anybody', action: 'note' }]);
  });

  test('Devices need a technician, or a manager if there is none', () => {
    const byMo = (roles: Roles) => roles.record('device-action', { name: 'Mo', pin: '4711' }, null, {});
    expect(byMo(rolesOf(people))).toBe('Mo');
    const roles = rolesOf([...people, tess]);
    expect(() => byMo(roles)).toThrow(
      expect.objectContaining({ context: { role: 'technician', name: 'Mo', ask: 'Tess' } }),
    );
    expect(roles.record('device-action', { name: 'Tess', pin: '4711' }, null, {})).toBe('Tess');
    expect(() => roles.record('refund', { name: 'Tess', pin: '4711' }, null, {})).toThrow(/ROLE_REQUIRED/u);
  });
});

describe('a till without people', () => {
  test('a Device action needs no name, as before, and is audited', () => {
    const roles = rolesOf([{ name: 'Kim', roles: ['cashier'] }]);
    expect(roles.record('device-action', undefined, null, { action: 'REBOOT' })).toBe('cashier');
    expect(roles.log(5)).toMatchObject([{ operator: 'cashier', role: 'operator', action: 'device-action' }]);
  });

  test('a name is required and enough', () => {
    const roles = rolesOf([]);
    expect(roles.record('release', { name: 'Kim' }, 'attempt-1', {})).toBe('Kim');
    expect(() => roles.record('release', undefined, 'attempt-1', {})).toThrow(/ROLE_REQUIRED/);
    expect(roles.log(5)).toMatchObject([{ operator: 'Kim', role: 'operator' }]);
  });
});

test('the audit log is append-only, even for a process that opens the file', () => {
  rolesOf().record('refund', { name: 'Mo', pin: '4711' }, null, { amountMinor: 5 });
  journal.close();
  const db = new DatabaseSync(path);
  expect(() => db.exec("UPDATE audit SET operator = 'Eve'")).toThrow(/append-only/);
  expect(() => db.exec('DELETE FROM audit')).toThrow(/append-only/);
  db.close();
  journal = openJournal({ path, clean: (text) => text });
  expect(journal.audited(5)).toMatchObject([{ operator: 'Mo', action: 'refund' }]);
});

test('a PIN is stored as a salted hash with the cost of a guess', () => {
  expect(hashPin('4711')).toMatch(/^scrypt\$65536,8,2\$[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+$/);
  expect(hashPin('4711', cheap)).not.toBe(hashPin('4711', cheap));
});

test.each([
  // These hashes are from an earlier version, which did not store the numbers of scrypt.
  ['4711', 'scrypt$AAECAwQFBgcICQoLDA0ODw==$7o11MVJipvSNHUJAm2PM1uUJjyTQdB689uM6TbT3FJE=', true],
  ['4712', 'scrypt$AAECAwQFBgcICQoLDA0ODw==$7o11MVJipvSNHUJAm2PM1uUJjyTQdB689uM6TbT3FJE=', false],
  ['4711', 'scrypt$1073741824,8,1$AAAA$AAAA', false],
  ['4711', 'scrypt$1000,8,1$AAAA$AAAA', false],
  ['4711', '', false],
])('the PIN %s matches the hash %s: %s', async (pin, hash, isRight) => {
  expect(isPin(pin, hash)).toBe(isRight);
  expect(await isPinOnWorker(pin, hash)).toBe(isRight);
});
