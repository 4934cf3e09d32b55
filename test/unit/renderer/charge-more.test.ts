import { describe, expect, it, vi } from 'vitest';
import { TillError, type HostState } from '../../../electron/contract/index.ts';
import { screenOf } from '../../../renderer/store/screen-of.ts';
import { setSale } from '../../../renderer/store/till-store.ts';
import { sessionMemory } from '../../../renderer/store/session.ts';
import { percentOf, tipMinorOf, tipStep } from '../../../renderer/store/tip.ts';
import { answeringTill, type AnsweringTill } from './fixtures/answering-till.ts';
import { fixtureTill, memoryStorage } from './fixtures/fixture-till.ts';
import { endedLink, payLink } from './fixtures/link-screens.ts';
import { at, finished, hostState, press, visa } from './fixtures/states.ts';

const before = finished({
  id: 'A-before',
  state: 'captured',
  amountMinor: 1234,
  capturedMinor: 1234,
  finishedAt: at(900_000),
});
const duplicate = () =>
  Promise.reject(new TillError('PAY_DUPLICATE', 'again', { context: { attempt: 'A-before', minutes: 2 } }));
const withTill = (state: HostState, change: Partial<HostState['till']>): HostState => ({
  ...state,
  till: { ...state.till, ...change },
});
const percents = (...of: number[]) => ({ when: 'before' as const, percents: of, fixedMinor: [], roomPercent: 25 });
const type = (till: { commands: ReturnType<typeof fixtureTill>['commands'] }, digits: string) => {
  for (const digit of digits) till.commands.typeKey(digit as '0');
};
const screen = (till: Pick<ReturnType<typeof fixtureTill>, 'store'>) => screenOf(till.store.getState());
const starts = (till: Pick<ReturnType<typeof fixtureTill>, 'calls'>) =>
  till.calls.filter(({ path }) => path === 'payment.start').map(({ input }) => input as Record<string, unknown>);

/** A link for $5.00 without an order, dismissed because its customer may still pay it. */
const leftLink = payLink({ order: null, amountMinor: 500, totalMinor: 500 });
const withLeftLink = (change: Partial<HostState> = {}) =>
  hostState({ payLinks: [leftLink], dismissed: [leftLink.id], ...change });

describe('incident: a charge of the same amount while an earlier customer’s link is still open', () => {
  const asked = async (state = withLeftLink(), context: Record<string, string | boolean> = { isAskable: true }) => {
    const open = () =>
      Promise.reject(new TillError('PAY_LINK_OPEN', 'open', { context: { link: leftLink.id, ...context } }));
    const till = answeringTill(state, { 'payment.start': open });
    type(till, '500');
    await till.commands.charge();
    return till;
  };

  it('asks, charges another customer under a new id, and confirms no other question', async () => {
    const till = await asked();
    expect(screen(till)).toMatchObject({ kind: 'repeat', repeat: { link: leftLink.id } });
    await till.commands.answerRepeat(true);
    const [first, second] = starts(till);
    expect(first).toMatchObject({ isRepeatMeant: false, isOtherCustomer: false });
    expect(second).toMatchObject({ amountMinor: 500, isRepeatMeant: false, isOtherCustomer: true });
    expect(second?.['id']).not.toBe(first?.['id']);
  });

  it('charges nothing for the same customer and shows their link again', async () => {
    const till = await asked();
    await till.commands.answerRepeat(false);
    expect(starts(till)).toHaveLength(1);
    expect(till.calls.at(-1)).toMatchObject({ path: 'till.dismiss', input: { remove: [leftLink.id] } });
    expect(till.store.getState().sale).toMatchObject({ entry: { digits: '' }, repeat: null });
  });

  it('withdraws the question when the link is paid, and keeps the amount', async () => {
    const till = await asked();
    till.show(withLeftLink({ payLinks: [endedLink({ ...leftLink, state: 'paid', paidMinor: 500 })] }));
    expect(screen(till).kind).toBe('idle');
    expect(till.store.getState().sale.entry.digits).toBe('500');
  });

  it('asks no question at a kiosk, and no question about a link of an order', async () => {
    const kiosk = await asked(withTill(withLeftLink(), { isKiosk: true }));
    const ofOrder = await asked(withLeftLink(), {});
    for (const till of [kiosk, ofOrder]) {
      expect(till.store.getState().sale).toMatchObject({ repeat: null, problem: { code: 'PAY_LINK_OPEN' } });
    }
  });
});

