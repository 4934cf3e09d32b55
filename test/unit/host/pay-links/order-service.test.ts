/** An order is paid once: what a whole host allows and refuses, on the real sandbox. */
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import {
  isOpenAttempt,
  type AttemptView,
  type ChargeRequest,
  type HostState,
  type OtherTender,
  type PayLinkView,
  sameCardWithinMsOf,
} from '../../../../electron/contract/index.ts';
import { Guards, type SaleFacts } from '../../../../electron/host/pay-links/guards.ts';
import { pay } from '../../../api/page-calls.ts';
import { eachDesk, host, opened, polling, shown, startAgain, taking } from './desk.ts';
import { cashNote, paidLink } from '../../renderer/fixtures/link-screens.ts';
import { attempt, finished } from '../../renderer/fixtures/states.ts';

eachDesk();

const refused = (code: string, context: object = {}) => ({
  data: { code, context: expect.objectContaining(context) as object },
});

const charge = (more: Partial<ChargeRequest> = {}) =>
  host.client.payment.start({ id: `A-${randomUUID()}`, amountMinor: 4260, currency: 'USD', terminal: 'none', ...more });

test('an order with an open link gets no charge, no other link and no note, and counts as paid afterwards', async () => {
  const link = await opened('link-0001', 'A-1187');
  await expect(charge({ order: 'A-1187' })).rejects.toMatchObject(
    refused('PAY_LINK_OPEN', { link: 'link-0001', state: 'open' }),
  );
  await expect(charge({ order: 'A-1187', isRepeatMeant: true })).rejects.toMatchObject(refused('PAY_LINK_OPEN'));
  // Another order is another sale, even for the same amount.
  await expect(charge({ order: 'A-1188' })).rejects.toMatchObject(refused('TERM_NOT_FOUND'));
  const second = { id: 'link-0002', amountMinor: 4260, currency: 'USD', order: 'A-1187' };
  await expect(host.client.link.open(second)).rejects.toMatchObject(refused('PAY_LINK_OPEN'));
  const cash = taking(4260);
  await expect(host.client.otherTender.note(cash)).rejects.toMatchObject(refused('PAY_LINK_OPEN'));
  await pay(link.url!, 'card-approve');
  await expect.poll(() => shown('link-0001')?.state, polling).toBe('paid');
  await expect(charge({ order: 'A-1187', isRepeatMeant: false })).rejects.toMatchObject(
    refused('PAY_DUPLICATE', { link: 'link-0001' }),
  );
  await expect(charge({ order: 'A-1187', isRepeatMeant: true })).rejects.toMatchObject(refused('TERM_NOT_FOUND'));
  await expect(host.client.link.open({ ...second, isRepeatMeant: false })).rejects.toMatchObject(
    refused('PAY_DUPLICATE'),
  );
  // The link's state survives a restart.
  await startAgain();
  expect(shown('link-0001')).toMatchObject({ state: 'paid', paidMinor: 4260, order: 'A-1187' });
  await expect(charge({ order: 'A-1187', isRepeatMeant: false })).rejects.toMatchObject(refused('PAY_DUPLICATE'));
});

test('a sale without a reference is recognized by its amount', async () => {
  await opened('link-0001');
  await expect(charge()).rejects.toMatchObject(refused('PAY_LINK_OPEN'));
  await expect(charge({ amountMinor: 4261 })).rejects.toMatchObject(refused('TERM_NOT_FOUND'));
  await expect(charge({ order: 'A-1187' })).rejects.toMatchObject(refused('TERM_NOT_FOUND'));
  await host.client.link.close({ link: 'link-0001', operator: { name: 'Maya' } });
  await expect.poll(() => shown('link-0001')?.state, polling).toBe('closed');
  expect(shown('link-0001')?.closedBy).toBe('Maya');
  await expect(charge()).rejects.toMatchObject(refused('TERM_NOT_FOUND'));
});

test.each([
  ['an hour ahead', 3_600_000, 1],
  ['an hour back', -3_600_000, 1],
])(
  'incident: a sale paid by link minutes ago leads to the question although the clock is put %s',
  async (_, byMs, minutes) => {
    const link = await opened('link-0001');
    await pay(link.url!, 'card-approve');
    await expect.poll(() => shown('link-0001')?.state, polling).toBe('paid');
    const now = Date.now.bind(Date);
    const set = vi.spyOn(Date, 'now').mockImplementation(() => now() + byMs);
    try {
      await expect(charge({ isRepeatMeant: false })).rejects.toMatchObject(
        refused('PAY_DUPLICATE', { link: 'link-0001', minutes }),
      );
    } finally {
      set.mockRestore();
    }
  },
);

