/** Lines of a receipt: every payment state, every unknown value, each language. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AttemptView, Receipt, ReceiptLineName, ReversalView } from '../../../../electron/contract/index.ts';
import { languages } from '../../../../electron/domain/index.ts';
import { receiptSchema } from '../../../../electron/contract/index.ts';
import { composeReceipt, type ComposeOptions } from '../../../../electron/host/receipts/compose.ts';
import { asText, layOut, wrapped } from '../../../../electron/host/receipts/layout.ts';
import { TEST_LETTERS } from '../../../../electron/host/receipts/test-page.ts';
import { paper } from '../../../../electron/words/generated/every/paper.ts';
import { paidWithChip } from '../../renderer/fixtures/receipts.ts';
import { attempt, captured, finished, visa } from '../../renderer/fixtures/states.ts';

const options: ComposeOptions = {
  copy: 'customer',
  reversal: null,
  isDuplicate: false,
  isTraining: false,
  till: { shop: 'Harbor Street Bakery', name: 'Till 2' },
  locale: 'en-US',
  timeZone: 'America/New_York',
  header: ['12 Harbor Street'],
  footer: ['Thank you'],
  hasCode: true,
};
const composed = (view: AttemptView, change: Partial<ComposeOptions> = {}): Receipt =>
  receiptSchema.parse(composeReceipt(view, { ...options, ...change }));
/** `label value` or text of every line with that name. */
const said = (receipt: Receipt, name: ReceiptLineName): string[] =>
  receipt.sections
    .flatMap(({ lines }) => lines)
    .filter((line) => line.name === name)
    .map((line) =>
      line.kind === 'row' ? `${line.label} ${line.value}` : line.kind === 'text' ? line.text : line.label,
    );

const recorded = (state: string) => `Recorded by the shop as ${state}; the bank’s answer is outstanding.`;
const decided = (verdict: 'paid' | 'not-paid') => ({ verdict, by: 'J. Ruiz', reason: 'slip' });
/** Several lines in sequence. */
const told = (receipt: Receipt, ...names: ReceiptLineName[]): string[] => names.flatMap((name) => said(receipt, name));
const notCharged = ['Not charged $42.60', 'The card was not charged.'] as const;
const paidStates = ['captured', 'authorized', 'refunded', 'checking', 'decided'] as const;
const none = { capturedMinor: null };
const unpaid = ['declined', 'cancelled', 'voided', 'released', 'failed'] as const;

const reversal = (change: Partial<ReversalView>): ReversalView => ({
  id: 'R-1',
  amountMinor: 1000,
  state: 'succeeded',
  by: 'Maya',
  reason: null,
  askedAt: '2026-03-15T10:00:00.000Z',
  transfer: 'TRreversal1',
  failure: null,
  ...change,
});

test('the customer’s copy shows a sale with everything, line by line', () => {
  expect(asText(composed(paidWithChip), 42)).toMatchInlineSnapshot(`
    "           Harbor Street Bakery
                 12 Harbor Street
                       Sale
                  Customer copy
    ------------------------------------------
    Date         Mar 14, 2026, 10:32:18 AM EDT
    Till                                Till 2
    Order                               A-1187
    ------------------------------------------
    Sale                                $42.60
    Tip                                  $7.67
    Total                               $50.27
    ------------------------------------------
    Card                        Visa **** 4412
    Read by                               Chip
    Application                    VISA CREDIT
    AID                         A0000000031010
    Approval                            073915
    Cardholder                    PIN verified
    ATC                                   01A3
    Cryptogram                8F3A1C0099AB12CD
    TVR                             0000008000
    TSI                                   E800
    CVM                                 420300
    ------------------------------------------
    Authorization         AUhV7Xa1b2c3d4e5f6g7
    Transfer              TRhV7Xa1b2c3d4e5f6g7
    Terminal                           B61378A
    Reference             A-1jd4k2x9q-7f3k9m2p
    ------------------------------------------
                  Paid by card.
                    Thank you"
  `);
});

test('a printer test has every letter of the receipts', () => {
  const tried = new Set(TEST_LETTERS.join(''));
  const said = JSON.stringify(paper);
  const letters = new Set(said.match(/[^\p{ASCII}\p{P}\p{Z}]/gu));
  expect(letters.size).toBeGreaterThan(5);
  expect([...letters].filter((letter) => !tried.has(letter))).toEqual([]);
});

