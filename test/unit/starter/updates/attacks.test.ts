/**
 * An attacker who answers in place of the feed, or on the way to it, gets no file onto the computer: each attempt is
 * refused with its reason.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signFeed, type Updates } from '../../../../electron/starter/index.ts';
import { KEY, feedOf, packed, releaseOf, Shop } from './shop.ts';

let shop: Shop;
beforeEach(async ({ skip }) => {
  // Linux and macOS use a folder with a link to its version; on Windows the installer installs a version.
  skip(process.platform === 'win32');
  shop = await Shop.open();
});
afterEach(() => shop.close());

const release = () => releaseOf('1.2.0', shop.content);
const PACKAGE = '/tillbridge_1.2.0.tar.gz';

async function lookAndFetch(updates: Updates): Promise<void> {
  await updates.check();
  await updates.fetch();
}

/** Attacks and the reasons of their refusal. */
const attacks: Record<string, readonly [why: string, attack: () => void | Promise<void>]> = {
  'a login page of the network (HTML) in place of the feed': [
    'not-a-feed',
    () => shop.server.serve('/tillbridge.feed', '<!doctype html><title>Sign in to the Wi-Fi</title>'),
  ],
  'a content that was changed after it was signed': [
    'wrong-signature',
    () => {
      const bytes = shop.publish(feedOf(release()));
      shop.server.serve('/tillbridge.feed', Buffer.from(bytes.toString().replace('1.2.0', '1.2.9')));
    },
  ],
  'a feed signed with another key': [
    'other-key',
    () => void shop.publish(feedOf(release()), generateKeyPairSync('ed25519').privateKey),
  ],
  'a signature of another key under the name of ours': [
    'wrong-signature',
    () => {
      const [ours] = shop.publish(feedOf(release())).toString().split('\n');
      const theirs = signFeed(feedOf(release()), generateKeyPairSync('ed25519').privateKey).toString();
      const [first = '', ...content] = theirs.split('\n');
      const forged = first.replace(/^(tillbridge-feed 1 )\S+/, `$1${ours?.split(' ')[2]}`);
      shop.server.serve('/tillbridge.feed', [forged, ...content].join('\n'));
    },
  ],
  'an older version than ours (downgrade)': [
    'downgrade',
    () => void shop.publish(feedOf(releaseOf('1.0.9', shop.content))),
  ],
  'an old feed shown again (rollback)': [
    'older-feed',
    async () => {
      const old = shop.publish(feedOf(release(), { issuedAt: '2026-01-01T00:00:00Z' }));
      shop.publish(feedOf(release()));
      await shop.updates().check();
      shop.server.serve('/tillbridge.feed', old);
    },
  ],
  'a feed shown for ever, so that a newer one stays unseen (freeze)': [
    'expired',
    () => void shop.publish(feedOf(release(), { expiresAt: new Date(Date.now() - 1000).toISOString() })),
  ],
  'a package that is shorter than was signed': [
    'too-short',
    () => shop.server.serve(PACKAGE, shop.content.subarray(0, 1000)),
  ],
  'a package that never ends': [
    'too-large',
    () =>
      void shop.server.answers.set(PACKAGE, (_request, response) => {
        const more = (): void => {
          while (!response.destroyed && response.write(randomBytes(65_536)));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      }),
  ],
  'another package of the same length': [
    'wrong-content',
    () => shop.server.serve(PACKAGE, randomBytes(shop.content.length)),
  ],
  'a file name that leads out of the folder': [
    'file-name',
    () => {
      const [one] = Object.values(release().packages);
      if (one) shop.publish(feedOf({ ...release(), packages: { [KEY]: { ...one, name: '../../../evil.tar.gz' } } }));
    },
  ],
  'a redirection of the feed to plain http': ['redirected', () => redirect('/tillbridge.feed')],
  'a redirection of the package to plain http': ['redirected', () => redirect(PACKAGE)],
  'a feed without an end': [
    'too-large',
    () => shop.server.serve('/tillbridge.feed', Buffer.alloc(400_000, 'tillbridge-feed 1 ')),
  ],
};

function redirect(path: string): void {
  shop.server.answers.set(path, (_request, response) => {
    // An address reserved for documentation: a connection there would wait instead of being refused.
    response.writeHead(302, { location: 'http://192.0.2.1/tillbridge.feed' }).end();
  });
}

describe('an attack is refused with its reason, and no file of the package stays', () => {
  test.each(Object.entries(attacks))('recognizes %s', async (_name, [why, attack]) => {
    await attack();
    await expect(lookAndFetch(shop.updates())).rejects.toMatchObject({ code: 'UPDATE_REFUSED', context: { why } });
    expect(
      await shop
        .updates()
        .staged()
        .catch(() => null),
    ).toBeNull();
    const left = existsSync(join(shop.dataDir, 'updates')) ? readdirSync(join(shop.dataDir, 'updates')) : [];
    expect(left.filter((name) => name !== '.feed')).toEqual([]);
    expect(readlinkSync(join(shop.home, 'current'))).toBe('versions/1.1.0');
  });

  test('covers at least ten attacks', () => expect(Object.keys(attacks).length).toBeGreaterThanOrEqual(10));
});

test('the till accepts the same feed without an attack, so that the attacks cause the refusals above', async () => {
  await lookAndFetch(shop.updates());
  expect((await shop.updates().staged())?.version).toBe('1.2.0');
});

test('the till refuses http before a request is sent, also to this computer', async () => {
  const updates = shop.updates({ way: { allowsLoopback: false, env: {} } });
  await expect(updates.check()).rejects.toMatchObject({ context: { why: 'not-https' } });
  expect(shop.server.asked).toEqual([]);
});

const tls = resolve(import.meta.dirname, '../../../fixtures/tls');

test.each(['self-signed', 'other', 'expired'])(
  'the till sends no request to an https server without a trusted certificate: %s',
  async (name) => {
    const asked: string[] = [];
    const [cert, key] = ['pem', 'key'].map((end) => readFileSync(join(tls, `${name}.${end}`)));
    const server = createServer({ cert: cert ?? '', key: key ?? '' }, (request, response) => {
      asked.push(request.url ?? '');
      response.end(shop.publish(feedOf(release())));
    });
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const feed = `https://127.0.0.1:${(server.address() as AddressInfo).port}/tillbridge.feed`;
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const updates = shop.updates({ origin: { feed, publicKey: shop.publicKey }, way: { allowsLoopback: false, env } });
    await expect(updates.check()).rejects.toMatchObject({ code: 'UPDATE_FAILED', context: { why: 'unreachable' } });
    expect(asked).toEqual([]);
    await new Promise((done) => server.close(done));
  },
);

test('the till does not install a package that changed on disk after its verification', async () => {
  await lookAndFetch(shop.updates());
  const path = join(shop.dataDir, 'updates/tillbridge_1.2.0.tar.gz');
  const other = packed('1.2.0');
  writeFileSync(path, Buffer.concat([other, shop.content]).subarray(0, shop.content.length));
  await expect(shop.updates().apply()).rejects.toMatchObject({ context: { why: 'not-staged' } });
  expect(readlinkSync(join(shop.home, 'current'))).toBe('versions/1.1.0');
});
