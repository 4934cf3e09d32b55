/** Proxy and certificates of a till, from its file and its environment. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseNetwork, isExempt, readNetwork, readSettings } from '../../../electron/config/index.ts';

const platform = new URL('https://api.platform.test');
const choose = (env: Record<string, string>, file: { proxy?: string; noProxy?: string; caFile?: string } = {}) =>
  chooseNetwork(platform, { dataDir: '/data', env, file });

describe('proxy', () => {
  it.each<[string, Record<string, string>, { proxy?: string; noProxy?: string }, string | null, string]>([
    ['none', {}, {}, null, 'no proxy is set'],
    ['HTTPS_PROXY', { HTTPS_PROXY: 'http://a:1' }, {}, 'http://a:1', 'HTTPS_PROXY'],
    ['lower case first', { HTTPS_PROXY: 'http://a:1', https_proxy: 'http://b:1' }, {}, 'http://b:1', 'HTTPS_PROXY'],
    ['HTTP_PROXY where there is no other', { HTTP_PROXY: 'http://a:1' }, {}, 'http://a:1', 'HTTP_PROXY'],
    ['empty is none', { HTTPS_PROXY: '' }, {}, null, 'no proxy is set'],
    ['the file wins', { HTTPS_PROXY: 'http://a:1' }, { proxy: 'http://c:1' }, 'http://c:1', 'platform.proxy'],
    ['the file says none', { HTTPS_PROXY: 'http://a:1' }, { proxy: 'none' }, null, 'platform.proxy'],
    ['NO_PROXY', { HTTPS_PROXY: 'http://a:1', NO_PROXY: 'platform.test' }, {}, null, 'NO_PROXY'],
    [
      'noProxy wins over NO_PROXY',
      { HTTPS_PROXY: 'http://a:1', NO_PROXY: '*' },
      { noProxy: '' },
      'http://a:1',
      'HTTPS_PROXY',
    ],
  ])('is chosen by environment and file: %s', (_, env, file, proxy, decidedBy) => {
    expect(choose(env, file)).toEqual({ proxy, decidedBy, caFile: null });
  });

  it.each(['http://localhost:8480', 'http://127.0.0.1:1', 'http://[::1]:1'])(
    '%s is recognized as this computer',
    (url) => {
      const env = { HTTP_PROXY: 'http://a:1', HTTPS_PROXY: 'http://a:1' };
      expect(chooseNetwork(new URL(url), { dataDir: '/', env, file: {} }).proxy).toBeNull();
    },
  );

  it.each(['ftp://a', 'a:3128', 'http://', 'user:s3cret@a'])(
    'refuses %s without repeating it in the message',
    (proxy) => {
      expect(() => choose({ HTTPS_PROXY: proxy })).toThrow(/HTTPS_PROXY: is not an address/);
      expect(() => choose({ HTTPS_PROXY: proxy })).not.toThrow(/s3cret/);
    },
  );

  it.each([
    ['api.platform.test', true],
    ['platform.test', true],
    ['.platform.test', true],
    ['*.platform.test', true],
    ['*.api.platform.test', false],
    ['PLATFORM.TEST', true],
    ['atform.test', false],
    ['platform.test:443', true],
    ['platform.test:8443', false],
    ['other.test, platform.test', true],
    ['other.test platform.test', true],
    ['*', true],
    ['*:80', false],
    ['', false],
  ])('exempts the platform with NO_PROXY %j: %j', (noProxy, is) => {
    expect(isExempt(platform, noProxy)).toBe(is);
  });

  it.each([
    ['[2001:db8::1]', true],
    ['2001:db8::1', true],
    ['[2001:db8::1]:443', true],
    ['[2001:db8::1]:80', false],
  ])('exempts an IPv6 address with NO_PROXY %j: %j', (noProxy, is) => {
    expect(isExempt(new URL('https://[2001:db8::1]/'), noProxy)).toBe(is);
  });
});

describe('settings.json', () => {
  let dataDir: string;
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-network-'))));
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));
  const write = (platformSettings: object, mode = 0o600): void => {
    const path = join(dataDir, 'settings.json');
    writeFileSync(
      path,
      JSON.stringify({ platform: { url: 'https://api.platform.test', username: 'U', ...platformSettings } }),
    );
    chmodSync(path, mode);
  };
  const env = { TILLBRIDGE_PASSWORD: 'p' };

  it('passes proxy and certificates to the host; the file of certificates is in the data folder', async () => {
    write({ proxy: 'http://u:p@proxy.test:3128', caFile: 'ca.pem' });
    const { platform: found } = await readSettings({ dataDir, env });
    expect(found).toMatchObject({ proxy: 'http://u:p@proxy.test:3128', caFile: join(dataDir, 'ca.pem') });
    expect(readNetwork({ dataDir, env: {} })).toMatchObject({
      decidedBy: 'platform.proxy',
      caFile: join(dataDir, 'ca.pem'),
    });
  });

  it('a settings file with the password of a proxy is refused if other users can read it', async () => {
    if (process.platform === 'win32') return;
    write({ proxy: 'http://u:p@proxy.test:3128' }, 0o644);
    await expect(readSettings({ dataDir, env })).rejects.toThrow(/platform\.proxy: others may read/);
    write({ proxy: 'http://proxy.test:3128' }, 0o644);
    expect((await readSettings({ dataDir, env })).platform?.proxy).toBe('http://proxy.test:3128');
  });

  it('a till without a platform has no network settings', () => {
    expect(readNetwork({ dataDir, env: { HTTPS_PROXY: 'http://a:1' } })).toBeNull();
  });
});