describe('a receipt by payment state', () => {
  test.each([
    ['captured', {}, 'sale', 'Total $42.60', 'Paid by card.'],
    [
      'captured',
      { capturedMinor: 3000 },
      'partly-paid',
      'Paid by card $30.00',
      'The card paid a part. The rest is still to pay.',
    ],
    ['captured', { kind: 'authorization', capturedMinor: 3000 }, 'sale', 'Total $30.00', 'Paid by card.'],
    [
      'authorized',
      { authorizedMinor: 6000, capturedMinor: null },
      'authorization',
      'Held $60.00',
      'Not charged yet. The amount is held on the card.',
    ],
    ['refunded', { kind: 'refund' }, 'refund', 'Refunded $42.60', 'The money goes back to the card.'],
    ['declined', { capturedMinor: null, declineCode: 'EXPIRED_CARD' }, 'declined', ...notCharged],
    ['cancelled', { capturedMinor: null, cancelledBy: 'cashier' }, 'cancelled', ...notCharged],
    ['voided', none, 'cancelled', ...notCharged],
    ['released', none, 'cancelled', ...notCharged],
    ['failed', none, 'cancelled', ...notCharged],
    [
      'checking',
      none,
      'checking',
      'To pay $42.60',
      'It is not known yet whether the card was charged. This is no proof of payment.',
    ],
    ['decided', { ...none, decision: decided('paid') }, 'decided', 'Total $42.60', recorded('paid')],
    ['decided', { ...none, decision: decided('not-paid') }, 'decided', 'Not charged $42.60', recorded('not paid')],
  ] as const)('states the outcome of %s %o', (state, change, kind, total, statement) => {
    const receipt = composed(finished({ state, capturedMinor: 4260, ...change }));
    expect(receipt.kind).toBe(kind);
    expect(said(receipt, 'total')).toEqual([total]);
    expect(said(receipt, 'statement')).toEqual([statement]);
  });

  test('never shows a hold with a decision as paid', () => {
    const hold = (verdict: 'paid' | 'not-paid', timings: AttemptView['timings'] = []): Receipt => {
      const held = { kind: 'authorization', authorizedMinor: 5325, timings } as const;
      return composed(finished({ state: 'decided', ...held, decision: decided(verdict) }));
    };
    const main = (receipt: Receipt) => told(receipt, 'title', 'total', 'statement');
    expect(main(hold('paid'))).toEqual(['Hold on the card', 'Held $53.25', recorded('held on the card')]);
    expect(hold('paid').short).toContain('Hold on the card: Held $53.25');
    expect(main(hold('not-paid'))).toEqual([
      'Hold on the card',
      'Not charged $42.60',
      recorded('not held on the card'),
    ]);
    const taken = hold('paid', [{ step: 'capture-asked', atMs: 60_000 }]);
    expect(main(taken)).toEqual(['Sale', 'Total $42.60', recorded('paid')]);
  });

  test('is a refund on paper too for a refund with a decision', () => {
    const receipt = composed(finished({ state: 'decided', kind: 'refund', decision: decided('paid') }));
    const main = ['Refund', 'Refunded $42.60', recorded('given back')];
    expect(told(receipt, 'title', 'total', 'statement')).toEqual(main);
  });

  test.each(['working', 'partial'] as const)('does not exist while a payment is %s', (state) => {
    expect(() => composed(attempt({ state }))).toThrow(expect.objectContaining({ code: 'PAY_STATE' }));
  });

  test('has the requested, paid and unpaid amounts of a part', () => {
    const receipt = composed(finished({ state: 'captured', capturedMinor: 3000 }));
    const sums = ['To pay $42.60', 'Paid by card $30.00', 'Still to pay $12.60'];
    expect(told(receipt, 'asked', 'total', 'unpaid')).toEqual(sums);
  });

  test('agrees with the counter on partly paid: a terminal tip is owed, room for a tip is not', () => {
    const tips = { tipMinor: 2_000, terminalTipMinor: 2_000, capturedMinor: 10_500 };
    const receipt = composed(captured(10_000, tips));
    expect(receipt.kind).toBe('partly-paid');
    const sums = ['Sale $100.00', 'Tip $20.00', 'To pay $120.00', 'Still to pay $15.00'];
    expect(told(receipt, 'sale', 'tip', 'asked', 'unpaid')).toEqual(sums);
    const room = { kind: 'authorization', totalMinor: 5325, tipRoomMinor: 1065, capturedMinor: 3000 } as const;
    const part = composed(finished({ state: 'captured', ...room }));
    expect(part.kind).toBe('partly-paid');
    expect([...said(part, 'asked'), ...said(part, 'unpaid')]).toEqual(['To pay $42.60', 'Still to pay $12.60']);
    expect(composed(finished({ state: 'captured', ...room, capturedMinor: 4260 })).kind).toBe('sale');
    const tab = {
      kind: 'authorization',
      totalMinor: 6000,
      tipMinor: 0,
      capturedElsewhere: { askedMinor: 5700 },
    } as const;
    const elsewhere = composed(finished({ state: 'captured', ...tab, capturedMinor: 4000 }));
    expect(['tip', 'asked', 'total', 'unpaid'].flatMap((name) => said(elsewhere, name as ReceiptLineName))).toEqual([
      'To pay $57.00',
      'Paid by card $40.00',
      'Still to pay $17.00',
    ]);
  });

  test('has each reversed amount and the rest, without reversals proven to have failed', () => {
    const view = finished({
      state: 'captured',
      capturedMinor: 4260,
      reversedMinor: 1500,
      reversals: [
        reversal({}),
        reversal({ id: 'R-2', amountMinor: 500, state: 'pending' }),
        reversal({ id: 'R-3', state: 'failed' }),
      ],
    });
    const receipt = composed(view);
    expect(said(receipt, 'reversed')).toEqual(['Given back Mar 15, 2026 $10.00', 'Given back Mar 15, 2026 $5.00']);
    expect(said(receipt, 'kept')).toEqual(['Left after that $27.60']);
  });

  test.each([
    ['succeeded', 'The money has gone back to the card.'],
    ['pending', 'The money is on its way back to the card.'],
    ['checking', 'It is not known yet whether the money goes back.'],
    ['failed', 'The money did not go back.'],
  ] as const)('has a separate form for a reversal that is %s', (state, statement) => {
    const view = finished({ state: 'captured', capturedMinor: 4260, reversals: [reversal({ state })] });
    const receipt = composed(view, { reversal: 'R-1' });
    expect(receipt.kind).toBe('reversal');
    expect(said(receipt, 'original')).toEqual(['Paid originally $42.60']);
    expect(said(receipt, 'total')).toEqual(['Given back $10.00']);
    expect(said(receipt, 'statement')).toEqual([statement]);
    expect(said(receipt, 'transfer')).toEqual(['Transfer TRreversal1']);
    expect(() => composed(view, { reversal: 'R-9' })).toThrow(expect.objectContaining({ code: 'PAY_NOT_FOUND' }));
  });
});

