import type { HostState, SetupStep, SetupView } from '../../electron/contract/index.ts';

/** A till that nobody has begun to set up: the host says nothing of it before that. */
export const freshSetup: SetupView = {
  step: 'mode',
  isBegun: false,
  isLeft: false,
  answers: {},
  skipped: [],
  test: null,
  canBack: false,
  canSkip: false,
  isRestarting: false,
  refusesPayments: false,
  failure: null,
};

/** Asked of a till that runs with what was answered before. */
const liveSteps: ReadonlySet<SetupStep> = new Set(['person', 'receipts', 'test', 'open']);

/**
 * How far this till is set up; null: there is nothing to set up. One that practises can always be set up, one that was open before
 * as well.
 */
export function setupOf(host: HostState | null): SetupView | null {
  if (!host) return null;
  const { setup, till } = host;
  if (setup && setup.step !== null) return setup;
  return till.mode === 'training' ? freshSetup : null;
}

/** Somebody has to say that the setup goes on: it was left, or the till practises again after it had been live. */
export function isSetupResting(host: HostState | null, { step, isLeft, isRestarting }: SetupView): boolean {
  if (isRestarting || step === null) return false;
  return isLeft || (host?.till.mode === 'training' && liveSteps.has(step));
}

/** Where a till that is half set up stands, for a key that goes on; null: it is not begun, or done. */
export function halfSetUp(host: HostState | null): SetupStep | null {
  const view = setupOf(host);
  return view?.isBegun ? view.step : null;
}
