/** Messages about a link that was not simply paid. */
import { expect, test } from 'vitest';
import { languages, newAttemptId, orderNameOf } from '../../../electron/domain/index.ts';
import { orderRootOf, orderSumOf, type PartSources, type PayLinkView } from '../../../electron/contract/index.ts';
import { payLinkEndMessage } from '../../../renderer/counter/pay-links/pay-link-message.ts';
import { displayStage } from '../../../renderer/display/display-stage.ts';
import { textsFor } from '../../../renderer/text/index.ts';
import { endedLink } from './fixtures/link-screens.ts';
import { at, finished, hostState, NOW } from './fixtures/states.ts';

const texts = textsFor('en');
const paid = (paidMinor: number, more: Partial<PayLinkView> = {}): PayLinkView =>
  endedLink({ state: 'paid', payments: [{ transfer: 'TR1', amountMinor: paidMinor }], paidMinor, ...more });

function told(link: PayLinkView, more: Partial<PartSources> = {}) {
  const sources = { attempts: [], payLinks: [link], ...more };
  const root = orderRootOf(link, sources);
  return payLinkEndMessage(link, texts, root ? orderSumOf(root, sources) : null);
}

const stageOf = (link: PayLinkView) => {
  const connection = { state: 'live' as const, sinceMs: NOW };
  return displayStage({ mirror: { host: hostState({ payLinks: [link] }), epoch: 'e', seq: 1, connection } }, NOW);
};

test('incident: a link for 42.60 paid with 10.00 asks for the rest and shows no green "Paid"', () => {
  const link = paid(1000);
  expect(told(link)).toMatchObject({
    heading: 'Partly paid',
    movedMinor: 1000,
    say: 'The link was paid with $10.00 of $42.60.',
    next: 'Take $32.60 with another card, or another way.',
    urgency: 'assertive',
  });
  expect(stageOf(link)).toMatchObject({ kind: 'partly', paidMinor: 1000, restMinor: 3260 });
  // A card payment covers the rest.
  const rest = finished({
    state: 'captured',
    order: 'A-1187',
    totalMinor: 3260,
    capturedMinor: 3260,
    startedAt: at(500),
    finishedAt: at(100),
  });
  expect(told(link, { attempts: [rest] })).toMatchObject({ heading: 'Paid', say: 'Paid in full' });
});

test('incident: a link paid with no amount shows that nothing was paid', () => {
  expect(told(paid(0))).toMatchObject({
    heading: 'Nothing paid',
    movedMinor: null,
    charged: 'The customer was not charged.',
    next: 'Charge $42.60, or make another link.',
  });
  expect(stageOf(paid(0)).kind).toBe('speak');
});

test('incident: a link for 42.60 paid with 99.99 shows the excess of 57.39', () => {
  expect(told(paid(9999))).toMatchObject({ movedMinor: 9999, strip: '$57.39 too much', urgency: 'assertive' });
  // A tip allowed by the page does not count as too much.
  expect(told(paid(4760, { tipMaxMinor: 852 }))).toMatchObject({ heading: 'Paid', strip: null });
  expect(told(paid(6000, { tipMaxMinor: 852 })).strip).toBe('$8.88 too much');
});

test('incident: an order of 42.60 paid with 55.20 shows the excess', () => {
  const part = finished({
    id: 'A-part',
    order: 'A-1187',
    state: 'captured',
    capturedMinor: 3000,
    startedAt: at(90_000),
    finishedAt: at(80_000),
  });
  const rest = finished({
    id: 'A-rest',
    order: 'A-1187',
    state: 'captured',
    amountMinor: 1260,
    totalMinor: 1260,
    capturedMinor: 1260,
    startedAt: at(30_000),
    finishedAt: at(20_000),
  });
  const late = paid(1260, { part: 'A-part', amountMinor: 1260, totalMinor: 1260, isLate: true });
  expect(told(late, { attempts: [rest, part] })).toMatchObject({
    strip: 'Paid after the sale ended · $12.60 too much',
    next: 'Refund $12.60 to a customer. Tell a manager.',
  });
  // If only one card payment was made, the order adds up.
  expect(told(late, { attempts: [part] }).strip).toBe('Paid after the sale ended');
});

test('incident: the rest of an order without a number has no order name', () => {
  expect(orderNameOf({ order: newAttemptId(NOW, new Uint8Array([1, 2, 3, 4, 250, 6, 7, 8])) })).toBeNull();
  expect([orderNameOf({ order: 'A-1187' }), orderNameOf({ order: null })]).toEqual(['A-1187', null]);
  expect(stageOf(paid(1000, { order: 'A-1m82v16zw-rc95fd8s' }))).toMatchObject({ sum: { order: null } });
});

test('a partial payment, no payment and an overpayment differ from "Paid" in every language', () => {
  for (const { tag } of languages) {
    const words = textsFor(tag);
    const link = paid(1000);
    const sum = orderSumOf(link, { attempts: [], payLinks: [link] });
    expect(payLinkEndMessage(link, words, sum).heading).not.toBe(words.words.links.paid.heading);
    expect(payLinkEndMessage(paid(9999), words, null).strip).not.toBeNull();
  }
});