describe('copies', () => {
  const signed: AttemptView = { ...paidWithChip, wantsSignature: true, note: 'no nuts' };

  test('have signature, note and answer only for the merchant', () => {
    const [customer, merchant] = [composed(signed), composed(signed, { copy: 'merchant' })];
    expect(said(customer, 'signature')).toEqual([]);
    expect(said(merchant, 'signature')).toEqual(['Cardholder’s signature']);
    expect(said(merchant, 'verification')).toEqual(['Cardholder Signature']);
    expect([said(customer, 'note'), said(merchant, 'note')]).toEqual([[], ['Note no nuts']]);
    expect([customer.code, merchant.code]).toEqual([signed.id, null]);
    const declined = finished({ state: 'declined', declineCode: 'GENERIC_DECLINE', wantsSignature: true });
    expect(said(composed(declined), 'answer')).toEqual([]);
    expect(said(composed(declined, { copy: 'merchant' }), 'answer')).toEqual(['Answer GENERIC_DECLINE']);
    // An uncharged payment needs no signature.
    expect(said(composed(declined, { copy: 'merchant' }), 'signature')).toEqual([]);
  });

  test('are marked as duplicates; a training receipt states at both ends that no money moved', () => {
    expect(said(composed(paidWithChip), 'duplicate')).toEqual([]);
    expect(said(composed(paidWithChip, { isDuplicate: true }), 'duplicate')).toEqual(['DUPLICATE']);
    const training = composed(paidWithChip, { isTraining: true });
    expect(said(training, 'training')).toEqual(['TRAINING', 'No money moved.', 'TRAINING', 'No money moved.']);
    expect(training.short.split('\n')[0]).toBe('TRAINING: No money moved.');
    expect(said(composed(paidWithChip), 'training')).toEqual([]);
  });

  test('show the cardholder verification', () => {
    const verified = (emv: Partial<NonNullable<NonNullable<AttemptView['card']>['emv']>> | undefined): string[] => {
      const none = {
        preferredName: null,
        transactionCounter: null,
        cryptogram: null,
        verificationResults: null,
        statusInformation: null,
        cardholderVerification: null,
        isPinVerified: null,
      };
      const card = { ...visa, ...(emv ? { emv: { ...none, ...emv } } : {}) };
      return said(composed(finished({ state: 'captured', capturedMinor: 4260, card })), 'verification');
    };
    expect(verified(undefined)).toEqual([]);
    expect(verified({ cryptogram: '8F3A1C0099AB12CD' })).toEqual([]);
    expect(verified({ isPinVerified: true })).toEqual(['Cardholder PIN verified']);
    expect(verified({ isPinVerified: false })).toEqual(['Cardholder No verification']);
    expect(verified({ cardholderVerification: '1E0300', isPinVerified: false })).toEqual(['Cardholder Signature']);
    expect(verified({ cardholderVerification: '5F0302' })).toEqual(['Cardholder No verification']);
    expect(verified({ cardholderVerification: '440302' })).toEqual(['Cardholder PIN verified']);
  });
});

