import { expect, test } from 'vitest';
import {
  askedMinorOf,
  isPartlyPaid,
  orderKeyOf,
  orderRootOf,
  orderSumOf,
  overpaidOrdersOf,
  type AttemptView,
  withPayLink,
  isSameOrder,
  RECENT_LINKS,
} from '../../../electron/contract/index.ts';
import { cashNote, endedLink, paidLink, payLink } from '../renderer/fixtures/link-screens.ts';
import { at, captured, finished } from '../renderer/fixtures/states.ts';

const part = finished({
  id: 'A-part',
  state: 'captured',
  capturedMinor: 3000,
  startedAt: at(300_000),
  finishedAt: at(290_000),
});
const key = orderKeyOf(part);
const restPaid = (id: string, change: Partial<AttemptView> = {}): AttemptView =>
  captured(1260, { id, order: key, startedAt: at(30_000), finishedAt: at(20_000), ...change });
const rest = captured(500, { id: 'A-rest', order: key, startedAt: at(200_000), finishedAt: at(190_000) });
const cash = cashNote({ order: key, part: part.id, at: at(100_000) });
const link = paidLink(500, { order: key, part: part.id, openedAt: at(60_000) });

test('an order counts every part by cards, cash and link once, oldest first, and still owes the rest', () => {
  const sum = orderSumOf(part, { attempts: [rest, part], payLinks: [link], otherTenders: [cash] });
  expect(sum.parts.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
    ['card', 3000],
    ['card', 500],
    ['cash', 260],
    ['link', 500],
  ]);
  expect(sum).toMatchObject({ totalMinor: 4260, restMinor: 0 });
  expect(orderSumOf(part, { attempts: [part] })).toMatchObject({ restMinor: 1260, parts: [{ id: 'A-part' }] });
});

test('an order reopens the amount of a withdrawn note, unless another payment has covered it', () => {
  const whole = { ...cash, amountMinor: 1260 };
  const mistake = { ...whole, takenBack: { by: 'Maya', reason: 'It was the order before.', at: at(50_000) } };
  expect(orderSumOf(part, { attempts: [part], otherTenders: [whole] }).restMinor).toBe(0);
  expect(orderSumOf(part, { attempts: [part], otherTenders: [mistake] })).toMatchObject({
    parts: [{ id: 'A-part' }],
    restMinor: 1260,
  });
  const late = { ...link, paidMinor: 1260, payments: [{ transfer: 'TR1', amountMinor: 1260 }] };
  expect(orderSumOf(part, { attempts: [part], otherTenders: [mistake], payLinks: [late] }).restMinor).toBe(0);
});

test('an order leaves reversed amounts and payments without money out of its sum', () => {
  const back = { ...part, reversedMinor: 1000 };
  expect(orderSumOf(back, { attempts: [back] }).restMinor).toBe(2260);
  const declined = finished({ id: 'A-no', state: 'declined', order: key, startedAt: at(100_000) });
  const open = payLink({ order: key, part: part.id });
  expect(orderSumOf(part, { attempts: [part, declined], payLinks: [open] }).restMinor).toBe(1260);
});

test('an order counts a payment that a manager decided as paid, and leaves a "not paid" amount open', () => {
  const decided = (verdict: 'paid' | 'not-paid') =>
    finished({ ...rest, state: 'decided', capturedMinor: null, decision: { verdict, by: 'Mo', reason: 'slip' } });
  expect(orderSumOf(part, { attempts: [part, decided('paid')] })).toMatchObject({ restMinor: 760 });
  expect(orderSumOf(part, { attempts: [part, decided('not-paid')] })).toMatchObject({ restMinor: 1260 });
});

test('the first part represents the whole order; a single full payment belongs to no order in parts', () => {
  const second = { ...rest, capturedMinor: 200 };
  expect(orderRootOf(second, { attempts: [second, part] })?.id).toBe('A-part');
  expect(orderRootOf(rest, { attempts: [rest, part] })?.id).toBe('A-part');
  expect(orderRootOf(part, { attempts: [rest, part] })?.id).toBe('A-part');
  const whole = finished({ id: 'A-one', state: 'captured', capturedMinor: 4260 });
  expect(orderRootOf(whole, { attempts: [whole, part] })).toBeUndefined();
  // An earlier payment with the same reference belongs to another order.
  const before = finished({
    id: 'A-before',
    state: 'captured',
    order: key,
    capturedMinor: 4260,
    startedAt: at(900_000),
  });
  expect(orderRootOf(before, { attempts: [before, part] })).toBeUndefined();
  expect(orderSumOf(part, { attempts: [part, before] }).parts).toHaveLength(1);
});

test('unused room for a tip is not owed', () => {
  const room = { ...part, kind: 'authorization', amountMinor: 4260, totalMinor: 5112, tipRoomMinor: 852 } as const;
  expect(orderSumOf(room, { attempts: [room] })).toMatchObject({ totalMinor: 4260, restMinor: 1260 });
});

