/**
 * Tests an update on Windows by the signed feed: downloaded during sales, accepted with the key on the screen,
 * installed by the next installer after the till has closed, and opened again; then one rollback from the command line.
 */
import { existsSync, readFileSync } from 'node:fs';
import { version as FORMER } from '../../build/scripts/parts/payload.mjs';
import type { Checks } from '../checks.ts';
import { words } from '../e2e/till.ts';
import type { Releases } from '../packages/releases.ts';
import { paid, ready, withPage } from './counter.ts';
import type { Windows } from './windows.ts';

/** Version of the package that the feed offers. */
export const NEXT = '99.0.0';

export interface FeedStoryOptions {
  readonly windows: Windows;
  readonly checks: Checks;
  readonly releases: Releases;
  /** Folder of the installed program; `dataDir` is the folder of its data. */
  readonly home: string;
  readonly dataDir: string;
}

export class FeedStory {
  readonly #options: FeedStoryOptions;

  constructor(options: FeedStoryOptions) {
    this.#options = options;
  }

  #run(...words: string[]) {
    const { windows, home } = this.#options;
    return windows.run([`${home}\\tillbridge.cmd`, ...words]);
  }

  /**
   * Version and process of the running till. Returns undefined if the till is stopped, or if only the file of the
   * killed process `not` is left.
   */
  #running(not: number): { version: string; pid: number } | undefined {
    const { windows, dataDir } = this.#options;
    const file = windows.here(`${dataDir}\\host.json`);
    if (!existsSync(file)) return undefined;
    const host = JSON.parse(readFileSync(file, 'utf8')) as { version: string; pid: number };
    return host.pid === not ? undefined : host;
  }

  /** Checks that the installed version has opened itself again, and sells. */
  async #isOpenAs(version: string, not: number, dollars: number): Promise<number> {
    const { windows, checks, dataDir } = this.#options;
    await checks.until(`version ${version} is open`, () => this.#running(not)?.version === version);
    await checks.until('it gives a link', async () => (await this.#run('url')).code === 0);
    await withPage((await this.#run('url')).text.trim(), windows.here(dataDir), (till) => paid(till, dollars));
    checks.check(`version ${version} is in place, opens again by itself, and sells`, true);
    return this.#running(not)?.pid ?? 0;
  }

  async tell(): Promise<void> {
    const { windows, checks, releases, home, dataDir } = this.#options;
    // A reopened till would otherwise open the browser of the developer who runs this.
    Object.assign(windows.env, { NODE_EXTRA_CA_CERTS: `Z:${releases.certificate}`, BROWSER: 'true' });
    const shell = windows.start([`${home}\\tillbridge-till.cmd`, '--no-open', '--port', '0']);
    await withPage(await ready(checks, shell), windows.here(dataDir), async (till) => {
      const tampered = await releases.tampered(() => this.#run('update', 'check', '--json'));
      checks.check(
        'a feed that was changed is refused by name',
        tampered.code === 1 && tampered.text.includes('wrong-signature'),
        tampered.text,
      );
      await till.toIdle();
      await till.charge('1700', '$17.00');
      await till.title(words.counter.prompts['present-card'].title).waitFor();
      const checked = await this.#run('update', 'check', '--json');
      checks.check(
        'the signed feed is accepted, and the installer fetched and verified while a payment runs',
        checked.code === 0 && checked.text.includes('"isReady":true'),
        checked.text,
      );
      const busy = await this.#run('update', 'apply', '--json');
      checks.check('the update is refused while a payment runs', busy.text.includes('UPDATE_BUSY'), busy.text);
      await till.customer('tap');
      await till.title(words.outcomes.paid.heading).waitFor();
      await till.press(words.outcomes.keys.newSale);
      // The till checks for updates by itself, a minute after it was opened.
      await till.page.getByText(words.counter.update.ready).waitFor({ timeout: 180_000 });
      await till.page.getByRole('button', { name: words.counter.update.now, exact: true }).click();
      await checks.until('the till closes for it', async () => (await shell.ended) === 0);
    });
    const pid = await this.#isOpenAs(NEXT, 0, 18);
    windows.wine?.close();
    const back = await this.#run('update', 'back', '--json');
    checks.check('the previous version is put back in place', back.code === 0 && back.text.includes(FORMER), back.text);
    await this.#isOpenAs(FORMER, pid, 19);
    windows.wine?.close();
    for (const key of Object.keys(windows.env)) Reflect.deleteProperty(windows.env, key);
  }
}
