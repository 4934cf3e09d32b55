/**
 * Tests the setup in the window, from training to the first real payment. The platform (sandbox) and the terminal
 * (simulated, on a serial line) are separate processes. Prints the number of presses, characters and seconds.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { ptyPair, serve, type Running } from '../cli/processes.ts';
import { expect, test as base, words, type Till } from './till.ts';

const { setup, counter, outcomes, training } = words;
const HANG_MS = 240_000;

interface Account {
  url: string;
  username: string;
  password: string;
  merchant: string;
}

/** A shop before its setup: an account, and a terminal on a serial line. */
class Shop {
  readonly account: Account;
  /** Address of the terminal, as the owner types it. */
  readonly address: string;

  constructor(account: Account, address: string) {
    this.account = account;
    this.address = address;
  }

  /** Authorizations of the till in the platform's records. */
  async authorizations(): Promise<{ is_void: boolean; transfer: string | null }[]> {
    const { url, username, password } = this.account;
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const reply = await fetch(`${url}/authorizations?limit=100`, { headers: { authorization } });
    const { _embedded: found } = (await reply.json()) as {
      _embedded?: { authorizations?: { is_void: boolean; transfer: string | null }[] };
    };
    return found?.authorizations ?? [];
  }
}

const test = base.extend<{ shop: Shop }>({
  shop: async ({ browserName: _chromium }, use) => {
    const dir = mkdtempSync(join(tmpdir(), 'tillbridge-shop-'));
    const line = await ptyPair(dir);
    const started: Running[] = [
      serve(['sandbox', '--port', '0', '--data', join(dir, 'platform'), '--json']),
      serve(['simulator', '--family', 'mms', '--serial', line.terminalEnd, '--card', 'approve', '--json']),
    ];
    try {
      const [account] = await Promise.all(started.map(({ said }) => said));
      await use(new Shop(account as unknown as Account, `serial:${line.tillEnd}`));
    } finally {
      await Promise.all(started.map((one) => one.stop()));
      await line.pull();
      rmSync(dir, { recursive: true, force: true });
    }
  },
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const setUpKey = (page: Page) => page.getByRole('button', { name: training.setUp.key });
const seconds = (sinceMs: number) => ((performance.now() - sinceMs) / 1_000).toFixed(1);

/** All data that the browser stores for a page, as text. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, location.href]),
  );

/** Answers the questions that follow the terminal's: the first user and the receipts. */
async function finish(till: Till): Promise<void> {
  const { page } = till;
  await till.title(setup.person.title).waitFor({ timeout: 60_000 });
  await field(page, setup.person.name).fill('Ann');
  await field(page, setup.person.pin).fill('482915');
  await field(page, setup.person.again).fill('482915');
  await till.press(setup.person.go);
  await till.title(setup.receipts.title).waitFor();
  await till.press(setup.receipts.goNone);
  await till.title(setup.test.title).waitFor();
}

test('a till in training is set up, its test payment is proven reversed, and its first sale is paid', async ({
  till,
  shop,
}) => {
  test.setTimeout(HANG_MS);
  const { page } = till;
  const { account } = shop;
  const startedMs = performance.now();
  let [presses, characters] = [0, 0];
  const press = async (what: Parameters<Till['press']>[0]) => {
    presses += 1;
    await till.press(what);
  };
  const type = async (label: string, text: string) => {
    characters += text.length;
    await field(page, label).fill(text);
  };
  const pick = async (name: string | RegExp) => {
    presses += 1;
    await page.getByRole('radio', { name }).check({ force: true });
  };

  await till.shot('setup-begin');
  await press(setUpKey(page));
  await till.title(setup.mode.title).waitFor();
  await pick(new RegExp(setup.mode.sandbox.name));
  await till.shot('setup-mode');
  await press(setup.mode.use.sandbox);

  await till.title(setup.account.title).waitFor();
  await type(setup.account.url, account.url);
  await type(setup.account.username, account.username);
  await type(setup.account.password, 'not it "%ü🙂');
  await press(setup.account.go);
  // The mistake is shown at its field, and the field has the focus.
  await expect(field(page, setup.account.password)).toHaveAccessibleDescription(
    setup.faults['wrong-password']({ mode: 'sandbox' }),
  );
  await expect(field(page, setup.account.password)).toBeFocused();
  await till.expectAccessible();
  await type(setup.account.password, account.password);
  await press(setup.account.go);
  // The first press tested the account; another press saves it.
  await expect(page.getByText(setup.account.signedIn, { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(till.title(setup.account.title)).toBeVisible();
  await till.expectAccessible();
  await press(setup.account.keep);

  await till.title(setup.merchant.title).waitFor();
  await pick(new RegExp(account.merchant));
  await press(setup.merchant.go);
  await till.title(setup.shop.title).waitFor();
  await type(setup.shop.shop, 'Harbor Street Bakery');
  await press(setup.shop.go);
  await expect(till.title(setup.terminal.none).or(till.title(setup.terminal.found))).toBeVisible();
  await till.shot('setup-terminal');
  await press(setup.terminal.byAddress);
  await type(setup.terminal.address, shop.address);
  await press(setup.terminal.try);
  presses += 2;
  characters += 'Ann'.length + 2 * '482915'.length;
  await finish(till);
  expect(await kept(page)).not.toContain(account.password);
  expect(await kept(page)).not.toContain('482915');
  await press(setup.test.go);
  await expect(page.getByText(setup.test.proven, { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('0 dollars', { exact: true })).toBeAttached();
  await till.expectAccessible();
  await expect(till.button(setup.test.on)).toBeVisible();
  await till.shot('setup-proven');
  const [tested, ...others] = await shop.authorizations();
  expect(tested).toMatchObject({ is_void: true, transfer: null });
  expect(others).toEqual([]);
  await press(setup.test.on);
  await till.title(setup.open.title).waitFor();
  await till.shot('setup-open');
  await press(setup.open.go);

  // The counter shows no trace of the test payment.
  await till.title(counter.toCharge).waitFor();
  await expect(page.getByRole('region', { name: words.frame.training.region })).toHaveCount(0);
  await till.charge('450', '$4.50');
  presses += 4;
  await expect(till.title(outcomes.paid.heading)).toBeVisible({ timeout: 60_000 });
  await till.shot('setup-first-sale');
  console.log(
    `Setup on screen: ${presses} presses, ${characters} characters typed, ${seconds(startedMs)} s; files written by hand: 0, shell commands: 0`,
  );
  const { state } = await till.ask((host) => host.snapshot());
  expect(state.till).toMatchObject({ mode: 'live', shop: 'Harbor Street Bakery' });
  expect(state.setup?.step ?? null).toBeNull();
  // The till wrote its own files, without the password.
  expect(readFileSync(join(till.dataDir, 'setup.json'), 'utf8')).not.toContain(account.password);
  expect(readdirSync(till.dataDir)).toContain('settings.json');
});

/** Pause before Enter: longer than new keys ignore presses, and longer than a scanner pauses after its code. */
const ENTER_AFTER_MS = 900;

/**
 * Kills the host as a power cut would; its starter starts another. Retries while the host is restarting because of
 * changed settings.
 */
const killHost = (till: Till) => expect(() => process.kill(till.hostPid(), 'SIGKILL')).toPass({ timeout: 60_000 });

test('a setup by keyboard alone survives a killed host at its steps and a page reload, and is left and resumed @ci', async ({
  till,
  shop,
}) => {
  test.setTimeout(HANG_MS);
  const { page } = till;
  const { account } = shop;
  const { keyboard } = page;
  /** Types into the focused field at a user's speed. */
  const type = (text: string) => keyboard.type(text, { delay: 60 });
  /**
   * Presses Enter once the key that continues is active, and again if the key changed at that moment and ignored the
   * press.
   */
  const goOn = async (key: string | Locator) => {
    const wanted = typeof key === 'string' ? till.button(key) : key;
    await expect(wanted).toBeVisible({ timeout: 60_000 });
    await expect(async () => {
      await page.waitForTimeout(ENTER_AFTER_MS);
      if (await wanted.isVisible()) await keyboard.press('Enter');
      await expect(wanted).toBeHidden({ timeout: 10_000 });
    }).toPass({ timeout: 60_000 });
  };
  /** Focuses a key and presses Enter. A new screen moves the focus once more, so the focus is checked first. */
  const pressOn = async (key: Locator) => {
    await expect(async () => {
      await key.focus();
      await page.waitForTimeout(ENTER_AFTER_MS);
      await expect(key).toBeFocused({ timeout: 100 });
    }).toPass({ timeout: 60_000 });
    await keyboard.press('Enter');
  };
  const isFocused = (label: string) => expect(field(page, label)).toBeFocused();

  await pressOn(setUpKey(page));
  await till.title(setup.mode.title).waitFor();
  await expect(page.getByRole('radio', { name: new RegExp(setup.mode.live.name) })).toBeFocused();
  await keyboard.press('ArrowDown');
  await goOn(setup.mode.use.sandbox);
  await isFocused(setup.account.url);
  await type(account.url);
  await keyboard.press('Tab');
  await type(account.username);
  await keyboard.press('Tab');
  await type(account.password);
  await goOn(setup.account.go);
  await goOn(setup.account.keep);
  await till.title(setup.merchant.title).waitFor();

  // The host keeps the answers and the step across a crash and a reload.
  await killHost(till);
  await expect(till.title(setup.merchant.title)).toBeVisible();
  await page.reload();
  await till.title(setup.merchant.title).waitFor({ timeout: 60_000 });
  expect(await kept(page)).not.toContain(account.password);

  // After the owner leaves the setup, the counter shows that it is unfinished and continues it with a press.
  await pressOn(page.getByRole('button', { name: setup.rail.practise }));
  await till.title(counter.toCharge).waitFor();
  await expect(page.getByText(training.setUp.half)).toBeVisible();
  await pressOn(page.getByRole('button', { name: training.setUp.goOn }));
  await till.title(setup.merchant.title).waitFor();

  const shops = page.getByRole('radio', { name: new RegExp(account.merchant) });
  await shops.focus();
  await keyboard.press('Space');
  await goOn(setup.merchant.go);
  await isFocused(setup.shop.shop);
  await keyboard.press('Control+A');
  await type('Pier 9');
  await goOn(setup.shop.go);
  await pressOn(till.button(setup.terminal.byAddress));
  await isFocused(setup.terminal.address);
  await type(shop.address);
  await goOn(setup.terminal.try);
  await till.title(setup.person.title).waitFor({ timeout: 60_000 });
  await killHost(till);
  // The screen keeps the step and the typed text while the host is away.
  await isFocused(setup.person.name);
  await type('Ann');
  await keyboard.press('Tab');
  await type('482915');
  await keyboard.press('Tab');
  await type('482915');
  await goOn(setup.person.go);
  await till.title(setup.receipts.title).waitFor({ timeout: 60_000 });
  await goOn(setup.receipts.goNone);
  await till.title(setup.test.title).waitFor({ timeout: 60_000 });
  await goOn(setup.test.go);
  await expect(till.button(setup.test.go)).toHaveCount(0);
  await killHost(till);
  // The test payment is proven, has failed, or has not begun. The window continues from each, and a press starts
  // another.
  const again = till.button(setup.test.again).or(till.button(setup.test.go));
  const proven = page.getByText(setup.test.proven, { exact: true });
  await expect(async () => {
    // The key is still shown until the window detects the crash, and a press is lost until then.
    if (await again.isVisible()) await goOn(again);
    await expect(proven).toBeVisible({ timeout: 20_000 });
  }).toPass({ timeout: 120_000 });
  for (const one of await shop.authorizations()) expect(one).toMatchObject({ is_void: true, transfer: null });
  await goOn(setup.test.on);
  await till.title(setup.open.title).waitFor();
  // The next step, if chosen, is to add the other users.
  await pressOn(till.button(setup.open.people));
  await expect(page).toHaveURL(/#\/settings\/people$/);
});
