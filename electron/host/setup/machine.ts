/**
 * State machine of the setup: (state, event) → state. Pure: it uses no clock, randomness or I/O, only the stored state.
 * For an unsuitable event it returns null.
 *
 *   mode → account → merchant → shop → terminal ─┬─(settings written, the till starts as a live one)─► person → receipts → test → open
 *             └── one merchant ──────►┘          └─ skipped: no test
 *
 * Back returns to the previous step. A changed answer discards the answers that depend on it: a new account discards the
 * merchant, and a new account or merchant discards the test. Skipped steps can be revisited.
 */
import {
  setupSteps,
  type SetupAnswers,
  type SetupState,
  type SetupStep,
  type SetupTest,
} from '../../contract/index.ts';

/** Answers that were validated and are to be stored. */
export type Answered =
  | { step: 'mode'; value: NonNullable<SetupAnswers['mode']> }
  | { step: 'account'; value: NonNullable<SetupAnswers['account']> }
  | { step: 'merchant'; value: NonNullable<SetupAnswers['merchant']> }
  | { step: 'shop'; value: NonNullable<SetupAnswers['shop']> }
  | { step: 'terminal'; value: NonNullable<SetupAnswers['terminal']> }
  | { step: 'person'; value: NonNullable<SetupAnswers['person']> }
  | { step: 'receipts'; value: NonNullable<SetupAnswers['receipts']> }
  /** The test payment has ended successfully. */
  | { step: 'test' }
  | { step: 'open' };

export type SetupEvent =
  | ({ type: 'answered' } & Answered)
  | { type: 'skipped' }
  | { type: 'back' }
  | { type: 'left' }
  /**
   * The manager continues the setup. `isPractising` means that the till went back to training, so the answers are no
   * longer in use.
   */
  | { type: 'resumed'; isPractising: boolean }
  /** The till runs with the answers. */
  | { type: 'written' }
  /** The test's id is stored before the test begins. */
  | { type: 'test-planned'; attempt: string; amountMinor: number; currency: string }
  | { type: 'test-held' }
  /**
   * `voided` means that the till was killed after the approval, and the payment was voided before the terminal had
   * finished.
   */
  | { type: 'test-voided'; at: string; outcome: 'released' | 'voided' }
  | { type: 'test-not-paid'; outcome: NonNullable<SetupTest['outcome']> };

export const freshSetup: SetupState = {
  version: 1,
  step: 'mode',
  answers: {},
  skipped: [],
  test: null,
  isWriting: false,
  isLeft: false,
};

/** Steps that may be skipped. Without a terminal the test is skipped too. */
const skippable: ReadonlySet<SetupStep> = new Set(['terminal', 'person', 'receipts', 'test']);

/** True if the test may hold money: until this is settled, changing, skipping and going back are refused. */
export const isTestOpen = ({ test }: SetupState): boolean => test?.state === 'planned' || test?.state === 'held';

/** True if the step is about a till that already runs with the earlier answers. */
export const isLiveStep = (step: SetupState['step']): boolean =>
  step !== 'done' && setupSteps.indexOf(step) > setupSteps.indexOf('terminal');

export function canSkip(state: SetupState): boolean {
  return state.step !== 'done' && skippable.has(state.step) && !state.isWriting && !isTestOpen(state);
}

export function canGoBack(state: SetupState): boolean {
  return !state.isWriting && !isTestOpen(state) && stepBefore(state) !== null;
}

/** Next state, or null if the event does not fit the state. */
export function nextSetup(state: SetupState, event: SetupEvent): SetupState | null {
  switch (event.type) {
    case 'answered':
      return answered(state, event);
    case 'skipped':
      return canSkip(state) && state.step !== 'done' ? skipped(state, state.step) : null;
    case 'back': {
      const before = stepBefore(state);
      return canGoBack(state) && before !== null ? { ...state, step: before, isLeft: false } : null;
    }
    case 'left':
      return state.step === 'done' ? null : { ...state, isLeft: true };
    case 'resumed': {
      const isToWrite = event.isPractising && isLiveStep(state.step) && !state.isWriting;
      if (state.step === 'done' || (isToWrite && isTestOpen(state))) return null;
      return { ...state, isLeft: false, isWriting: state.isWriting || isToWrite };
    }
    case 'written':
      return state.isWriting ? { ...state, isWriting: false } : null;
    case 'test-planned':
      return planned(state, event);
    case 'test-held':
      return state.test?.state === 'planned' ? { ...state, test: { ...state.test, state: 'held' } } : null;
    case 'test-voided':
      return state.test && isTestOpen(state)
        ? { ...state, test: { ...state.test, state: 'voided', outcome: event.outcome, provenAt: event.at } }
        : null;
    case 'test-not-paid':
      return state.test && isTestOpen(state)
        ? { ...state, test: { ...state.test, state: 'not-paid', outcome: event.outcome } }
        : null;
  }
}