describe('the same amount again', () => {
  const asked = () => answeringTill(hostState({ attempts: [before] }), { 'payment.start': duplicate });

  it('asks whether to charge again after the refused request, and sends no other request', async () => {
    const till = asked();
    type(till, '1234');
    await till.commands.charge();
    expect(starts(till)).toMatchObject([{ amountMinor: 1234, isRepeatMeant: false }]);
    expect(screen(till)).toMatchObject({ kind: 'repeat', repeat: { attempt: 'A-before', minutes: 2 } });
    expect(till.store.getState().sale).toMatchObject({ submission: null, problem: null });
  });

  it('sends nothing after No, and clears the amount', async () => {
    const till = asked();
    type(till, '1234');
    await till.commands.charge();
    await till.commands.answerRepeat(false);
    expect(starts(till)).toHaveLength(1);
    expect(screen(till).kind).toBe('idle');
    expect(till.store.getState().sale.entry.digits).toBe('');
  });

  it('charges after Yes under another id, and marks only that payment as an intended repeat', async () => {
    const till = asked();
    type(till, '1234');
    await till.commands.charge();
    await till.commands.answerRepeat(true);
    const [first, second] = starts(till);
    expect(second).toMatchObject({ amountMinor: 1234, isRepeatMeant: true });
    expect(second?.['id']).not.toBe(first?.['id']);
    // A second press is still the same payment.
    await till.commands.answerRepeat(true);
    expect(starts(till).length).toBeLessThanOrEqual(3);
  });

  it('starts a new sale at a digit, and none at Backspace', async () => {
    const till = asked();
    type(till, '1234');
    await till.commands.charge();
    till.commands.typeKey('back');
    expect(screen(till).kind).toBe('repeat');
    till.commands.typeKey('5');
    expect(screen(till).kind).toBe('idle');
    expect(till.store.getState().sale.entry.digits).toBe('5');
  });

  it('disappears when another payment is open', async () => {
    const till = asked();
    type(till, '1234');
    await till.commands.charge();
    till.show(hostState({ attempts: [finished({ state: 'working', finishedAt: null }), before] }));
    expect(screen(till).kind).toBe('live');
  });
});

describe('a partial approval', () => {
  it('waits for the decision of the cashier, and is released on a kiosk', async () => {
    const counter = fixtureTill({ host: hostState(), typed: '4260' });
    await counter.commands.charge();
    expect(starts(counter)).toMatchObject([{ partialApproval: 'ask' }]);
    const kiosk = fixtureTill({ host: withTill(hostState(), { isKiosk: true }), typed: '4260' });
    await kiosk.commands.charge();
    expect(starts(kiosk)).toMatchObject([{ partialApproval: 'release' }]);
  });
});

