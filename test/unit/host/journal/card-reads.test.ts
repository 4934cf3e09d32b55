/** The payment that a card read was for: known at once, and on disk with the payment's own next entry. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openJournal, type JournalFile } from '../../../../electron/host/journal/index.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

const row = { id: 'attempt-1', startedAt: Date.UTC(2026, 0, 1), isOpen: true, watchUntil: null };
const KSN = 'FFFF9876543210E00001';

let folder: string;
let journal: JournalFile;
const open = (): JournalFile => openJournal({ path: join(folder, 'journal.sqlite'), clean: (text) => text });
beforeEach(() => {
  folder = temporaryFolder('tillbridge-card-reads-');
  journal = open();
});
afterEach(() => {
  journal.close();
});

function reopen(): void {
  journal.close();
  journal = open();
}

test('a card read belongs to the first payment that it was seen with, also in another spelling', () => {
  expect(journal.cardReads.ownerOf(KSN, 'attempt-1')).toBe('attempt-1');
  expect(journal.cardReads.ownerOf(KSN.toLowerCase(), 'attempt-2')).toBe('attempt-1');
  expect(journal.cardReads.ownerOf(KSN, 'attempt-1')).toBe('attempt-1');
});

test('a card read is written with the next entry, and not before', () => {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  journal.cardReads.ownerOf(KSN, 'attempt-1');
  expect(exec).not.toHaveBeenCalled();
  journal.append(row, { type: 'online-request', at: 1_000 });
  expect(exec.mock.calls.map(([sql]) => sql)).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
  reopen();
  expect(journal.cardReads.ownerOf(KSN, 'attempt-2')).toBe('attempt-1');
});

test('a card read stays for the next entry if the disk refuses an entry', () => {
  journal.cardReads.ownerOf(KSN, 'attempt-1');
  const { exec } = DatabaseSync.prototype;
  const refused = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    if (sql === 'COMMIT') throw new Error('disk full');
    return exec.call(this, sql);
  });
  expect(() => journal.append(row, { type: 'online-request', at: 1_000 })).toThrow(/JRNL_UNWRITABLE/);
  refused.mockRestore();
  expect(journal.cardReads.ownerOf(KSN, 'attempt-2')).toBe('attempt-1');
  journal.append(row, { type: 'online-request', at: 2_000 });
  reopen();
  expect(journal.cardReads.ownerOf(KSN, 'attempt-2')).toBe('attempt-1');
});
