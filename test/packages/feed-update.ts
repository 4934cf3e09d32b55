/**
 * Tests the package for any folder, used without administrator rights: unpacked under a long path with spaces and
 * umlauts, updated by a signed feed from a file server during sales, and rolled back once.
 */
import { copyFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeFolder } from '../../build/scripts/parts/folder.mjs';
import { runtimeOf } from '../../build/scripts/parts/runtime.mjs';
import type { Checks } from '../checks.ts';
import { Releases } from './releases.ts';
import { captured, sale, USER, type DebianTill, type Shop } from './till.ts';

/** 240 characters, the longest path that some file managers allow. */
const PLACE = `/home/${USER}/Kasse für Bäcker & Söhne/${'Filiale am Märktchen '.repeat(12)}`.slice(0, 239).concat('x');
const [FORMER, NEXT] = ['1.0.0', '1.1.0'];

/**
 * Builds both versions like a release, and the feed of the newer one.
 * @returns the older version's package
 */
async function release(releases: Releases, folder: string, say: (line: string) => void): Promise<string> {
  const target = { platform: 'linux' as const, arch: process.arch === 'arm64' ? ('arm64' as const) : ('x64' as const) };
  const runtime = await runtimeOf(target);
  const former = await makeFolder({ folder, target, runtime, say, version: FORMER });
  await makeFolder({ folder: releases.served, target, runtime, say, version: NEXT });
  releases.sign(NEXT);
  return former;
}

export async function updatedByFeed({
  till,
  place,
  checks,
  folder,
}: {
  till: DebianTill;
  place: Shop;
  checks: Checks;
  folder: string;
}): Promise<void> {
  const { debian } = till;
  const releases = await Releases.open(folder);
  try {
    const former = await release(releases, folder, checks.say);
    copyFileSync(former, join(debian.folder, 'tmp/former.tar.gz'));
    copyFileSync(releases.certificate, join(debian.folder, 'tmp/feed.pem'));
    const run = (...words: string[]) =>
      debian.run(['env', 'NODE_EXTRA_CA_CERTS=/tmp/feed.pem', `${PLACE}/tillbridge/tillbridge`, ...words], USER);
    await debian.run(['mkdir', '-p', PLACE], USER);
    const unpacked = await debian.run(['tar', '-xzf', '/tmp/former.tar.gz', '-C', PLACE], USER);
    const first = await run(...sale('5.60'));
    checks.check(
      `the package sells with the records of the .deb when unpacked without rights in a path of ${PLACE.length} letters`,
      unpacked.code === 0 && captured(first.text),
      unpacked.text + first.text,
    );
    const current = () => basename(readlinkSync(join(debian.folder, PLACE, 'tillbridge/current')));
    const tampered = await releases.tampered(() => run('update', 'check', '--json'));
    checks.check(
      'a feed that was changed is refused by name',
      tampered.code === 1 && tampered.text.includes('wrong-signature'),
      tampered.text,
    );
    const checked = await run('update', 'check', '--json');
    checks.check(
      'the signed feed is accepted, and its package fetched and verified',
      checked.code === 0 && checked.text.includes('"isReady":true'),
      checked.text,
    );
    const opened = till.open(`${PLACE}/tillbridge/tillbridge-till`);
    await checks.until('the till is ready', () => opened.readyLines() === 1);
    place.customer.isThere = false;
    await till.begin('mid-update', 780);
    await checks.until('a payment waits for a card', place.customer.isAsked);
    const busy = await run('update', 'apply', '--json');
    checks.check(
      'the update is refused while a payment runs',
      busy.text.includes('UPDATE_BUSY') && current() === FORMER,
      busy.text,
    );
    place.customer.isThere = true;
    await till.isPaid('mid-update');
    const applied = await run('update', 'apply', '--json');
    checks.check(
      'the update is put in place after the payment',
      applied.code === 0 && current() === NEXT,
      applied.text,
    );
    await checks.until('the open till takes the new version', () => opened.readyLines() === 2);
    await till.begin('after-update', 340);
    await till.isPaid('after-update');
    checks.check('the open till changes to the new version by itself, and sells', true);
    const back = await run('update', 'back', '--json');
    checks.check('the previous version is put back in place', back.code === 0 && current() === FORMER, back.text);
    await checks.until('the open till goes back', () => opened.readyLines() === 3);
    await opened.stop();
  } finally {
    releases.close();
  }
}
