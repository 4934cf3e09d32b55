import { describe, expect, test } from 'vitest';
import {
  setupSteps,
  type SetupMerchant,
  type SetupState,
  type SetupStep,
} from '../../../../electron/contract/index.ts';
import {
  canGoBack,
  canSkip,
  freshSetup,
  isTestOpen,
  nextSetup,
  type Answered,
  type SetupEvent,
} from '../../../../electron/host/setup/machine.ts';

const merchant = (id: string, isApproved = true): SetupMerchant => ({ id, name: `Shop ${id}`, isApproved });
const account = (...merchants: SetupMerchant[]) => ({ url: 'https://p.example', username: 'U', merchants });
const answers: { readonly [Step in SetupStep]: Extract<Answered, { step: Step }> } = {
  mode: { step: 'mode', value: 'sandbox' },
  account: { step: 'account', value: account(merchant('1'), merchant('2')) },
  merchant: { step: 'merchant', value: merchant('1') },
  shop: { step: 'shop', value: { shop: 'S', name: 'T', currency: 'USD', locale: 'en-US', timeZone: null } },
  terminal: { step: 'terminal', value: { address: 'tcp:h:1', label: 'T' } },
  person: { step: 'person', value: { name: 'Ann' } },
  receipts: { step: 'receipts', value: { printer: null } },
  test: { step: 'test' },
  open: { step: 'open' },
};
const answered = (step: SetupStep): SetupEvent => ({ type: 'answered', ...answers[step] });
const planned: SetupEvent = { type: 'test-planned', attempt: 'setup-test-1', amountMinor: 1, currency: 'USD' };
const voided: SetupEvent = { type: 'test-voided', at: '2026-01-05T10:00:00.000Z', outcome: 'released' };

/** Applies the events, each of which must fit. */
function after(...events: SetupEvent[]): SetupState {
  return events.reduce<SetupState>((state, event) => {
    const next = nextSetup(state, event);
    if (!next) throw new Error(`${event.type} does not fit ${state.step}`);
    return next;
  }, freshSetup);
}

const written: SetupEvent = { type: 'written' };
const untilTerminal = (['mode', 'account', 'merchant', 'shop', 'terminal'] as const).map(answered);
const untilTest = [...untilTerminal, written, answered('person'), answered('receipts')];

/** Each step as reached without skipping. */
const states: { readonly [Step in SetupStep | 'done']: SetupState } = {
  mode: freshSetup,
  account: after(answered('mode')),
  merchant: after(answered('mode'), answered('account')),
  shop: after(...untilTerminal.slice(0, 3)),
  terminal: after(...untilTerminal.slice(0, 4)),
  person: after(...untilTerminal, written),
  receipts: after(...untilTerminal, written, answered('person')),
  test: after(...untilTest),
  open: after(...untilTest, planned, voided, answered('test')),
  done: after(...untilTest, planned, voided, answered('test'), answered('open')),
};

/** Result of each event at each step; null means that it does not fit. */
const expected: Readonly<Record<SetupStep | 'done', { answer: string; skip: string | null; back: string | null }>> = {
  mode: { answer: 'account', skip: null, back: null },
  account: { answer: 'merchant', skip: null, back: 'mode' },
  merchant: { answer: 'shop', skip: null, back: 'account' },
  shop: { answer: 'terminal', skip: null, back: 'merchant' },
  terminal: { answer: 'person', skip: 'person', back: 'shop' },
  person: { answer: 'receipts', skip: 'receipts', back: 'terminal' },
  receipts: { answer: 'test', skip: 'test', back: 'person' },
  test: { answer: 'open', skip: 'open', back: 'receipts' },
  open: { answer: 'done', skip: null, back: 'test' },
  done: { answer: 'account', skip: null, back: null },
};

describe.each([...setupSteps, 'done'] as const)('the setup at the step %s', (at) => {
  const state = states[at];
  test.each(setupSteps)('accepts an answer to %s only when expected', (step) => {
    const next = nextSetup(state, answered(step));
    const isAsked = step === at || (at === 'done' && step === 'mode');
    // The test's answer depends on its result.
    if (!isAsked || step === 'test') expect(next).toBeNull();
    else expect(next?.step).toBe(expected[at].answer);
  });
  test('skips, goes back and leaves as drawn', () => {
    expect(nextSetup(state, { type: 'skipped' })?.step ?? null).toBe(expected[at].skip);
    expect(canSkip(state)).toBe(expected[at].skip !== null);
    expect(nextSetup(state, { type: 'back' })?.step ?? null).toBe(expected[at].back);
    expect(canGoBack(state)).toBe(expected[at].back !== null);
    const left = nextSetup(state, { type: 'left' });
    expect(left).toEqual(at === 'done' ? null : { ...state, isLeft: true });
    if (!left) return;
    expect(nextSetup(left, { type: 'resumed', isPractising: false })).toEqual(state);
    // Back in training, a formerly live till must become live first.
    const isLive = ['person', 'receipts', 'test', 'open'].includes(at);
    expect(nextSetup(left, { type: 'resumed', isPractising: true })).toEqual({ ...state, isWriting: isLive });
  });
  test('accepts reports about settings and test only while they are expected', () => {
    expect(nextSetup(state, written)).toBeNull();
    for (const event of [{ type: 'test-held' }, voided, { type: 'test-not-paid', outcome: 'declined' }] as const)
      expect(nextSetup(state, event)).toBeNull();
    expect(nextSetup(state, planned)?.test?.state ?? null).toBe(at === 'test' ? 'planned' : null);
  });
});

