/** The journal's store of links: an older journal is migrated, a flipped digit is noticed, notes are never changed. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import type { OtherTender } from '../../../../electron/contract/index.ts';
import { openJournal, type JournalFile } from '../../../../electron/host/journal/index.ts';
import { writeVersion1 } from '../journal/version-1.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder('tillbridge-book-');
  path = join(folder, 'journal.sqlite');
});

const at = Date.UTC(2026, 0, 5, 9);
const open = (): JournalFile => openJournal({ path, clean: (text) => text.replaceAll(/[0-9]{13,19}/g, '[card]') });
const row = (id: string, more: object = {}) => ({
  id,
  startedAt: at,
  isOpen: true,
  watchUntil: null,
  order: 'A-1187',
  ...more,
});
const note: OtherTender = {
  id: 'cash-0001',
  order: 'A-1187',
  part: 'A-part',
  way: 'cash',
  amountMinor: 1260,
  currency: 'USD',
  note: null,
  by: 'Maya',
  at: new Date(at).toISOString(),
};

function changed(sql: string): void {
  const db = new DatabaseSync(path);
  try {
    db.exec(sql);
  } finally {
    db.close();
  }
}

test('a journal from before there were links accepts them and keeps its contents', () => {
  writeVersion1(path, at);
  const journal = open();
  expect(journal.recent(9)).toHaveLength(3);
  expect(journal.payLinks.recent(9)).toEqual([]);
  journal.payLinks.append(row('link-0001'), { type: 'begin', at });
  journal.close();
  const again = open();
  expect(again.payLinks.entries('link-0001')).toEqual([{ type: 'begin', at }]);
  again.close();
});

test('rows contain what a start reads: unfinished links, watched links, and the links of an order', () => {
  const journal = open();
  journal.payLinks.append(row('link-0001'), { type: 'begin', at });
  journal.payLinks.append(row('link-0002', { isOpen: false, watchUntil: at + 1000, order: null, startedAt: at + 1 }), {
    type: 'begin',
    at,
  });
  expect(journal.payLinks.open()).toEqual(['link-0001']);
  expect(journal.payLinks.watched(at + 1000)).toEqual(['link-0002']);
  expect(journal.payLinks.watched(at + 1001)).toEqual([]);
  expect(journal.payLinks.recent(1)).toEqual(['link-0002']);
  expect(journal.payLinks.ofOrder('A-1187')).toEqual(['link-0001']);
  expect([journal.payLinks.has('link-0001'), journal.payLinks.has('link-0003')]).toEqual([true, false]);
  journal.close();
});

test('a flipped digit is reported as damage to the caller that reads it and at the next start', () => {
  const journal = open();
  journal.payLinks.append(row('link-0001'), { type: 'begin', at, intent: { amountMinor: 4260 } });
  journal.close();
  changed("UPDATE pay_link_entry SET data = replace(data, '4260', '4269')");
  const damaged = open();
  expect(() => damaged.payLinks.entries('link-0001')).toThrow(
    expect.objectContaining({ code: 'JRNL_CORRUPT' }) as Error,
  );
  damaged.close();
  expect(open).toThrow(expect.objectContaining({ code: 'JRNL_CORRUPT' }) as Error);
});

test('a note is written once and never changed, without a card number in it', () => {
  const journal = open();
  journal.payLinks.note(note);
  journal.payLinks.note({ ...note, amountMinor: 9999 });
  journal.payLinks.note({ ...note, id: 'other-0001', way: 'other', part: null, note: 'card 4111111111111111' });
  expect(journal.payLinks.noted('cash-0001')).toEqual(note);
  expect(journal.payLinks.noted('other-0001')?.note).toBe('card [card]');
  expect(journal.payLinks.noted('nobody')).toBeNull();
  expect(
    journal.payLinks
      .notes(9)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(['cash-0001', 'other-0001']);
  expect(journal.payLinks.notes(9, { part: 'A-part' })).toEqual([note]);
  expect(journal.payLinks.notes(9, { order: 'A-1' })).toEqual([]);
  journal.close();
  expect(() => changed('UPDATE other_way SET amount_minor = 1')).toThrow('append-only');
  expect(() => changed('DELETE FROM other_way')).toThrow('append-only');
});

test('a correction is written once next to its note; both stay as written', () => {
  const journal = open();
  journal.payLinks.note(note);
  const takenBack = { by: 'Maya', reason: 'card 4111111111111111', at: new Date(at + 60_000).toISOString() };
  journal.payLinks.takeBack('cash-0001', takenBack);
  journal.payLinks.takeBack('cash-0001', { ...takenBack, by: 'J. Ruiz' });
  journal.close();
  const again = open();
  const kept = { ...note, takenBack: { ...takenBack, reason: 'card [card]' } };
  expect(again.payLinks.noted('cash-0001')).toEqual(kept);
  expect(again.payLinks.notes(9, { order: 'A-1187' })).toEqual([kept]);
  expect(again.payLinks.notesBetween(at, at)).toEqual([kept]);
  expect(again.payLinks.notesBetween(at + 1, at + 60_000)).toEqual([]);
  expect(() => again.payLinks.takeBack('nobody', takenBack)).toThrow(/JRNL_/);
  again.close();
  expect(() => changed("UPDATE other_way_back SET reason = ''")).toThrow('append-only');
  expect(() => changed('DELETE FROM other_way_back')).toThrow('append-only');
});

test('the day reads links that were active in its window', () => {
  const journal = open();
  journal.payLinks.append(row('link-0001'), { type: 'begin', at });
  journal.payLinks.append(row('link-0001'), { type: 'ended', at: at + 5_000 });
  journal.payLinks.append(row('link-0002', { startedAt: at + 9_000 }), { type: 'begin', at: at + 9_000 });
  expect(journal.payLinks.activeBetween(at + 1_000, at + 6_000)).toEqual(['link-0001']);
  expect(journal.payLinks.activeBetween(at - 1_000, at + 9_000)).toEqual(['link-0001', 'link-0002']);
  expect(journal.payLinks.activeBetween(at + 5_001, at + 8_999)).toEqual([]);
  journal.close();
});

test('a clock set back by a day hides no link, because a row spans from its first entry to its last', () => {
  const journal = open();
  const day = 24 * 60 * 60_000;
  journal.payLinks.append(row('link-0001'), { type: 'begin', at });
  journal.payLinks.append(row('link-0001'), { type: 'ended', at: at - day });
  journal.payLinks.append(row('link-0001'), { type: 'ended', at: at - 2 * day });
  journal.payLinks.append(row('link-0001'), { type: 'ended', at: at - day });
  for (const days of [0, 1, 2]) {
    expect(journal.payLinks.activeBetween(at - days * day, at - days * day + 1)).toEqual(['link-0001']);
  }
  expect(journal.payLinks.activeBetween(at - 4 * day, at - 3 * day)).toEqual([]);
  expect(journal.payLinks.activeBetween(at + 1, at + day)).toEqual([]);
  journal.close();
});