test('incident: a link does not block every sale of its price: the cashier may charge another customer', async () => {
  await opened('link-0001');
  await expect(charge()).rejects.toMatchObject(refused('PAY_LINK_OPEN', { link: 'link-0001', isAskable: true }));
  await expect(charge({ isOtherCustomer: true })).rejects.toMatchObject(refused('TERM_NOT_FOUND'));
  const second = { id: 'link-0002', amountMinor: 4260, currency: 'USD' };
  await expect(host.client.link.open(second)).rejects.toMatchObject(refused('PAY_LINK_OPEN', { isAskable: true }));
  await host.client.link.open({ ...second, isOtherCustomer: true });
  // For an order the answer changes nothing: an order is paid once.
  await opened('link-0003', 'A-1187');
  const ofOrder = await charge({ order: 'A-1187', isOtherCustomer: true, isRepeatMeant: true }).catch(
    (error: unknown) => error,
  );
  expect(ofOrder).toMatchObject(refused('PAY_LINK_OPEN', { link: 'link-0003' }));
  expect(ofOrder).not.toMatchObject(refused('PAY_LINK_OPEN', { isAskable: true }));
  const again = { ...second, id: 'link-0004', order: 'A-1187', isOtherCustomer: true };
  await expect(host.client.link.open(again)).rejects.toMatchObject(refused('PAY_LINK_OPEN', { link: 'link-0003' }));
  // A paid link leads to the question about a paid order.
  await pay(shown('link-0001')!.url!, 'card-approve');
  await expect.poll(() => shown('link-0001')?.state, polling).toBe('paid');
  const late = charge({ isOtherCustomer: true, isRepeatMeant: false });
  await expect(late).rejects.toMatchObject(refused('PAY_DUPLICATE', { link: 'link-0001' }));
});

test('the next start watches an open link again, and the link still guards its order', async () => {
  const link = await opened('link-0001', 'A-1187');
  await startAgain();
  expect(shown('link-0001')).toMatchObject({ state: 'open', url: link.url });
  await expect(charge({ order: 'A-1187' })).rejects.toMatchObject(refused('PAY_LINK_OPEN'));
  await pay(link.url!, 'card-approve');
  await expect.poll(() => shown('link-0001')?.state, polling).toBe('paid');
});

test('cash is noted once, with name and time, and kept', async () => {
  const cash = { ...taking(1260), note: 'till 2' };
  const noted = await host.client.otherTender.note(cash);
  expect(noted).toMatchObject({ way: 'cash', amountMinor: 1260, order: 'A-1187', by: 'Maya', note: 'till 2' });
  expect(await host.client.otherTender.note({ ...cash, amountMinor: 9_999 })).toEqual(noted);
  expect(await host.client.otherTender.list({ order: 'A-1187' })).toEqual([noted]);
  expect(await host.client.otherTender.list({ order: 'A-1188' })).toEqual([]);
  await startAgain();
  expect(host.state().otherTenders).toEqual([noted]);
});

test('a named person can undo a mistaken note once, but not while a link of its order is unfinished', async () => {
  const cash = taking(1260);
  const noted = await host.client.otherTender.note(cash);
  await host.client.otherTender.note({ ...cash, id: 'cash-0002', order: 'A-1188' });
  const asked = { note: 'cash-0001', reason: 'It was the order before.', operator: { name: 'J. Ruiz' } };
  await expect(host.client.otherTender.takeBack({ ...asked, note: 'nobody' })).rejects.toMatchObject(
    refused('PAY_NOT_FOUND'),
  );
  await expect(host.client.otherTender.takeBack({ ...asked, reason: ' ' })).rejects.toThrow();
  await opened('link-0001', 'A-1187');
  await expect(host.client.otherTender.takeBack(asked)).rejects.toMatchObject(
    refused('PAY_LINK_OPEN', { link: 'link-0001' }),
  );
  expect(await host.client.otherTender.list({ order: 'A-1187' })).toEqual([noted]);
  await host.client.link.close({ link: 'link-0001', operator: { name: 'Maya' } });
  await expect.poll(() => shown('link-0001')?.state, polling).toBe('closed');
  const back = await host.client.otherTender.takeBack(asked);
  expect(back).toEqual({
    ...noted,
    takenBack: { by: 'J. Ruiz', reason: asked.reason, at: expect.any(String) as string },
  });
  // A correction that is requested again after a lost answer is made once.
  expect(await host.client.otherTender.takeBack({ ...asked, reason: 'again', operator: { name: 'Mo' } })).toEqual(back);
  // The note keeps its place among the others, here and after a restart.
  expect(host.state().otherTenders?.map(({ id }) => id)).toEqual(['cash-0002', 'cash-0001']);
  await startAgain();
  expect(host.state().otherTenders?.[1]).toEqual(back);
});

