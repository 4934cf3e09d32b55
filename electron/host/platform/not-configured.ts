import type { Failure } from '../../contract/index.ts';

/** Failure of a request on a till without a platform; provably nothing is sent. */
export const notConfigured: Failure = {
  code: 'API_NOT_CONFIGURED',
  message: 'No payment platform is set up on this till.',
};
