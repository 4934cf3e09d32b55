/**
 * Setting a till up, as a machine: (state, event) → state. Pure: no clock, no randomness, no I/O; what was kept on disk is all it
 * knows. An event that does not fit gives null, and nothing changes.
 *
 *   mode → account → merchant → shop → terminal ─┬─(settings written, the till starts as a live one)─► person → receipts → test → open
 *             └── one merchant ──────►┘          └─ skipped: no test
 *
 * Back goes to the step that was asked before. Another answer takes with it what hung on it: an account its merchant, either of them
 * the test. What is skipped can be gone back to.
 */
import {
  setupSteps,
  type SetupAnswers,
  type SetupState,
  type SetupStep,
  type SetupTest,
} from '../../contract/index.ts';

/** What was tried and is to be kept. */
export type Answered =
  | { step: 'mode'; value: NonNullable<SetupAnswers['mode']> }
  | { step: 'account'; value: NonNullable<SetupAnswers['account']> }
  | { step: 'merchant'; value: NonNullable<SetupAnswers['merchant']> }
  | { step: 'shop'; value: NonNullable<SetupAnswers['shop']> }
  | { step: 'terminal'; value: NonNullable<SetupAnswers['terminal']> }
  | { step: 'person'; value: NonNullable<SetupAnswers['person']> }
  | { step: 'receipts'; value: NonNullable<SetupAnswers['receipts']> }
  /** The test is over, and has shown what it was to show. */
  | { step: 'test' }
  | { step: 'open' };

export type SetupEvent =
  | ({ type: 'answered' } & Answered)
  | { type: 'skipped' }
  | { type: 'back' }
  | { type: 'left' }
  /** Somebody goes on; `isPractising`: what was answered is no longer in force, since the till went back to training. */
  | { type: 'resumed'; isPractising: boolean }
  /** The till runs with what was answered. */
  | { type: 'written' }
  /** Its id is kept before anything of it begins. */
  | { type: 'test-planned'; attempt: string; amountMinor: number; currency: string }
  | { type: 'test-held' }
  /** `voided`: approved when the till was killed, and taken back before the terminal was done. */
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

/** Steps that may be left for later. Without a terminal there is nothing to test. */
const skippable: ReadonlySet<SetupStep> = new Set(['terminal', 'person', 'receipts', 'test']);

/** Money may be held: nothing is changed, skipped or gone back to until that is known. */
export const isTestOpen = ({ test }: SetupState): boolean => test?.state === 'planned' || test?.state === 'held';

/** Asked of a till that runs with what was answered before. */
export const isLiveStep = (step: SetupState['step']): boolean =>
  step !== 'done' && setupSteps.indexOf(step) > setupSteps.indexOf('terminal');

export function canSkip(state: SetupState): boolean {
  return state.step !== 'done' && skippable.has(state.step) && !state.isWriting && !isTestOpen(state);
}

export function canGoBack(state: SetupState): boolean {
  return !state.isWriting && !isTestOpen(state) && stepBefore(state) !== null;
}

/** The next state; null where the event does not fit this one. */
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
  // A till that is open and practises again may be set up anew.
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

/** Nothing can be tested without a terminal. */
function afterReceipts(state: SetupState): SetupState {
  if (!state.skipped.includes('terminal')) return { ...state, step: 'test' };
  return { ...state, step: 'open', skipped: [...state.skipped.filter((one) => one !== 'test'), 'test'] };
}

/** The step that was asked before this one; null: this is the first, or it is over. */
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
