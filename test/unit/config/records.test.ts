import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openJournal } from '../../../electron/host/index.ts';
import { journalPathOf, openableJournalOf, migrateTraining } from '../../../electron/config/index.ts';
import { temporaryFolder } from '../../fixtures/folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('tillbridge records ');
});

const journal = (): string => join(folder, 'journal.sqlite');
const aside = (name = ''): string => join(folder, 'training', name);

/** A journal of an earlier version in the data folder. */
function leave({ modes, accounts }: { modes: readonly string[]; accounts: readonly (string | undefined)[] }): void {
  const file = openJournal({ path: journal(), clean: (text) => text });
  modes.forEach((mode, at) => {
    const isFirst = at === 0;
    const data = isFirst
      ? { version: '1', settings: JSON.stringify({ mode }), because: 'first' }
      : { key: 'mode', from: null, to: mode };
    const action = isFirst ? 'settings-known' : 'settings-changed';
    file.audit({ at, operator: 'tillbridge', role: 'host', action, attempt: null, data });
  });
  accounts.forEach((account, index) => {
    const row = { id: `A-${index}`, startedAt: 1, isOpen: false, watchUntil: null };
    file.append(row, { type: 'begin', at: 1, intent: { attempt: row.id, ...(account ? { account } : {}) } });
    file.append(row, { type: 'cancel', at: 2 });
  });
  file.close();
  for (const name of ['sandbox.sqlite', 'sandbox-credentials.json', 'settings.json'])
    writeFileSync(join(folder, name), '{}');
}

test('proven training records move to their folder with recovery log and sandbox; other records stay', () => {
  leave({ modes: ['training', 'training'], accounts: ['12345678/MU1/local', '12345678/-/local'] });
  expect(migrateTraining(folder)).toBe(true);
  expect(readdirSync(folder).toSorted()).toEqual(['settings.json', 'training']);
  expect(readdirSync(aside())).toEqual(
    expect.arrayContaining([
      'journal.sqlite',
      'journal.sqlite.recovery-log',
      'sandbox.sqlite',
      'sandbox-credentials.json',
    ]),
  );
  if (process.platform !== 'win32') expect(statSync(aside()).mode & 0o777).toBe(0o700);
  const moved = openJournal({ path: aside('journal.sqlite'), clean: (text) => text });
  expect(moved.recent(10)).toHaveLength(2);
  moved.close();
  expect(migrateTraining(folder)).toBe(false);
});

test.each<[string, Parameters<typeof leave>[0]]>([
  ['was live once', { modes: ['training', 'live', 'training'], accounts: [] }],
  ['is live', { modes: ['live'], accounts: [] }],
  ['has a payment at another platform', { modes: ['training'], accounts: ['1/-/local', '1/-/platform.example'] }],
  ['has a payment of an unknown account', { modes: ['training'], accounts: [undefined] }],
  ['never said what it was', { modes: [], accounts: ['1/-/local'] }],
])('the till leaves a journal that %s where it is', (_, left) => {
  leave(left);
  expect(migrateTraining(folder)).toBe(false);
  expect(existsSync(journal())).toBe(true);
  expect(existsSync(aside())).toBe(false);
});

test('the till leaves a journal where it is if a till uses it, if it is damaged, or if a training folder exists', () => {
  leave({ modes: ['training'], accounts: [] });
  const held = openJournal({ path: journal(), clean: (text) => text });
  held.audit({ at: 1, operator: 'a', role: 'host', action: 'x', attempt: null, data: {} });
  expect(migrateTraining(folder)).toBe(false);
  held.close();
  mkdirSync(aside());
  expect(migrateTraining(folder)).toBe(false);
  rmSync(aside(), { recursive: true });
  writeFileSync(journal(), 'power failure '.repeat(1_000));
  expect(migrateTraining(folder)).toBe(false);
  expect(existsSync(journal())).toBe(true);
});

test('the next start finishes a move that a kill interrupted', () => {
  leave({ modes: ['training'], accounts: [] });
  mkdirSync(`${aside()}.new`);
  renameSync(journal(), join(`${aside()}.new`, 'journal.sqlite'));
  expect(migrateTraining(folder)).toBe(true);
  expect(readdirSync(folder).toSorted()).toEqual(['settings.json', 'training']);
  expect(readdirSync(aside())).toEqual(expect.arrayContaining(['journal.sqlite', 'sandbox.sqlite']));
});

test('the settings of a stopped till determine the path of its journal', () => {
  expect(journalPathOf(folder)).toBe(aside('journal.sqlite'));
  const says = (settings: string): string => {
    writeFileSync(join(folder, 'settings.json'), settings);
    return journalPathOf(folder);
  };
  expect(says('\uFEFF{"mode":"training","platform":{"url":"https://x.example"}}')).toBe(aside('journal.sqlite'));
  expect(says('{"till":{"shop":5}}')).toBe(aside('journal.sqlite'));
  leave({ modes: ['live'], accounts: [] });
  expect(says('{"mode":"training"}')).toBe(aside('journal.sqlite'));
  expect(says('{"till":{"shop":5}}')).toBe(journal());
  expect(says('{"platform":{"url":"https://x.example"}}')).toBe(journal());
  expect(says('{"mode":"live"}')).toBe(journal());
  // If the mode is unknown, the journal that may contain real money is used.
  expect(says('{"mode":')).toBe(journal());
  for (const part of ['', '.recovery-log']) rmSync(`${journal()}${part}`);
  writeFileSync(join(folder, 'settings.json'), '{}');
  expect(openableJournalOf(folder)).toBe(aside('journal.sqlite'));
  expect(existsSync(aside())).toBe(true);
});
