/** Dismissed items are shared by all windows, survive restarts, and do not depend on a clock. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { outcomeNameOf, MAX_DISMISSED, type AttemptView } from '../../../../electron/contract/index.ts';
import { Hub, DismissedItems } from '../../../../electron/host/api/index.ts';
import { openJournal, type JournalFile } from '../../../../electron/host/journal/index.ts';
import { at, finished, hostState, NOW } from '../../renderer/fixtures/states.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

let folder: string;
let journal: JournalFile;
const warnings: string[] = [];

beforeEach(() => {
  folder = temporaryFolder('tillbridge-dismissed-');
  journal = open();
  warnings.length = 0;
});
afterEach(() => {
  journal.close();
});

const open = () => openJournal({ path: join(folder, 'journal.sqlite'), clean: (text) => text });

function start(attempts: AttemptView[], now = NOW) {
  const hub = new Hub(hostState({ attempts }), 'e1');
  const dismissed = new DismissedItems({
    store: journal.dismissed,
    state: () => hub.state(),
    publish: (event) => hub.publish(event),
    log: (_level, message) => warnings.push(message),
  });
  dismissed.start(now);
  return { hub, dismissed, names: () => hub.state().dismissed };
}

const paid = (id: string, msAgo: number) => finished({ id, state: 'captured', finishedAt: at(msAgo) });

test('a dismissal in one window applies to every window and to the next run of the host', () => {
  const end = paid('A-1', 1_000);
  const first = start([end]);
  expect(first.names()).toEqual([]);
  first.dismissed.change({ add: [outcomeNameOf(end), 'L-1'], remove: [] });
  expect(first.names()).toEqual([outcomeNameOf(end), 'L-1']);
  first.dismissed.change({ add: [], remove: ['L-1'] });
  journal.close();
  journal = open();
  expect(start([end]).names()).toEqual([outcomeNameOf(end)]);
});

test('the next run of the host shows undismissed items unless they are stale; a clock set back hides nothing new', () => {
  const [recent, old] = [paid('A-recent', 30_000), paid('A-old', 3_600_000)];
  expect(start([recent, old]).names()).toEqual([outcomeNameOf(old)]);
  // The clock is set back an hour: ends "in the future" are stale too, and later ends are not.
  const again = start([recent, old], NOW - 7_200_000);
  expect(again.names()?.toSorted()).toEqual([outcomeNameOf(old), outcomeNameOf(recent)]);
  again.hub.publish({ type: 'attempt', attempt: paid('A-new', 7_100_000) });
  expect(again.names()).not.toContain(outcomeNameOf(paid('A-new', 7_100_000)));
});

test('the host keeps only the newest items, as many as a till shows', () => {
  const { dismissed, names } = start([]);
  for (let n = 0; n < MAX_DISMISSED + 20; n += 1) dismissed.change({ add: [`A-${n}/x`], remove: [] });
  expect(names()).toHaveLength(MAX_DISMISSED);
  expect(journal.dismissed.names()).toEqual(names());
  expect(names()?.[0]).toBe('A-20/x');
});

test('a dismissal takes effect on an unwritable disk and logs one warning', () => {
  const { dismissed, names } = start([]);
  journal.close();
  dismissed.change({ add: ['A-1/x'], remove: [] });
  expect(names()).toEqual(['A-1/x']);
  expect(warnings).toHaveLength(1);
  journal = open();
});

test('the payment with the latest entry is the newest, whatever the clock says', () => {
  const row = (id: string, startedAt: number) => ({ id, startedAt, isOpen: false, watchUntil: null });
  journal.append(row('A-first', NOW), { type: 'begin', at: NOW });
  journal.append(row('A-second', NOW - 86_400_000), { type: 'begin', at: NOW - 86_400_000 });
  journal.append(row('A-first', NOW), { type: 'restarted', at: NOW });
  expect(journal.recent(5)).toEqual(['A-second', 'A-first']);
  const { hub } = start([paid('A-1', 0)]);
  hub.publish({ type: 'attempt', attempt: { ...paid('A-2', 86_400_000), startedAt: at(86_500_000) } });
  hub.publish({ type: 'attempt', attempt: paid('A-1', 0) });
  expect(hub.state().attempts.map(({ id }) => id)).toEqual(['A-2', 'A-1']);
});
