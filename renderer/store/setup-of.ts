import type { HostState, SetupStep, SetupView } from '../../electron/contract/index.ts';

/** Setup before the first answer: until then the host's state has no setup. */
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

/** Steps of a till that already runs with the answers of the steps before. */
const liveSteps: ReadonlySet<SetupStep> = new Set(['person', 'receipts', 'test', 'open']);

/**
 * Progress of the setup, or null if there is nothing to set up. A till in training can always be set up, even if it was
 * open for business before.
 */
export function setupOf(host: HostState | null): SetupView | null {
  if (!host) return null;
  const { setup, till } = host;
  if (setup && setup.step !== null) return setup;
  return till.mode === 'training' ? freshSetup : null;
}

/** True if the user has to resume the setup: the user left it, or the till is in training again after it was live. */
export function isSetupResting(host: HostState | null, { step, isLeft, isRestarting }: SetupView): boolean {
  if (isRestarting || step === null) return false;
  return isLeft || (host?.till.mode === 'training' && liveSteps.has(step));
}

/** Step of a half finished setup, for the key that resumes it, or null if the setup has not begun or has finished. */
export function unfinishedSetupStep(host: HostState | null): SetupStep | null {
  const view = setupOf(host);
  return view?.isBegun ? view.step : null;
}
