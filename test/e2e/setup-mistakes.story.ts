/**
 * Makes mistakes in the setup on the screen: each is shown at its field, in the same sentence as on the command line. A
 * table drives both (test/fixtures/setup-cases.ts). All mistakes share a page on the browser shell's server; each has a
 * real host behind it. Plays a sample of the table; TILLBRIDGE_EVERY_MISTAKE=1 (`npm run test:full -- setup`) plays the
 * whole table.
 * @module-tag full-setup
 * @module-tag ci-only
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { toFailure, type SetupAnswer } from '../../electron/contract/index.ts';
import { startWebServer, type WebServer } from '../../electron/web/server.ts';
import { words as en } from '../../electron/words/generated/en/index.ts';
import { setupCases, SetupGround, type SetupCase } from '../fixtures/setup-cases.ts';
import { hostAt } from '../fixtures/setup-host.ts';
import { launchChromium } from './chromium.ts';

const { setup } = en;
const HANG_MS = 600_000;
/** A key that just changed ignores presses for 400 ms (design language, section 4). */
const DEAD_TIME_MS = 450;
/** Step through the table: `npm test` plays every fourth mistake. */
const SAMPLE = process.env['TILLBRIDGE_EVERY_MISTAKE'] === '1' ? 1 : 4;

class TestBench {
  readonly page: Page;
  readonly ground: SetupGround;
  readonly #server: WebServer;

  constructor(page: Page, ground: SetupGround, server: WebServer) {
    this.page = page;
    this.ground = ground;
    this.#server = server;
  }

  /** Plays a mistake and compares the sentence on the screen with that of the host for the command line. */
  async play(one: SetupCase): Promise<void> {
    const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge mistakes '));
    const answer = await one.answer(this.ground);
    const host = await hostAt(dataDir, answer, one, this.ground);
    try {
      this.#server.setHost(host.socket);
      await this.page.reload();
      const title = answer.step === 'terminal' ? setup.terminal.none : setup[answer.step].title;
      await this.page.getByRole('heading', { level: 1, name: title }).waitFor();
      await this.#type(answer);
      // The screen prevents these mistakes: a forbidden merchant cannot be chosen, and the key needs a name.
      if (answer.step === 'merchant') return await this.#isNotToPick(one.fault);
      const go = this.#button(goOf(answer));
      if (one.fault === 'person-name') return await expect(go).toHaveCount(0);
      await this.page.waitForTimeout(DEAD_TIME_MS);
      await go.click();
      const { message, context } = toFailure(
        await host.client.setup.answer({ answer }).catch((error: unknown) => error),
      );
      const sentence = sentenceOf(message, one.field);
      expect(context?.['fault']).toBe(one.fault);
      if (one.fault === 'clock') return await this.#isClockSaid(context?.['minutes']);
      await expect(this.page.getByText(sentence, { exact: true }).first()).toBeVisible({ timeout: 60_000 });
      const wrong = this.page.locator('[aria-invalid="true"]');
      await expect(wrong).toHaveCount(1);
      await expect(wrong).toBeFocused();
      await expect(wrong).toHaveAccessibleDescription(new RegExp(escaped(sentence)));
    } finally {
      this.#server.setHost(null);
      await host.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }

  #button(name: string): Locator {
    return this.page.getByRole('region', { name: en.frame.keysRegion }).getByRole('button', { name });
  }

  /** A wrong clock has a separate screen, which continues by itself. */
  async #isClockSaid(minutes: unknown): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: setup.clock.title }).waitFor({ timeout: 60_000 });
    const [, word = ''] = (
      Number(minutes) > 0 ? setup.clock.behind({ time: '|' }) : setup.clock.ahead({ time: '|' })
    ).split('|');
    await expect(this.page.getByText(word.trim())).toBeVisible();
  }

  /** The list excludes the wrong merchant, or disables a merchant that may not take payments. */
  async #isNotToPick(fault: string): Promise<void> {
    await expect(this.page.getByRole('radio')).toHaveCount(2);
    const off = this.page.getByRole('radio', { name: /Pier Kiosk/ });
    if (fault === 'merchant-not-approved') await expect(off).toBeDisabled();
  }

  async #type(answer: SetupAnswer): Promise<void> {
    if (answer.step === 'terminal') await this.#byAddress();
    for (const [label, text] of typedOf(answer))
      await this.page.getByLabel(label, { exact: true }).and(this.page.locator('input')).fill(text);
  }

  async #byAddress(): Promise<void> {
    const key = this.#button(setup.terminal.byAddress);
    await key.waitFor();
    await this.page.waitForTimeout(DEAD_TIME_MS);
    await key.click();
    await this.page.getByRole('heading', { level: 1, name: setup.terminal.addressTitle }).waitFor();
  }
}

/** Texts that are typed for an answer, by label of the field. */
function typedOf(answer: SetupAnswer): [string, string][] {
  switch (answer.step) {
    case 'account':
      return [
        [setup.account.url, answer.url],
        [setup.account.username, answer.username],
        [setup.account.password, answer.password],
      ];
    case 'shop':
      return [
        [setup.shop.shop, answer.shop],
        [setup.shop.name, answer.name],
        [setup.shop.currency, answer.currency],
        [setup.shop.locale, answer.locale],
        [setup.shop.timeZone, answer.timeZone ?? ''],
      ];
    case 'terminal':
      return [[setup.terminal.address, answer.address]];
    case 'person':
      return [
        [setup.person.name, answer.name],
        [setup.person.pin, answer.pin],
        [setup.person.again, answer.pin],
      ];
    case 'receipts':
      return [[setup.receipts.printer, answer.printer ?? '']];
    case 'merchant':
    case 'mode':
    case 'test':
    case 'open':
      return [];
  }
}

function goOf(answer: SetupAnswer): string {
  if (answer.step === 'terminal') return setup.terminal.try;
  if (answer.step === 'mode') return setup.mode.use.live;
  return setup[answer.step].go;
}

/** Sentence under the field: the message without its prefix `Field: `. */
const sentenceOf = (message: string, field: string): string => message.slice(`${field}: `.length);

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

test('each mistake is reported at its field, with the message of the command line', async () => {
  test.setTimeout(HANG_MS);
  const [ground, server, browser] = await Promise.all([
    SetupGround.open(),
    startWebServer({
      rendererDir: resolve(import.meta.dirname, '../../build/out/renderer'),
      port: 0,
      randomBytes: (size) => randomBytes(size),
      nowMs: () => performance.now(),
    }),
    launchChromium(),
  ]);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
    const played = setupCases.filter((_, index) => index % SAMPLE === 0);
    await page.goto(server.newLink());
    await page.evaluate(() => (location.hash = '#/setup'));
    const testBench = new TestBench(page, ground, server);
    const failed: string[] = [];
    for (const one of played) {
      await testBench.play(one).catch((error: unknown) => failed.push(`${one.name}: ${String(error)}`));
    }
    expect(failed).toEqual([]);
    console.log(`Mistakes on screen: ${played.length} of ${setupCases.length}, each in the words of the command line`);
  } finally {
    await browser.close();
    await server.close();
    await ground.close();
  }
});