test('a tip entered on the terminal is owed on top; a different surcharge is not', () => {
  const asked = { state: 'captured', amountMinor: 10_000, totalMinor: 10_000, tipMinor: 2_000 } as const;
  const tipped = finished({ ...asked, terminalTipMinor: 2_000, capturedMinor: 10_500 });
  expect([askedMinorOf(tipped), isPartlyPaid(tipped)]).toEqual([12_000, true]);
  expect(orderSumOf(tipped, { attempts: [tipped] })).toMatchObject({ totalMinor: 12_000, restMinor: 1_500 });
  expect(isPartlyPaid({ ...tipped, capturedMinor: 12_000 })).toBe(false);
  // The tip of a part is what the goods leave of it; the whole requested amount is still owed.
  const till = finished({ ...asked, totalMinor: 12_000, tipMinor: 500, capturedMinor: 10_500 });
  expect([askedMinorOf(till), isPartlyPaid(till)]).toEqual([12_000, true]);
  const surcharged = finished({ state: 'captured', surchargeMinor: 45, totalMinor: 1_030, capturedMinor: 1_030 });
  expect(isPartlyPaid({ ...surcharged, amountMinor: 1_000 })).toBe(false);
});

test('two sales share an order by reference, or without a reference by amount, with or without the tip', () => {
  const sale = { order: null, amountMinor: 4260, totalMinor: 5000, currency: 'USD' };
  expect(isSameOrder(sale, { ...sale, totalMinor: 4260 })).toBe(true);
  expect(isSameOrder(sale, { ...sale, amountMinor: 1, totalMinor: 5000 })).toBe(true);
  expect(isSameOrder(sale, { ...sale, amountMinor: 1, totalMinor: 2 })).toBe(false);
  expect(isSameOrder(sale, { ...sale, currency: 'CAD' })).toBe(false);
  expect(isSameOrder(sale, { ...sale, order: 'A-1187' })).toBe(false);
  expect(isSameOrder({ ...sale, order: 'A-1187' }, { ...sale, order: 'A-1187', amountMinor: 1, totalMinor: 1 })).toBe(
    true,
  );
});

test('the parts include unfinished links regardless of age, and other links up to a maximum', () => {
  const open = payLink({ id: 'link-open', openedAt: at(9_000_000) });
  let links = withPayLink([], open);
  for (let count = 0; count < RECENT_LINKS + 5; count += 1) {
    links = withPayLink(
      links,
      endedLink({ id: `link-${count}`, state: 'closed', openedAt: at(8_000_000 - count * 1000) }),
    );
  }
  expect(links).toHaveLength(RECENT_LINKS + 1);
  expect(links.at(-1)?.id).toBe('link-open');
  expect(withPayLink(links, { ...open, isBeingPaid: true }).filter(({ id }) => id === 'link-open')).toMatchObject([
    { isBeingPaid: true },
  ]);
});

test('incident: an order of 42.60 with two cards and a late link shows 12.60 too much until the refund', () => {
  const rest = restPaid('A-rest');
  const asked = { part: 'A-part', order: key, openedAt: at(50_000), finishedAt: at(1_000) };
  const late = paidLink(1260, { ...asked, isLate: true });
  const sources = { attempts: [rest, part], payLinks: [late] };
  expect(orderSumOf(part, sources)).toMatchObject({ totalMinor: 4260, restMinor: 0, excessMinor: 1260 });
  expect(overpaidOrdersOf(sources)).toMatchObject([{ root: { id: 'A-part' }, excessMinor: 1260 }]);
  const back = { ...rest, reversedMinor: 1260 };
  expect(overpaidOrdersOf({ ...sources, attempts: [back, part] })).toEqual([]);
});

test('the closed link is the excess of an order paid by card and also through it', () => {
  const late = paidLink(4260, { isLate: true, order: 'A-2', openedAt: at(90_000), finishedAt: at(1_000) });
  const card = captured(4260, { id: 'A-card', order: 'A-2', startedAt: at(60_000), finishedAt: at(50_000) });
  expect(overpaidOrdersOf({ attempts: [card], payLinks: [late] })).toMatchObject([{ excessMinor: 4260 }]);
  expect(overpaidOrdersOf({ attempts: [], payLinks: [late] })).toEqual([]);
});

test('an order counts neither a tip on the rest nor a later sale with the same reference as an excess', () => {
  const tipped = restPaid('A-rest', { tipMinor: 200, totalMinor: 1460, capturedMinor: 1460 });
  expect(orderSumOf(part, { attempts: [tipped, part] })).toMatchObject({ restMinor: 0, excessMinor: 0 });
  const rest = restPaid('A-rest');
  const next = restPaid('A-next', { startedAt: at(10_000), finishedAt: at(5_000) });
  expect(orderSumOf(part, { attempts: [next, rest, part] })).toMatchObject({ excessMinor: 0, parts: { length: 2 } });
});

test('an order adds the card payment for the rest of its partly paid link', () => {
  const whole = { amountMinor: 4260, totalMinor: 4260, openedAt: at(90_000), finishedAt: at(80_000) };
  const link = paidLink(1000, { ...whole, id: 'link-part', order: null });
  const rest = captured(3260, { order: 'link-part', startedAt: at(30_000), finishedAt: at(20_000) });
  expect(orderRootOf(link, { attempts: [rest], payLinks: [link] })?.id).toBe('link-part');
  expect(orderSumOf(link, { attempts: [], payLinks: [link] })).toMatchObject({ totalMinor: 4260, restMinor: 3260 });
  expect(orderSumOf(link, { attempts: [rest], payLinks: [link] })).toMatchObject({ restMinor: 0, excessMinor: 0 });
});
