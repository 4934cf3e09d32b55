/**
 * "Provably not sent" depends on the moment when a request begins to be sent, never on an error code. The tests inject
 * the errors of Windows and Linux, alone and as a whole family of failed addresses, before and after that moment.
 */
import { describe, expect, it } from 'vitest';
import type { Transport } from '../../../../electron/host/platform/exchange.ts';
import { Http } from '../../../../electron/host/platform/http.ts';
import { fastClock, PASSWORD, USERNAME } from './support.ts';

const codes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EACCES',
  'EADDRNOTAVAIL',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOBUFS',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'UNKNOWN',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
];

const coded = (code: string): Error => Object.assign(new Error(`planted ${code}`), { code });
const shapes: Readonly<Record<string, (code: string) => Error>> = {
  alone: coded,
  'of every address': (code) => new AggregateError([coded(code), coded('ENETUNREACH')], 'all addresses failed'),
  'inside another': (code) => new Error('fetch failed', { cause: coded(code) }),
};

/** Fails each request with an error, before or after it begins to be sent. */
function failing(error: Error, isBegun: boolean): Transport {
  return {
    dispatch(_options, handler) {
      const controller = {
        aborted: false,
        paused: false,
        reason: null,
        abort: () => undefined,
        pause: () => undefined,
        resume: () => undefined,
      };
      if (isBegun) handler.onRequestStart?.(controller, {});
      handler.onResponseError?.(controller, error);
      return true;
    },
    destroy: async () => undefined,
  };
}

async function outcomeOf(error: Error, isBegun: boolean) {
  const http = new Http(
    { baseUrl: 'https://platform.example', username: USERNAME, password: PASSWORD },
    { clock: fastClock(5, true), random: () => 0.5, transport: failing(error, isBegun) },
  );
  const outcome = await http.call({
    operation: 'POST /authorizations',
    method: 'POST',
    path: '/authorizations',
    body: { amount: 1234 },
    timeoutMs: 30_000,
    read: () => null,
  });
  await http.close();
  return outcome;
}

describe.each(Object.entries(shapes))('an error %s', (_name, shape) => {
  it.each(codes)('proves with the code %s that nothing was sent, if the request had not begun', async (code) => {
    expect(await outcomeOf(shape(code), false)).toMatchObject({
      kind: 'not-sent',
      error: { code: 'API_UNREACHABLE', context: { reason: code } },
    });
    expect(await outcomeOf(shape(code), true)).toMatchObject({ kind: 'unknown', error: { code: 'API_BROKEN' } });
  });
});
