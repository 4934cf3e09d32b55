// @vitest-environment jsdom
/** The note after an outage: it mentions the money only when the outcome is known, and the first press removes it. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { outcomeNameOf, type HostState } from '../../../electron/contract/index.ts';
import { mirrorOf } from '../../../renderer/store/till-store.ts';
import { words as en } from '../../../electron/words/generated/en/index.ts';
import { fixtureTill } from './fixtures/fixture-till.ts';
import { attempt, hostState, NOW } from './fixtures/states.ts';
import { showWindow } from './fixtures/window.tsx';

const { healed } = en.counter;

/** The host is away in one state and back in another, `awayMs` later. */
function away(before: HostState, after: HostState, awayMs: number): void {
  let now = NOW;
  const till = fixtureTill({ host: before, typed: '4260' });
  const mirror = mirrorOf(till.store, () => now);
  showWindow(till);
  act(() => mirror.setConnection('away'));
  now += awayMs;
  act(() => {
    mirror.takeSnapshot({ epoch: 'next', seq: 1, state: after });
    mirror.setConnection('live');
  });
}
const said = async () => (await screen.findByText(/^Back after/)).parentElement?.textContent;

it('says without a payment that the customer was not charged and the amount is kept, until the first press', async () => {
  away(hostState(), hostState(), 6_000);
  expect(await said()).toBe(`${healed.back({ time: '6 s' })} ${healed.nobody} ${healed.kept({ amount: '$42.60' })}`);
  fireEvent.keyUp(window, { key: '1' });
  expect(screen.queryByText(/^Back after/)).toBeNull();
});

it('says nothing about the money when a payment ran or has started since', async () => {
  const ended = attempt({ id: 'A-meanwhile', state: 'declined' });
  away(hostState(), hostState({ attempts: [ended], dismissed: [outcomeNameOf(ended)] }), 6_000);
  expect(await said()).toBe(`${healed.back({ time: '6 s' })} ${healed.kept({ amount: '$42.60' })}`);
});

it('does not report a short outage, which cashiers do not notice', () => {
  away(hostState(), hostState(), 800);
  expect(screen.queryByText(/^Back after/)).toBeNull();
});