function planned(
  state: SetupState,
  { attempt, amountMinor, currency }: Extract<SetupEvent, { type: 'test-planned' }>,
): SetupState | null {
  if (state.step !== 'test' || state.isWriting || isTestOpen(state)) return null;
  const test: SetupTest = { attempt, amountMinor, currency, state: 'planned', outcome: null, provenAt: null };
  return { ...state, test, isLeft: false };
}

function answered(state: SetupState, event: Answered): SetupState | null {
  // A finished setup may start over when the till is in training again.
  const from = state.step === 'done' && event.step === 'mode' ? freshSetup : state;
  if (from.step !== event.step || from.isWriting || isTestOpen(from)) return null;
  const known = { ...from, isLeft: false, skipped: from.skipped.filter((one) => one !== event.step) };
  const answers = from.answers;
  switch (event.step) {
    case 'mode': {
      const isSame = answers.mode === event.value;
      return {
        ...known,
        step: 'account',
        answers: isSame ? answers : { ...without(answers, 'account', 'merchant'), mode: event.value },
        test: isSame ? from.test : null,
      };
    }
    case 'account': {
      const [only, ...others] = event.value.merchants;
      const isOne = only !== undefined && others.length === 0 && only.isApproved === true;
      const isSame = answers.account?.url === event.value.url && answers.account.username === event.value.username;
      const kept = isSame ? answers : without(answers, 'merchant');
      return {
        ...known,
        step: isOne ? 'shop' : 'merchant',
        answers: { ...kept, account: event.value, ...(isOne ? { merchant: only } : {}) },
        test: isSame ? from.test : null,
      };
    }
    case 'merchant':
      return {
        ...known,
        step: 'shop',
        answers: { ...answers, merchant: event.value },
        test: answers.merchant?.id === event.value.id ? from.test : null,
      };
    case 'shop':
      return { ...known, step: 'terminal', answers: { ...answers, shop: event.value } };
    case 'terminal': {
      const isSame = answers.terminal?.address === event.value.address;
      const test = isSame ? from.test : null;
      return { ...known, step: 'person', answers: { ...answers, terminal: event.value }, test, isWriting: true };
    }
    case 'person':
      return { ...known, step: 'receipts', answers: { ...answers, person: event.value } };
    case 'receipts':
      return afterReceipts({ ...known, answers: { ...answers, receipts: event.value } });
    case 'test':
      return from.test?.state === 'voided' ? { ...known, step: 'open' } : null;
    case 'open':
      return { ...known, step: 'done' };
  }
}

function skipped(state: SetupState, step: SetupStep): SetupState {
  const known = { ...state, isLeft: false, skipped: [...state.skipped.filter((one) => one !== step), step] };
  if (step === 'terminal')
    return { ...known, step: 'person', answers: without(state.answers, 'terminal'), test: null, isWriting: true };
  if (step === 'receipts') return afterReceipts(known);
  return { ...known, step: step === 'person' ? 'receipts' : 'open' };
}

/** A test needs a terminal. */
function afterReceipts(state: SetupState): SetupState {
  if (!state.skipped.includes('terminal')) return { ...state, step: 'test' };
  return { ...state, step: 'open', skipped: [...state.skipped.filter((one) => one !== 'test'), 'test'] };
}

/** Previous step, or null for the first step and after the last. */
function stepBefore({ step, answers, skipped: later }: SetupState): SetupStep | null {
  if (step === 'done') return null;
  for (let at = setupSteps.indexOf(step) - 1; at >= 0; at -= 1) {
    const before = setupSteps[at];
    if (before === undefined) return null;
    const wasTaken = before === 'merchant' && answers.account?.merchants.length === 1;
    const isNothing = before === 'test' && later.includes('terminal');
    if (!wasTaken && !isNothing) return before;
  }
  return null;
}

function without(answers: SetupAnswers, ...steps: (keyof SetupAnswers)[]): SetupAnswers {
  return Object.fromEntries(Object.entries(answers).filter(([step]) => !steps.includes(step as keyof SetupAnswers)));
}
