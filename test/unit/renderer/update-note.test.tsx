// @vitest-environment jsdom
/** An update is ready: one strip with one key, never over a payment. */
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { HostState } from '../../../electron/contract/index.ts';
import { mirrorOf } from '../../../renderer/store/till-store.ts';
import { words as en } from '../../../electron/words/generated/en/index.ts';
import { fixtureTill } from './fixtures/fixture-till.ts';
import { attempt, hostState, NOW } from './fixtures/states.ts';
import { showWindow } from './fixtures/window.tsx';

const update = { version: '1.2.0', notes: { en: ['Receipts print faster.'], de: ['Belege drucken schneller.'] } };
const { ready, whenClosed, now } = en.counter.update;

it('shows an available update, its changes and its automatic date; hides during a payment and without an update', async () => {
  const till = fixtureTill({ host: hostState({ update }) });
  showWindow(till);
  const note = (await screen.findByText(ready)).parentElement;
  expect(note?.textContent).toBe(`${ready} ${whenClosed} Receipts print faster.`);
  expect(screen.getByRole('button', { name: now })).toBeDefined();
  const become = (seq: number, state: HostState) =>
    act(() => mirrorOf(till.store, () => NOW).takeSnapshot({ epoch: 'e', seq, state }));
  become(1, hostState({ update, attempts: [attempt({ state: 'working' })] }));
  expect(screen.queryByText(ready)).toBeNull();
  become(2, hostState({ update }));
  expect(screen.queryByText(ready)).not.toBeNull();
  become(3, hostState({ update: null }));
  expect(screen.queryByText(ready)).toBeNull();
});