test('a link’s amounts and currencies are checked as for a card', async () => {
  const link = { id: 'link-0001', amountMinor: 4260, currency: 'USD' };
  await expect(host.client.link.open({ ...link, amountMinor: 0 })).rejects.toMatchObject(refused('PAY_AMOUNT'));
  await expect(host.client.link.open({ ...link, amountMinor: 9_999_999 })).rejects.toMatchObject(refused('PAY_AMOUNT'));
  await expect(host.client.link.open({ ...link, currency: 'EUR' })).rejects.toMatchObject(refused('PAY_AMOUNT'));
  await expect(host.client.link.open({ ...link, part: 'A-nobody' })).rejects.toMatchObject({
    data: { code: 'PAY_NOT_FOUND' },
  });
  await expect(host.client.link.get({ link: 'link-0001' })).rejects.toMatchObject(refused('PAY_NOT_FOUND'));
  expect(await host.client.link.list({})).toEqual([]);
});

// --- cases that only a terminal could cause

function guardsOf(state: Partial<HostState>, older: { links?: PayLinkView[]; notes?: OtherTender[] } = {}) {
  return new Guards({
    sameCardWithinMs: sameCardWithinMsOf({}),
    state: () => ({ attempts: state.attempts ?? [], payLinks: state.payLinks, otherTenders: state.otherTenders }),
    paymentsOfOrder: () => [],
    unfinishedLinks: () => [],
    linksOfOrder: () => older.links ?? [],
    notesOfOrder: () => older.notes ?? [],
    now: () => Date.parse('2026-03-14T14:32:19.400Z'),
  });
}
const sale: SaleFacts = { order: 'A-1187', amountMinor: 4260, totalMinor: 4260, currency: 'USD', part: null };
const unnamed: SaleFacts = { ...sale, order: null };
const running = attempt({ order: 'A-1187' });

test.each<[string, SaleFacts, AttemptView, boolean]>([
  ['running, the same order', sale, running, true],
  ['running, another order', { ...sale, order: 'A-1' }, running, false],
  ['running without a reference, the same amount', unnamed, attempt({}), true],
  ['running without a reference, another amount', { ...unnamed, amountMinor: 1, totalMinor: 1 }, attempt({}), false],
  ['checked', sale, attempt({ order: 'A-1187', state: 'checking' }), true],
  ['a part that waits for the cashier', sale, attempt({ order: 'A-1187', state: 'partial' }), true],
  ['held, the same order', sale, attempt({ order: 'A-1187', state: 'authorized', kind: 'authorization' }), true],
  [
    'held without a reference, the same amount',
    unnamed,
    attempt({ state: 'authorized', kind: 'authorization' }),
    false,
  ],
  ['ended', sale, finished({ order: 'A-1187', state: 'declined' }), false],
  ['a refund', sale, attempt({ order: 'A-1187', kind: 'refund' }), false],
])('the till refuses another tender only while a payment of the order is open: %s', (_, facts, one, isRefused) => {
  const ask = () => guardsOf({ attempts: [one] }).noPayment(facts);
  if (!isRefused) expect(ask).not.toThrow();
  else expect(ask).toThrow(expect.objectContaining({ code: 'PAY_ORDER_OPEN' }) as Error);
  expect(isOpenAttempt(running)).toBe(true);
});

test('a link for an order paid by card leads to a question; a reversed payment does not count as paid', () => {
  const paid = finished({ order: 'A-1187', state: 'captured', capturedMinor: 4260 });
  expect(() => guardsOf({ attempts: [paid] }).notPaidByCard(sale)).toThrow(
    expect.objectContaining({ code: 'PAY_DUPLICATE' }) as Error,
  );
  expect(() => guardsOf({ attempts: [{ ...paid, reversedMinor: 4260 }] }).notPaidByCard(sale)).not.toThrow();
  expect(() => guardsOf({ attempts: [paid] }).notPaidByCard({ ...sale, part: paid.id })).not.toThrow();
});

