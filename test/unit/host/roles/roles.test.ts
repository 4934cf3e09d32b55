/** Who may do what needs a name: PIN right, wrong, locked; everything in a log that nobody can change. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openJournal, type JournalFile } from '../../../../electron/host/journal/index.ts';
import { hashPin, Roles } from '../../../../electron/host/roles/index.ts';
import { LOCKED_MS, TRIES } from '../../../../electron/host/roles/roles.ts';

const managers = [
  { name: 'Mo', pin: hashPin('4711') },
  { name: 'Ada', pin: hashPin('0000') },
];

let path: string;
let journal: JournalFile;
let now: number;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'tillbridge-roles-')), 'journal.sqlite');
  journal = openJournal({ path, clean: (text) => text });
  now = Date.UTC(2026, 0, 5);
});
afterEach(() => {
  journal.close();
  rmSync(dirname(path), { recursive: true, force: true });
});

const rolesOf = (who = managers): Roles =>
  new Roles({
    managers: who,
    now: () => now,
    audit: (entry) => journal.audit(entry),
    audited: (limit) => journal.audited(limit),
  });

describe('with managers', () => {
  test('the right PIN: done, and in the log under the manager’s own name', () => {
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
    ['nobody', undefined, 'ROLE_REQUIRED'],
    ['a name alone', { name: 'Mo' }, 'ROLE_REQUIRED'],
    ['another’s PIN', { name: 'Mo', pin: '0000' }, 'ROLE_PIN_WRONG'],
    ['a name nobody has', { name: 'Eve', pin: '4711' }, 'ROLE_PIN_WRONG'],
    ['a longer PIN', { name: 'Mo', pin: '47110' }, 'ROLE_PIN_WRONG'],
  ])('%s is refused and nothing is done', (_name, operator, code) => {
    const roles = rolesOf();
    expect(() => roles.record('decide', operator, 'attempt-1', {})).toThrow(expect.objectContaining({ code }));
    expect(roles.log(5).filter(({ action }) => action === 'decide')).toEqual([]);
  });

  test('says how many tries are left, locks everybody out, and opens again', () => {
    const roles = rolesOf();
    for (let tried = 1; tried < TRIES; tried += 1) {
      expect(() => roles.record('reverse', { name: 'Mo', pin: 'no' }, null, {})).toThrow(
        expect.objectContaining({ code: 'ROLE_PIN_WRONG', context: { triesLeft: TRIES - tried } }),
      );
    }
    const until = new Date(now + LOCKED_MS).toISOString();
    for (const pin of ['no', '4711']) {
      expect(() => roles.record('reverse', { name: 'Mo', pin }, null, {})).toThrow(
        expect.objectContaining({ code: 'ROLE_LOCKED', context: { until } }),
      );
    }
    expect(() => roles.record('reverse', { name: 'Ada', pin: '0000' }, null, {})).toThrow(/ROLE_LOCKED/);
    now += LOCKED_MS;
    expect(roles.record('reverse', { name: 'Mo', pin: '4711' }, null, {})).toBe('Mo');
    expect(roles.log(99).map(({ action }) => action)).toEqual(['reverse', ...Array(TRIES).fill('wrong-pin')]);
  });

  test('a right PIN in between takes the count back', () => {
    const roles = rolesOf();
    for (let round = 0; round < 3; round += 1) {
      for (let tried = 1; tried < TRIES; tried += 1)
        expect(() => roles.record('refund', { name: 'Mo', pin: 'no' }, null, {})).toThrow(/ROLE_PIN_WRONG/);
      expect(roles.record('refund', { name: 'Mo', pin: '4711' }, null, {})).toBe('Mo');
    }
  });

  test('no PIN is ever in the log', () => {
    const roles = rolesOf();
    expect(() => roles.record('refund', { name: 'Mo', pin: '9876543' }, null, {})).toThrow();
    roles.record('refund', { name: 'Mo', pin: '4711' }, null, {});
    expect(JSON.stringify(roles.log(9))).not.toMatch(/9876543|4711/);
  });

  test('what cannot be written down is not done', () => {
    const roles = new Roles({
      managers,
      now: () => now,
      audit: () => {
        throw new Error('disk full');
      },
      audited: () => [],
    });
    expect(() => roles.record('refund', { name: 'Mo', pin: '4711' }, null, {})).toThrow('disk full');
  });
});

describe('without managers', () => {
  test('a name is enough, and needed', () => {
    const roles = rolesOf([]);
    expect(roles.record('release', { name: 'Kim' }, 'attempt-1', {})).toBe('Kim');
    expect(() => roles.record('release', undefined, 'attempt-1', {})).toThrow(/ROLE_REQUIRED/);
    expect(roles.log(5)).toMatchObject([{ operator: 'Kim', role: 'operator' }]);
  });
});

test('the audit log is append-only, also for whoever opens the file', () => {
  rolesOf().record('refund', { name: 'Mo', pin: '4711' }, null, { amountMinor: 5 });
  journal.close();
  const db = new DatabaseSync(path);
  expect(() => db.exec("UPDATE audit SET operator = 'Eve'")).toThrow(/append-only/);
  expect(() => db.exec('DELETE FROM audit')).toThrow(/append-only/);
  db.close();
  journal = openJournal({ path, clean: (text) => text });
  expect(journal.audited(5)).toMatchObject([{ operator: 'Mo', action: 'refund' }]);
});

test('a PIN is kept as a hash with a salt of its own', () => {
  expect(hashPin('4711')).not.toBe(hashPin('4711'));
  expect(hashPin('4711')).toMatch(/^scrypt\$[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+$/);
});
