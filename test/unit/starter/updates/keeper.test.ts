/**
 * Updates of a running shell: it checks by itself, offers the update on the screen, and installs it when it closes or a
 * user asks.
 */
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { UpdateView } from '../../../../electron/contract/index.ts';
import { programLocationOf, UpdateKeeper } from '../../../../electron/starter/index.ts';
import { StillClock } from '../stand-ins.ts';
import { notes, Shop } from './shop.ts';

let shop: Shop;
let offered: (UpdateView | null)[];
let said: string[];
let clock: StillClock;
beforeEach(async ({ skip }) => {
  // Linux and macOS use a folder with a link to its version; on Windows the installer installs a version.
  skip(process.platform === 'win32');
  shop = await Shop.open();
  offered = [];
  said = [];
  looks = true;
  clock = new StillClock();
});
afterEach(() => shop.close());

let looks: boolean;
const keeper = () =>
  new UpdateKeeper({
    ground: { ...programLocationOf(shop.root), allowsLoopback: true },
    dataDir: shop.dataDir,
    env: {},
    stack: { isIdle: async () => shop.isIdle, offerUpdate: (update) => offered.push(update) },
    clock,
    say: (line) => said.push(line),
    end: () => undefined,
    mayCheck: () => looks,
  });
const current = () => readlinkSync(join(shop.home, 'current'));

test('a shell checks by itself, offers a ready update, and installs it when the till closes', async () => {
  const one = keeper();
  expect(shop.server.asked).toEqual([]);
  await clock.move(60_000);
  await expect.poll(() => offered.at(-1), { timeout: 20_000 }).toMatchObject({ version: '1.2.0', notes });
  expect(current()).toBe('versions/1.1.0');
  await one.close();
  expect(current()).toBe('versions/1.2.0');
});

test('an unfinished payment prevents installation on request and on closing; the offer stays', async () => {
  const one = keeper();
  await one.check();
  shop.isIdle = false;
  await one.now();
  expect(said).toEqual([expect.stringContaining('A payment is not finished')]);
  await one.close();
  expect(current()).toBe('versions/1.1.0');
  expect(offered.at(-1)).toMatchObject({ version: '1.2.0' });
  shop.isIdle = true;
  await one.now();
  expect(current()).toBe('versions/1.2.0');
  expect(offered.at(-1)).toBeNull();
});

test('a feed that fails verification is reported in one line, and no update is offered', async () => {
  shop.server.serve('/tillbridge.feed', '<!doctype html>');
  await keeper().check();
  expect(said).toEqual([expect.stringContaining('no update feed')]);
  expect(offered).toEqual([]);
});

test('a checkout sends no request', async () => {
  const one = new UpdateKeeper({
    ground: programLocationOf(process.cwd()),
    mayCheck: () => true,
    dataDir: shop.dataDir,
    env: {},
    stack: { isIdle: async () => true, offerUpdate: (update) => offered.push(update) },
    clock,
    say: (line) => said.push(line),
    end: () => undefined,
  });
  await clock.move(120_000);
  await one.close();
  expect([...offered, ...said]).toEqual([]);
});

test('a keeper that is off sends no request and installs no update; when on again, it checks the next day', async () => {
  const one = keeper();
  await one.check();
  shop.server.asked.length = 0;
  looks = false;
  await clock.move(2 * 24 * 3_600_000);
  await one.close();
  expect([...shop.server.asked, ...said]).toEqual([]);
  expect(current()).toBe('versions/1.1.0');
  looks = true;
  await one.check();
  expect(shop.server.asked).toContain('/tillbridge.feed');
});