test('a link for an order that a manager decided as paid leads to a question, and for "not paid" it does not', () => {
  const decided = (verdict: 'paid' | 'not-paid') =>
    finished({ order: 'A-1187', state: 'decided', decision: { verdict, by: 'Maya', reason: 'they saw the slip' } });
  expect(() => guardsOf({ attempts: [decided('paid')] }).notPaidByCard(sale)).toThrow(
    expect.objectContaining({ code: 'PAY_DUPLICATE' }) as Error,
  );
  expect(() => guardsOf({ attempts: [decided('not-paid')] }).notPaidByCard(sale)).not.toThrow();
});

test('a payment for the rest is never more than the rest, whatever its parts were', () => {
  const part = finished({ id: 'A-part', state: 'captured', capturedMinor: 3000 });
  const guards = guardsOf({
    attempts: [part],
    otherTenders: [cashNote({ order: 'A-part', part: 'A-part', at: part.updatedAt })],
  });
  expect(() => guards.isRest(part, 1000)).not.toThrow();
  expect(() => guards.isRest(part, 1001)).toThrow(expect.objectContaining({ code: 'PAY_AMOUNT' }) as Error);
  const whole = finished({ state: 'captured', capturedMinor: 4260 });
  expect(() => guards.isRest(whole, 1)).toThrow(expect.objectContaining({ code: 'PAY_STATE' }) as Error);
});

test('a rest that a link has paid stays paid when a note of it is corrected, however old the link', () => {
  const part = finished({ id: 'A-part', state: 'captured', capturedMinor: 3000 });
  const note = cashNote({ order: 'A-part', part: 'A-part', amountMinor: 1260, at: part.updatedAt });
  const mistake: OtherTender = {
    ...note,
    takenBack: { by: 'Maya', reason: 'It was another order.', at: part.updatedAt },
  };
  const late = paidLink(1260, { order: 'A-part', part: 'A-part' });
  const refusal = expect.objectContaining({ code: 'PAY_STATE' }) as Error;
  const isRest = (...sources: Parameters<typeof guardsOf>) => guardsOf(...sources).isRest(part, 1260);
  expect(() => isRest({ attempts: [part], otherTenders: [note] })).toThrow(refusal);
  expect(() => isRest({ attempts: [part], otherTenders: [mistake] })).not.toThrow();
  expect(() => isRest({ attempts: [part], otherTenders: [mistake], payLinks: [late] })).toThrow(refusal);
  // Note and link are no longer among the newest.
  expect(() => isRest({ attempts: [part] }, { notes: [mistake] })).not.toThrow();
  expect(() => isRest({ attempts: [part] }, { notes: [mistake], links: [late] })).toThrow(refusal);
  expect(() => isRest({ attempts: [part] }, { notes: [note] })).toThrow(refusal);
  // The same note in both places counts once.
  const half = { ...note, amountMinor: 630 };
  expect(() => guardsOf({ attempts: [part], otherTenders: [half] }, { notes: [half] }).isRest(part, 630)).not.toThrow();
});

test('incident: the rest of a link that paid 10.00 of 42.60 can be charged, linked or noted', () => {
  const part = paidLink(1000, { amountMinor: 4260, totalMinor: 4260 });
  const guards = guardsOf({ payLinks: [part] }, { links: [part] });
  const rest = { ...sale, amountMinor: 3260, totalMinor: 3260 };
  expect(() => guards.notPaidByLink(rest)).not.toThrow();
  expect(() => guards.isRest(part, 3260)).not.toThrow();
  expect(() => guards.isRest(part, 3261)).toThrow(expect.objectContaining({ code: 'PAY_AMOUNT' }) as Error);
  // A charge for the order's whole amount leads to a question, and so does a charge for an order that its link paid in
  // full.
  expect(() => guards.notPaidByLink(sale)).toThrow(expect.objectContaining({ code: 'PAY_DUPLICATE' }) as Error);
  const whole = { ...part, paidMinor: 4260 };
  expect(() => guardsOf({}, { links: [whole] }).notPaidByLink(rest)).toThrow(
    expect.objectContaining({ code: 'PAY_DUPLICATE' }) as Error,
  );
});
