import { expect, test } from 'vitest';
import { outcomeNameOf, type HostState } from '../../../electron/contract/index.ts';
import { screenOf } from '../../../renderer/store/screen-of.ts';
import { mirrorOf } from '../../../renderer/store/till-store.ts';
import { fixtureTill } from './fixtures/fixture-till.ts';
import { payLink } from './fixtures/display-screens.ts';
import { at, finished, hostState, NOW } from './fixtures/states.ts';

const paid = finished({ state: 'captured', capturedMinor: 4260 });
const kindOf = (till: ReturnType<typeof fixtureTill>) => screenOf(till.store.getState()).kind;

test('a press dismisses an outcome at once and notifies the host once; confirmed items are not kept twice', () => {
  const host = hostState({ attempts: [paid] });
  const till = fixtureTill({ host });
  expect(kindOf(till)).toBe('outcome');
  till.commands.dismiss();
  till.commands.dismiss();
  expect(kindOf(till)).toBe('idle');
  expect(till.dismissed).toEqual([{ add: [outcomeNameOf(paid)] }]);
  till.show({ ...host, dismissed: [outcomeNameOf(paid)] });
  expect(till.store.getState().sale.dismissed).toEqual([]);
  expect(kindOf(till)).toBe('idle');
});

test('outcomes dismissed while the host was away are sent to its next process run', () => {
  const host = hostState({ attempts: [paid] });
  const till = fixtureTill({ host, connection: 'away' });
  till.commands.dismiss();
  const mirror = mirrorOf(till.store, () => NOW + 1_000);
  mirror.takeSnapshot({ epoch: 'next', seq: 1, state: host });
  mirror.setConnection('live');
  expect(kindOf(till)).toBe('idle');
  expect(till.dismissed.at(-1)).toEqual({ add: [outcomeNameOf(paid)] });
});

test('an ended link that was charged by card is dismissed for every window: no other window offers the charge again', async () => {
  const link = payLink({ state: 'closed', finishedAt: at(2_000) });
  const host: HostState = hostState({ payLinks: [link] });
  const [here, there] = [fixtureTill({ host }), fixtureTill({ host })];
  expect([kindOf(here), kindOf(there)]).toEqual(['link', 'link']);
  await here.commands.chargeAgain(link.totalMinor);
  expect(here.dismissed).toEqual([{ add: [outcomeNameOf(link)] }]);
  there.show({ ...host, dismissed: [outcomeNameOf(link)] });
  expect(kindOf(there)).toBe('idle');
});

test('a link left for the next customer is dismissed at every window, and shown again at every window', () => {
  const host = hostState({ payLinks: [payLink()] });
  const till = fixtureTill({ host });
  till.commands.leaveLink(payLink().id);
  expect(kindOf(till)).toBe('idle');
  till.show({ ...host, dismissed: [payLink().id] });
  till.commands.showLink(payLink().id);
  expect(till.dismissed).toEqual([{ add: [payLink().id] }, { remove: [payLink().id] }]);
  till.show(host);
  expect(kindOf(till)).toBe('link');
});
