/**
 * The package for any folder, as somebody without rights has it: unpacked under a long path with blanks and umlauts, and updated by a
 * signed feed from a server of files, while it sells; one step back.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readlinkSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { makeFolder } from '../../build/scripts/parts/folder.mjs';
import { nodeFlags, ownNode, root } from '../../build/scripts/parts/paths.mjs';
import { runtimeOf } from '../../build/scripts/parts/runtime.mjs';
import type { Checks } from '../checks.ts';
import { captured, sale, USER, type DebianTill, type Shop } from './till.ts';

/** 240 letters, as many as a file's name can have and some file managers offer. */
const PLACE = `/home/${USER}/Kasse für Bäcker & Söhne/${'Filiale am Märktchen '.repeat(12)}`.slice(0, 239).concat('x');
const [FORMER, NEXT] = ['1.0.0', '1.1.0'];
const NOTES = { en: ['New.'], de: ['Neu.'], es: ['Nuevo.'], 'fr-CA': ['Nouveau.'] };

/** A server of files with a certificate of this run. */
async function server(folder: string, served: string) {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=updates', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert], { stdio: 'ignore' }); // oxfmt-ignore
  const files = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    try {
      response.end(readFileSync(join(served, basename(request.url ?? ''))));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => files.listen(0, '127.0.0.1', done));
  return { url: `https://127.0.0.1:${(files.address() as AddressInfo).port}/tillbridge.feed`, cert, close: () => files.close() }; // oxfmt-ignore
}

/** Both versions, built with the feed's address and key as who releases builds them, and the feed of the newer one. */
async function release(folder: string, served: string, url: string, say: (line: string) => void): Promise<string> {
  const [secret, open, notes] = ['update-key.pem', 'update-key.pub', 'notes.json'].map((name) => join(folder, name)) as [string, string, string]; // oxfmt-ignore
  execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', secret]);
  execFileSync('openssl', ['pkey', '-in', secret, '-pubout', '-out', open]);
  writeFileSync(notes, JSON.stringify(NOTES));
  Object.assign(process.env, { TILLBRIDGE_UPDATE_FEED: url, TILLBRIDGE_UPDATE_KEY: open });
  const target = { platform: 'linux' as const, arch: process.arch === 'arm64' ? ('arm64' as const) : ('x64' as const) };
  const runtime = await runtimeOf(target);
  const former = await makeFolder({ folder, target, runtime, say, version: FORMER });
  await makeFolder({ folder: served, target, runtime, say, version: NEXT });
  const script = join(root, 'build/scripts/release-feed.ts');
  execFileSync(ownNode, [...nodeFlags, script, '--key', secret, '--notes', notes, '--packages', served, '--version', NEXT], { stdio: 'ignore' }); // oxfmt-ignore
  return former;
}

export async function updatedByFeed({ till, place, checks, folder }: { till: DebianTill; place: Shop; checks: Checks; folder: string }): Promise<void> {
  const { debian } = till;
  const served = join(folder, 'served');
  mkdirSync(served);
  const { url, cert, close } = await server(folder, served);
  try {
    const former = await release(folder, served, url, checks.say);
    copyFileSync(former, join(debian.folder, 'tmp/former.tar.gz'));
    copyFileSync(cert, join(debian.folder, 'tmp/feed.pem'));
    const run = (...words: string[]) => debian.run(['env', 'NODE_EXTRA_CA_CERTS=/tmp/feed.pem', `${PLACE}/tillbridge/tillbridge`, ...words], USER);
    await debian.run(['mkdir', '-p', PLACE], USER);
    const unpacked = await debian.run(['tar', '-xzf', '/tmp/former.tar.gz', '-C', PLACE], USER);
    const first = await run(...sale('5.60'));
    checks.check(`unpacked without rights under a path of ${PLACE.length} letters, it sells with what the .deb has left`, unpacked.code === 0 && captured(first.text), unpacked.text + first.text);
    const current = () => basename(readlinkSync(join(debian.folder, PLACE, 'tillbridge/current')));
    await refusedFeed({ served, checks, check: () => run('update', 'check', '--json') });
    const checked = await run('update', 'check', '--json');
    checks.check('the signed feed is believed, and its package fetched and verified', checked.code === 0 && checked.text.includes('"isReady":true'), checked.text);
    const opened = till.open(`${PLACE}/tillbridge/tillbridge-till`);
    await checks.until('the till is ready', () => opened.readyLines() === 1);
    place.customer.isThere = false;
    await till.begin('mid-update', 780);
    await checks.until('a payment waits for a card', place.customer.isAsked);
    const busy = await run('update', 'apply', '--json');
    checks.check('it is not put in place while a payment runs', busy.text.includes('UPDATE_BUSY') && current() === FORMER, busy.text);
    place.customer.isThere = true;
    await till.isPaid('mid-update');
    const applied = await run('update', 'apply', '--json');
    checks.check('it is put in place after it', applied.code === 0 && current() === NEXT, applied.text);
    await checks.until('the open till takes the new version', () => opened.readyLines() === 2);
    await till.begin('after-update', 340);
    await till.isPaid('after-update');
    checks.check('the open till takes the new version by itself, and sells', true);
    const back = await run('update', 'back', '--json');
    checks.check('one step back', back.code === 0 && current() === FORMER, back.text);
    await checks.until('the open till goes back', () => opened.readyLines() === 3);
    await opened.stop();
  } finally {
    close();
  }
} // oxfmt-ignore

/** One letter of the feed is another: whoever signs does not say so. */
async function refusedFeed({ served, checks, check }: { served: string; checks: Checks; check: () => Promise<{ code: number; text: string }> }): Promise<void> {
  const feed = join(served, 'tillbridge.feed');
  renameSync(feed, `${feed}.kept`);
  writeFileSync(feed, readFileSync(`${feed}.kept`, 'utf8').replace('"Neu."', '"Alt."'));
  const seen = await check();
  checks.check('a feed that was changed is refused by name', seen.code === 1 && seen.text.includes('wrong-signature'), seen.text);
  renameSync(`${feed}.kept`, feed);
} // oxfmt-ignore