describe('a tip before the payment', () => {
  const tipping = () => fixtureTill({ host: withTill(hostState(), { tips: percents(15, 18, 20) }), typed: '4260' });

  it('is absent until a tip is chosen', async () => {
    const till = tipping();
    await till.commands.charge();
    expect(starts(till)).toEqual([]);
    expect(screen(till)).toMatchObject({ kind: 'tip', tip: { saleMinor: 4260, choice: 'none' } });
    await till.commands.charge();
    expect(starts(till)).toMatchObject([{ amountMinor: 4260 }]);
    expect(starts(till)[0]).toMatchObject({ tipMinor: 0 });
  });

  it('adds a percentage to the sale', async () => {
    const till = tipping();
    await till.commands.charge();
    till.commands.chooseTip(1);
    await till.commands.charge();
    expect(starts(till)).toMatchObject([{ amountMinor: 4260, tipMinor: 767 }]);
  });

  it('takes digits as another tip, within the limit of the till', async () => {
    const till = fixtureTill({
      host: withTill(hostState(), { tips: percents(15), maxAmountMinor: 5000 }),
      typed: '4260',
    });
    await till.commands.charge();
    till.commands.chooseTip('other');
    type(till, '740');
    till.commands.typeKey('0');
    expect(till.store.getState().sale.refusal).toBe('AMOUNT_OVER_LIMIT');
    await till.commands.charge();
    expect(starts(till)).toEqual([]);
    till.commands.typeKey('back');
    await till.commands.charge();
    expect(starts(till)).toMatchObject([{ amountMinor: 4260, tipMinor: 740 }]);
  });

  it('incident: an amount corrected on the tip screen stays an amount and becomes no tip', async () => {
    const till = fixtureTill({ host: withTill(hostState(), { tips: percents(15) }), typed: '45' });
    await till.commands.charge();
    type(till, '450');
    expect(till.store.getState().sale).toMatchObject({ tip: null, entry: { digits: '450' } });
    await till.commands.charge();
    till.commands.leaveTip();
    // After Back from the tip, digits begin a new amount, and Backspace edits the old amount.
    type(till, '520');
    expect(till.store.getState().sale.entry.digits).toBe('520');
    await till.commands.charge();
    till.commands.typeKey('back');
    expect(till.store.getState().sale).toMatchObject({ tip: null, entry: { digits: '52' } });
    await till.commands.charge();
    await till.commands.charge();
    expect(starts(till)).toMatchObject([{ amountMinor: 52, tipMinor: 0, isTipMeant: false }]);
  });

  it('asks about a tip above half of the sale, and then sends it as confirmed', async () => {
    const till = tipping();
    await till.commands.charge();
    till.commands.chooseTip('other');
    type(till, '2131');
    await till.commands.charge();
    expect(till.store.getState().sale.amountCheck).toMatchObject({ largeTipMinor: 2131, askAboveMinor: 2130 });
    await till.commands.confirmAmount(false);
    // The next digit begins a new tip.
    type(till, '213');
    await till.commands.charge();
    expect(starts(till)).toMatchObject([{ amountMinor: 4260, tipMinor: 213, isTipMeant: false }]);
    const second = tipping();
    await second.commands.charge();
    second.commands.chooseTip('other');
    type(second, '2131');
    await second.commands.charge();
    await second.commands.confirmAmount(true);
    expect(starts(second)).toMatchObject([{ amountMinor: 4260, tipMinor: 2131, isTipMeant: true }]);
  });

  it('asks about a large tip on an approved payment before it is captured', async () => {
    const approved = finished({ state: 'authorized', kind: 'authorization', authorizedMinor: 8520, finishedAt: null });
    const waiting = { ...approved, tipRoomMinor: 4260, totalMinor: 8520 };
    const host = withTill(hostState({ attempts: [waiting] }), { tips: { ...percents(15), when: 'after' } });
    const till = fixtureTill({ host });
    till.commands.askTip();
    till.commands.chooseTip('other');
    type(till, '3000');
    await till.commands.charge();
    expect(screen(till)).toMatchObject({ kind: 'amount-check', check: { way: 'take', totalMinor: 7260 } });
    expect(till.calls).toEqual([]);
    await till.commands.confirmAmount(true);
    expect(till.calls).toMatchObject([
      { path: 'payment.capture', input: { amountMinor: 7260, tipMinor: 3000, isTipMeant: true } },
    ]);
  });

  const raised = {
    'the screen of the payment': (till: AnsweringTill) => till.commands.takeWithTip('A-held', 300),
    'the tab': (till: AnsweringTill) =>
      till.commands.captureHold({ attempt: 'A-held', amountMinor: 4560, tipMinor: 300 }),
  };
  it.each(Object.entries(raised))(
    'asks for a name and a PIN when a tip is raised later, from %s',
    async (_of, take) => {
      const held = finished({
        id: 'A-held',
        state: 'authorized',
        kind: 'authorization',
        authorizedMinor: 5325,
        finishedAt: null,
      });
      const waiting = { ...held, tipRoomMinor: 1065 };
      const required = new TillError('ROLE_REQUIRED', 'no', { context: { ask: 'Mo' } });
      const till = answeringTill(hostState({ attempts: [waiting] }), {
        'payment.capture': (input) => ('operator' in (input as object) ? waiting : Promise.reject(required)),
      });
      const taken = take(till);
      await vi.waitFor(() => expect(till.store.getState().permission?.act).toBe('raise-tip'));
      await till.store.getState().permission?.give({ name: 'Mo', pin: '2468' });
      await taken;
      expect(till.calls).toMatchObject([
        { path: 'payment.capture', input: { amountMinor: 4560, tipMinor: 300 } },
        { path: 'payment.capture', input: { amountMinor: 4560, tipMinor: 300, operator: { name: 'Mo', pin: '2468' } } },
      ]);
    },
  );

  it('incident: the first digit after the sale of another window begins a new amount', () => {
    const till = fixtureTill({ host: hostState() });
    type(till, '1400');
    till.commands.setDetail('order', 'A-1');
    const theirs = finished({ id: 'A-theirs', state: 'captured', capturedMinor: 500, card: visa });
    const { own } = till.store.getState().sale;
    till.show(hostState({ attempts: [theirs] }));
    setSale(till.store, { own });
    till.commands.dismiss();
    expect(till.store.getState().sale.entry.digits).toBe('1400');
    type(till, '1500');
    expect(till.store.getState().sale).toMatchObject({ entry: { digits: '1500' }, order: null });
  });

  it('sends neither charge, hold nor payment link after a refused key, until the amount is corrected', async () => {
    const till = fixtureTill({ host: hostState() });
    type(till, '12.345');
    expect(till.store.getState().sale.entry.refusal).toBe('AMOUNT_TOO_MANY_DECIMALS');
    for (const verb of ['charge', 'hold', 'openLink'] as const) await till.commands[verb]();
    expect(till.calls).toEqual([]);
    till.commands.typeKey('back');
    await till.commands.openLink();
    expect(till.calls).toMatchObject([{ path: 'link.open', input: { amountMinor: 1_234 } }]);
  });

  it('asks about a payment link far above the usual amount too', async () => {
    const till = fixtureTill({ host: hostState(), typed: '5901234' });
    await till.commands.openLink();
    expect(screen(till)).toMatchObject({ kind: 'amount-check', check: { way: 'link', totalMinor: 5_901_234 } });
    expect(till.calls).toEqual([]);
    await till.commands.confirmAmount(true);
    expect(till.calls).toMatchObject([{ path: 'link.open', input: { amountMinor: 5_901_234 } }]);
  });

  it('keeps the amount at Back, and asks nothing on a kiosk or for a hold', async () => {
    const till = tipping();
    await till.commands.charge();
    till.commands.leaveTip();
    expect(screen(till).kind).toBe('idle');
    expect(till.store.getState().sale.entry.digits).toBe('4260');
    await till.commands.hold();
    expect(starts(till)).toMatchObject([{ amountMinor: 4260, kind: 'authorization' }]);
    const kiosk = fixtureTill({ host: withTill(hostState(), { isKiosk: true, tips: percents(15) }), typed: '4260' });
    await kiosk.commands.charge();
    expect(starts(kiosk)).toHaveLength(1);
  });

  it.each([
    [4260, 18, 767],
    [1, 50, 1],
    [3, 15, 0],
    [333, 15, 50],
    [999_999_999_999, 100, 999_999_999_999],
  ])('calculates for %i at %i percent a tip of %i', (amountMinor, percent, tipMinor) => {
    expect(percentOf(amountMinor, percent)).toBe(tipMinor);
  });

  it('counts another tip only while it is chosen', () => {
    const step = { ...tipStep(4260), entry: { digits: '500', decimals: null } };
    const till = { currency: 'USD', tips: percents(10) };
    expect(tipMinorOf(step, till)).toBe(0);
    expect(tipMinorOf({ ...step, choice: 'other' }, till)).toBe(500);
    expect(tipMinorOf({ ...step, choice: 0 }, till)).toBe(426);
    expect(tipMinorOf({ ...step, choice: 3 }, till)).toBe(0);
  });
});

