/** Configuration and requests of the client: refused addresses and headers, headers that it sends, checked tags. */
import { describe, expect, it } from 'vitest';
import { inspect } from 'node:util';
import type { PlatformConfig } from '../../../../electron/host/platform/call.ts';
import { Http } from '../../../../electron/host/platform/http.ts';
import { callRetryMs } from '../../../../electron/host/platform/retries.ts';
import { checkTags, platformDate } from '../../../../electron/host/platform/limits.ts';
import { createUnconfiguredPort } from '../../../../electron/host/platform/payments-port.ts';
import { all, askAll, harnessOf, byId, fastClock, json, PASSWORD, startHostile, inWords, USERNAME } from './support.ts';

const good: PlatformConfig = { baseUrl: 'https://platform.example', username: USERNAME, password: PASSWORD };
const dependencies = { clock: fastClock(), random: () => 0.5 };

function refusalOf(config: Partial<PlatformConfig>): unknown {
  try {
    void new Http({ ...good, ...config }, dependencies).close();
    return 'accepted';
  } catch (error) {
    // Users see the settings' error, so it must not contain the password.
    expect(inspect(error)).not.toContain(PASSWORD);
    return (error as { code?: string }).code;
  }
}

describe('configuration', () => {
  it.each<[string, Partial<PlatformConfig>, string]>([
    ['https', {}, 'accepted'],
    ['https with a prefix', { baseUrl: 'https://platform.example/api/v1/' }, 'accepted'],
    ['http to this machine', { baseUrl: 'http://127.0.0.1:8080' }, 'accepted'],
    ['http to this machine by name', { baseUrl: 'http://localhost:8080' }, 'accepted'],
    ['http to this machine by IPv6', { baseUrl: 'http://[::1]:8080' }, 'accepted'],
    ['http elsewhere', { baseUrl: 'http://platform.example' }, 'CFG_INVALID'],
    ['http to a name that only begins like this machine', { baseUrl: 'http://127.0.0.1.evil.example' }, 'CFG_INVALID'],
    ['http to a name that only ends like this machine', { baseUrl: 'http://evil-localhost' }, 'CFG_INVALID'],
    ['http elsewhere, allowed', { baseUrl: 'http://sandbox.shop', allowPlainHttp: true }, 'accepted'],
    ['no address', { baseUrl: '' }, 'API_NOT_CONFIGURED'],
    ['no username', { username: '' }, 'API_NOT_CONFIGURED'],
    ['no password', { password: '' }, 'API_NOT_CONFIGURED'],
    ['an address that is none', { baseUrl: 'platform' }, 'CFG_INVALID'],
    ['another scheme', { baseUrl: 'file:///etc/passwd' }, 'CFG_INVALID'],
    ['credentials in the address', { baseUrl: `https://me:${PASSWORD}@platform.example` }, 'CFG_INVALID'],
    ['a query in the address', { baseUrl: 'https://platform.example/?token=1' }, 'CFG_INVALID'],
    ['another version header', { versionHeader: 'X-Api-Version' }, 'accepted'],
    ['a header after the version header', { versionHeader: 'X-Version: 1\r\nX-Evil' }, 'CFG_INVALID'],
    ['a header after the version', { version: '2022-02-01\r\nX-Evil: 1' }, 'CFG_INVALID'],
    ['a header after the user agent', { userAgent: 'Till\nX-Evil: 1' }, 'CFG_INVALID'],
    ['a version header with a space', { versionHeader: 'Service Version' }, 'CFG_INVALID'],
    ['a version header without a name', { versionHeader: '' }, 'CFG_INVALID'],
    ['a version header over the password', { versionHeader: 'Authorization' }, 'CFG_INVALID'],
    ['a version header over the length', { versionHeader: 'Content-Length' }, 'CFG_INVALID'],
    ['a version header over the host', { versionHeader: 'host' }, 'CFG_INVALID'],
  ])('is checked: %s', (_, config, expected) => {
    expect(refusalOf(config)).toBe(expected);
  });

  it('sends HTTP Basic, the version and its accepted types, under the prefix, and the password nowhere else', async () => {
    const server = await startHostile(json(404, {}));
    const harness = harnessOf(`${server.url}/prefix/`, { versionHeader: 'X-Version', userAgent: 'Till/1' });
    await harness.port.findPayment(byId('AU1'));
    const [asked] = server.asked;
    expect(asked?.path).toBe('/prefix/authorizations/AU1');
    const basic = Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64');
    expect(asked?.headers).toMatchObject({
      authorization: `Basic ${basic}`,
      accept: expect.stringContaining('application/hal+json') as string,
      'x-version': '2022-02-01',
      'user-agent': 'Till/1',
    });
    expect(asked?.headers).not.toHaveProperty('content-type');
    expect(harness.http.host).toBe(new URL(server.url).host);
    await harness.close();
    await server.close();
  });

  it('sends a line break in credentials in Base64, so that it cannot become a header', async () => {
    const server = await startHostile(json(404, {}));
    const harness = harnessOf(server.url, { username: 'me\r\nX-Evil: 1', password: 'p\r\nX-Evil: 2' });
    await harness.port.findPayment(byId('AU1'));
    expect(server.asked[0]?.headers).not.toHaveProperty('x-evil');
    await harness.close();
    await server.close();
  });

  it('sends no call without a platform, and reports this as provably not sent', async () => {
    const outcomes = await askAll(createUnconfiguredPort());
    expect(Object.fromEntries(Object.entries(outcomes).map(([name, outcome]) => [name, inWords(outcome)]))).toEqual(
      all('not-sent API_NOT_CONFIGURED'),
    );
  });
});

describe('limits', () => {
  const tags = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));
  it.each<[string, Record<string, string>, boolean]>([
    ['fifty', tags(50), true],
    ['fifty-one', tags(51), false],
    ['a key of 40', { ['k'.repeat(40)]: 'v' }, true],
    ['a key of 41', { ['k'.repeat(41)]: 'v' }, false],
    ['no key', { '': 'v' }, false],
    ['a value of 500', { k: 'v'.repeat(500) }, true],
    ['a value of 501', { k: 'v'.repeat(501) }, false],
    ['an empty value', { k: '' }, true],
    ['a comma', { k: 'a,b' }, false],
    ['a backslash', { k: 'a\\b' }, false],
    ['a double quote in a key', { 'a"b': 'v' }, false],
    ['a single quote', { k: "it's" }, false],
    ['other letters', { Größe: '大 – ok' }, true],
  ])('checks tags against the limits: %s', (_, given, isAllowed) => {
    if (isAllowed) expect(() => checkTags(given)).not.toThrow();
    else expect(() => checkTags(given)).toThrow(expect.objectContaining({ code: 'API_INVALID' }));
  });

  it('writes dates without milliseconds and zone', () => {
    expect(platformDate(Date.UTC(2026, 10, 21, 3, 51, 48, 999))).toBe('2026-11-21T03:51:48');
  });

  it('doubles the back-off within its bounds, half of it at random', () => {
    expect([1, 2, 3, 4, 5, 6, 60].map((count) => callRetryMs(count, 0))).toEqual([
      125, 250, 500, 1000, 2000, 2000, 2000,
    ]);
    expect([1, 2, 3, 4, 5, 6, 60].map((count) => callRetryMs(count, 1))).toEqual([
      250, 500, 1000, 2000, 4000, 4000, 4000,
    ]);
  });
});