describe('unknown values have no line', () => {
  test('a card with only unknown values, and no card, have no line', () => {
    const nothing = {
      brand: null,
      lastFour: null,
      entryMode: 'unknown',
      approvalCode: null,
      applicationLabel: null,
      applicationIdentifier: null,
    } as const;
    for (const card of [nothing, null]) {
      const receipt = composed(finished({ state: 'captured', capturedMinor: 4260, card }));
      expect(receipt.sections.map(({ name }) => name)).toEqual(['head', 'what', 'amounts', 'ids', 'foot']);
    }
    const half = composed(finished({ state: 'captured', capturedMinor: 4260, card: { ...nothing, lastFour: '0059' } }));
    expect(said(half, 'card')).toEqual(['Card Card **** 0059']);
  });

  const maybe = <T>(value: T) => fc.constantFrom(value, null);
  const widths = fc.constantFrom(24, 27, 32, 42, 48);
  const copies = fc.constantFrom('customer', 'merchant');
  const attempts = fc.record({
    state: fc.constantFrom(...paidStates, ...unpaid),
    capturedMinor: maybe(3000),
    authorizedMinor: maybe(3000),
    expiresAt: maybe('2026-03-21T00:00:00.000Z'),
    finishedAt: maybe('2026-03-14T14:32:18.500Z'),
    order: maybe('A-1187'),
    note: maybe('no nuts'),
    authorization: maybe('AU1'),
    transfer: maybe('TR1'),
    declineCode: maybe('GENERIC_DECLINE'),
    tipMinor: fc.constantFrom(0, 500, 9_000_000),
    card: fc.option(
      fc.record({
        brand: maybe('VISA'),
        lastFour: maybe('4412'),
        entryMode: fc.constantFrom('chip', 'contactless', 'swipe', 'manual', 'unknown'),
        approvalCode: maybe('073915'),
        applicationLabel: maybe('VISA CREDIT'),
        applicationIdentifier: maybe('A0000000031010'),
      }),
    ),
  });

  test.each(languages.map(({ tag }) => tag))(
    'receipts in %s have no null, no undefined and no line wider than the paper',
    (locale) => {
      fc.assert(
        fc.property(attempts, widths, copies, (change, columns, copy) => {
          const view = finished(change);
          const receipt = composed(view, { locale, copy, isTraining: true, isDuplicate: true });
          const text = asText(receipt, columns);
          expect(text).not.toMatch(/null|undefined|NaN|Invalid|\[object/);
          for (const line of layOut(receipt, columns)) {
            if (line.kind === 'text')
              expect(Array.from(line.text).length).toBeLessThanOrEqual(line.isLarge ? columns / 2 : columns);
          }
        }),
        { numRuns: 60 },
      );
    },
  );
});

test('amounts use the locale, times use the time zone', () => {
  const german = composed(paidWithChip, { locale: 'de-DE', timeZone: 'Europe/Berlin' });
  expect(said(german, 'total')).toEqual(['Gesamt 50,27 $']);
  expect(said(german, 'date')).toEqual(['Datum 14. März 2026, 15:32:18 MEZ']);
  const yen = composed(captured(1200, { currency: 'JPY' }), { locale: 'ja' });
  expect(said(yen, 'total')[0]).toMatch(/1,200$/);
  const dinar = composed(finished({ state: 'captured', amountMinor: 1500, capturedMinor: 1500, currency: 'KWD' }));
  expect(said(dinar, 'total')[0]).toMatch(/1\.500$/);
});

test('typed or scanned text cannot control the printer or exceed the paper', () => {
  const order = `A\u001b@\u0010\u0004\u0001\r\n\u0000B${'9'.repeat(300)}`;
  const receipt = composed(
    { ...paidWithChip, order },
    { till: { shop: 'Bäckerei\u202e Hafen\u00a0', name: 'Till\t2' } },
  );
  const [line] = said(receipt, 'order');
  // oxlint-disable-next-line no-control-regex -- these characters must not be there
  expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  expect(line?.length).toBeLessThanOrEqual('Order '.length + 200);
  expect(said(receipt, 'shop')).toEqual(['Bäckerei Hafen']);
  expect(said(receipt, 'till')).toEqual(['Till Till 2']);
});

test('lines break between words, and long words at the paper’s end', () => {
  expect(wrapped('The money goes back to the card.', 12)).toEqual(['The money', 'goes back to', 'the card.']);
  expect(wrapped('AUhV7Xa1b2c3', 5)).toEqual(['AUhV7', 'Xa1b2', 'c3']);
  expect(wrapped('', 5)).toEqual([]);
});