test('the setup accepts only the end of writing, or leaving, while it writes settings', () => {
  const writing = after(...untilTerminal);
  expect(writing).toMatchObject({ step: 'person', isWriting: true });
  for (const event of [answered('person'), { type: 'skipped' }, { type: 'back' }] as const)
    expect(nextSetup(writing, event)).toBeNull();
  expect(nextSetup(writing, { type: 'left' })).toMatchObject({ isWriting: true, isLeft: true });
  expect(nextSetup(writing, written)).toMatchObject({ step: 'person', isWriting: false });
});

test('the setup skips, repeats and restarts nothing while money may be held, until the platform ends that', () => {
  const open = [after(...untilTest, planned), after(...untilTest, planned, { type: 'test-held' })];
  for (const state of open) {
    expect(isTestOpen(state)).toBe(true);
    for (const event of [planned, { type: 'skipped' }, { type: 'back' }, answered('test')] as const)
      expect(nextSetup(state, event)).toBeNull();
    expect(nextSetup(state, { type: 'left' })?.test).toEqual(state.test);
    expect(nextSetup(state, voided)).toMatchObject({ step: 'test', test: { state: 'voided', outcome: 'released' } });
    expect(nextSetup(state, { type: 'test-not-paid', outcome: 'declined' })?.test).toMatchObject({
      state: 'not-paid',
      outcome: 'declined',
    });
  }
});

test('a failed or voided test may be repeated under another id', () => {
  for (const ended of [voided, { type: 'test-not-paid', outcome: 'declined' }] as const) {
    const again = nextSetup(after(...untilTest, planned, ended), { ...planned, attempt: 'setup-test-2' });
    expect(again?.test).toMatchObject({ attempt: 'setup-test-2', state: 'planned', provenAt: null });
  }
  expect(
    nextSetup(after(...untilTest, planned, { type: 'test-not-paid', outcome: 'failed' }), answered('test')),
  ).toBeNull();
});

test('a single merchant is chosen automatically, and skipped on the way back', () => {
  const one: SetupEvent = { type: 'answered', step: 'account', value: account(merchant('1')) };
  const state = after(answered('mode'), one);
  expect(state).toMatchObject({ step: 'shop', answers: { merchant: merchant('1') } });
  expect(nextSetup(state, { type: 'back' })?.step).toBe('account');
  // An unapproved merchant is shown, not chosen.
  const pending: SetupEvent = { type: 'answered', step: 'account', value: account(merchant('1', false)) };
  expect(after(answered('mode'), pending).step).toBe('merchant');
});

test('a changed answer discards dependent answers; the same answer discards nothing', () => {
  const back = (count: number): SetupEvent[] => Array.from({ length: count }, () => ({ type: 'back' }));
  const tested = [...untilTest, planned, voided];
  const same = after(...tested, ...back(7), answered('mode'), answered('account'), answered('merchant'));
  expect(same.test?.state).toBe('voided');
  const other = after(...tested, ...back(7), { type: 'answered', step: 'mode', value: 'live' });
  expect(other).toMatchObject({ step: 'account', test: null });
  expect(Object.keys(other.answers).toSorted()).toEqual(['mode', 'person', 'receipts', 'shop', 'terminal']);
  const moved = after(...tested, ...back(3), {
    type: 'answered',
    step: 'terminal',
    value: { address: 'tcp:h:2', label: 'U' },
  });
  expect(moved).toMatchObject({ test: null, isWriting: true });
});

test('a setup without a terminal has no test, and Back skips it', () => {
  const state = after(
    ...untilTerminal.slice(0, 4),
    { type: 'skipped' },
    written,
    { type: 'skipped' },
    { type: 'skipped' },
  );
  expect(state).toMatchObject({ step: 'open', skipped: ['terminal', 'person', 'receipts', 'test'] });
  expect(nextSetup(state, { type: 'back' })?.step).toBe('receipts');
  expect(nextSetup(state, planned)).toBeNull();
  // A step that was visited and answered is no longer skipped.
  const here = after(
    ...untilTerminal.slice(0, 4),
    { type: 'skipped' },
    written,
    { type: 'back' },
    answered('terminal'),
  );
  expect(here.skipped).toEqual([]);
});
