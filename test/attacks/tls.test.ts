/** An environment variable cannot switch off that the platform must prove its identity. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDispatcher } from '../../electron/host/platform/network.ts';
import { readSettings } from '../../electron/config/index.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

const tls = resolve(import.meta.dirname, '../fixtures/tls');
const KEY = 'NODE_TLS_REJECT_UNAUTHORIZED';

describe('a server without a trusted certificate', () => {
  let before: string | undefined;
  beforeEach(() => {
    before = process.env[KEY];
    process.env[KEY] = '0';
  });
  afterEach(() => {
    if (before === undefined) delete process.env[KEY];
    else process.env[KEY] = before;
  });

  test.each(['self-signed', 'other', 'expired'])('receives no request while the variable is set: %s', async (name) => {
    const asked: string[] = [];
    const server = createServer(
      { cert: readFileSync(join(tls, `${name}.pem`)), key: readFileSync(join(tls, `${name}.key`)) },
      (request, response) => {
        asked.push(String(request.headers.authorization));
        response.end('{}');
      },
    );
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const dispatcher = createDispatcher({ origin });
    const headers = { authorization: 'Basic c2VjcmV0' };
    await expect(dispatcher.request({ origin, path: '/', method: 'GET', headers })).rejects.toThrow();
    expect(asked).toEqual([]);
    await dispatcher.close();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
});

describe('a live till', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = temporaryFolder('tillbridge-tls-');
    const platform = { url: 'https://platform.example', username: 'USu1', merchant: 'MU1' };
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ platform, terminals: [] }), { mode: 0o600 });
  });
  const start = (env: Record<string, string>) => readSettings({ dataDir, env: { TILLBRIDGE_PASSWORD: 'p', ...env } });

  test.each([
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /NODE_TLS_REJECT_UNAUTHORIZED=0 is set/],
    [
      { NODE_OPTIONS: '--max-old-space-size=100 --use-openssl-ca', SSL_CERT_FILE: '/tmp/theirs.pem' },
      /--use-openssl-ca/,
    ],
    [{ NODE_OPTIONS: '--tls-min-v1.0' }, /--tls-min-v1\.0/],
    [{ NODE_OPTIONS: '--tls-keylog=/tmp/keys' }, /--tls-keylog/],
    [{ NODE_OPTIONS: '--openssl-config=/tmp/theirs.cnf' }, /--openssl-config/],
  ])('does not start with %j, and reports why', async (env, words) => {
    await expect(start(env)).rejects.toMatchObject({ code: 'CFG_TLS_OFF', message: expect.stringMatching(words) });
  });

  test('starts with an additional authority, and with harmless variables', async () => {
    await expect(start({ NODE_EXTRA_CA_CERTS: '/etc/ssl/shop.pem' })).resolves.toMatchObject({ mode: 'live' });
    await expect(start({ [KEY]: '1', NODE_OPTIONS: '--use-system-ca' })).resolves.toMatchObject({ mode: 'live' });
  });
});
