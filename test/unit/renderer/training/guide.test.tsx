// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { answeringTill } from '../fixtures/answering-till.ts';
import { at, attempt, finished, hostState, practice, trainingState, visa } from '../fixtures/states.ts';
import { pastDeadTime, showWindow } from '../fixtures/window.tsx';

// Loaded before the tests, so that the first test does not wait for the disk.
beforeAll(async () => {
  await import('../../../../renderer/counter/training/guide-panel.tsx');
  await import('../../../../renderer/counter/training/guide-strip.tsx');
});
afterEach(() => {
  window.localStorage.clear();
});

function show(host = trainingState()) {
  const till = answeringTill(host);
  showWindow(till);
  return { ...till, change: (next: typeof host) => act(async () => till.show(next)) };
}
const guide = async () => within(await screen.findByRole('region', { name: 'Guide' }));
const now = async () => (await guide()).getByRole('listitem', { current: 'step' }).textContent;
const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

const ids = { sale: 'A-sale', decline: 'A-decline', checking: 'A-checked' };
const sale = finished({ id: ids.sale, state: 'captured', capturedMinor: 4260, card: visa });
const decline = finished({
  id: ids.decline,
  state: 'declined',
  declineCode: 'INSUFFICIENT_FUNDS',
  finishedAt: at(600),
});
const checked = finished({ ...sale, id: ids.checking, finishedAt: at(300), timings: [{ step: 'checking', atMs: 1 }] });

it('follows the first sale line by line, and shows the name of the lesson', async () => {
  const till = show();
  expect(await now()).toBe('1Type 4 2 6 0 for $42.60');
  for (const digit of '4260') fireEvent.keyDown(document.body, { key: digit });
  expect(await now()).toBe('2Press Charge');
  await till.change(trainingState({ attempts: [attempt({ id: ids.sale })] }));
  expect((await guide()).getByText(/on the practice terminal/).textContent).toBe('Press Tap on the practice terminal');
  await till.change(trainingState({ attempts: [sale] }));
  expect((await guide()).getByText('That was a sale. Press New sale to go on.')).toBeTruthy();
});

it('continues with a decline and a checking, and ends with a summary', async () => {
  const till = show(trainingState({ attempts: [sale] }));
  await pastDeadTime();
  await press(/New sale/);
  expect(screen.getByRole('heading', { name: 'Your first decline' })).toBeTruthy();
  await till.change(trainingState({ attempts: [attempt({ id: ids.decline }), sale] }));
  expect((await guide()).getByText('No funds')).toBeTruthy();
  await till.change(
    trainingState({ attempts: [attempt({ id: ids.decline }), sale], practice: practice({ chosenCard: 'no-funds' }) }),
  );
  expect((await guide()).getByText('Tap')).toBeTruthy();
  await till.change(trainingState({ attempts: [decline, sale] }));
  expect((await guide()).getByText(/That was a decline\. The customer was not charged\./)).toBeTruthy();
  await till.change(
    trainingState({ attempts: [attempt({ id: ids.checking, state: 'checking', prompt: null }), decline, sale] }),
  );
  expect((await guide()).getByText(/Do not charge again/)).toBeTruthy();
  await till.change(trainingState({ attempts: [checked, decline, sale] }));
  expect((await guide()).getByText(/The till found the result by itself/)).toBeTruthy();
  await pastDeadTime();
  await press(/New sale/);
  expect((await guide()).getByRole('heading', { name: 'You know the three answers' })).toBeTruthy();
  expect((await guide()).getByText(/Every charge is real/)).toBeTruthy();
});

it('can be skipped, closed, opened and restarted, and its progress is stored', async () => {
  const first = show();
  await guide();
  await press('Skip: Your first sale');
  expect(screen.getByRole('heading', { name: 'Your first decline' })).toBeTruthy();
  cleanup();
  show();
  expect(await screen.findByRole('heading', { name: 'Your first decline' })).toBeTruthy();
  await press('Skip: Your first decline');
  await press('Skip: Your first payment to check');
  await press('Close the guide');
  expect(screen.queryByRole('region', { name: 'Guide' })).toBeNull();
  cleanup();
  show();
  await press((await screen.findByRole('button', { name: 'Guide' })).textContent);
  expect(await screen.findByRole('heading', { name: 'Your first sale' })).toBeTruthy();
  expect(first.calls).toEqual([]);
});

it('is kept per till', async () => {
  show();
  await guide();
  await press('Skip: Your first sale');
  cleanup();
  const host = trainingState();
  show({ ...host, till: { ...host.till, name: 'Till 9' } });
  expect(await screen.findByRole('heading', { name: 'Your first sale' })).toBeTruthy();
});

it('ignores invalid stored progress', async () => {
  window.localStorage.setItem('tillbridge.training/Till 2', '{"done":7}');
  show();
  expect(await now()).toMatch(/^1/);
});

it('is absent in live mode', () => {
  show(hostState());
  expect(screen.queryByRole('region', { name: 'Guide' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Guide' })).toBeNull();
});