describe('a hold', () => {
  const held = finished({
    state: 'authorized',
    kind: 'authorization',
    authorizedMinor: 4260,
    finishedAt: null,
    card: visa,
  });

  it('can be dismissed and is shown again when it changes', () => {
    const till = fixtureTill({ host: hostState({ attempts: [held] }) });
    expect(screen(till)).toMatchObject({ kind: 'outcome', outcome: 'held' });
    till.commands.dismiss();
    expect(screen(till).kind).toBe('idle');
    till.show(hostState({ attempts: [{ ...held, updatedAt: at(0) }] }));
    expect(screen(till)).toMatchObject({ outcome: 'held' });
  });

  it('is paid, not partly paid, when it is captured for less', () => {
    const captured = finished({ state: 'captured', kind: 'authorization', authorizedMinor: 4260, capturedMinor: 3000 });
    expect(screen(fixtureTill({ host: hostState({ attempts: [captured] }) }))).toMatchObject({ outcome: 'paid' });
  });
});

describe('the submission kept over a reload', () => {
  it('restores a hold, a tip and an order', () => {
    const memory = sessionMemory(memoryStorage());
    const kept = press({ kind: 'authorization', tipMinor: 5, order: 'A-1187', isRepeatMeant: true });
    memory.keepSubmission(kept);
    expect(memory.submission()).toEqual(kept);
  });

  it('reads the submission of an earlier version as a plain sale that asks about repeats and releases partial approvals', () => {
    const storage = memoryStorage();
    const old = {
      id: 'press-000001',
      amountMinor: 500,
      currency: 'USD',
      terminal: null,
      pressedAtMs: 1,
      isGivenBack: false,
    };
    storage.setItem('tillbridge.pressed', JSON.stringify(old));
    expect(sessionMemory(storage).submission()).toEqual(press({ pressedAtMs: 1, partialApproval: 'release' }));
  });
});
