/** Actions outside the sale itself: the training guide, the cable, a scanner, and records of the platform. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, words, type Till } from './till.ts';

/** Dismisses the training guide, so that the counter looks as it does every day. */
export async function closeGuide(till: Till): Promise<void> {
  const { skipLabel, close } = words.training;
  for (let lesson = 0; lesson < 3; lesson += 1) {
    const label = await till.page.getByRole('button', { name: skipLabel({ lesson: '' }) }).getAttribute('aria-label');
    if (label !== null) await pressAway(till.page.getByRole('button', { name: label, exact: true }));
  }
  await pressAway(till.page.getByRole('button', { name: close }));
}

/** Presses a key until it disappears: a key that just appeared ignores presses. */
async function pressAway(key: Locator): Promise<void> {
  await expect(async () => {
    if (await key.isVisible()) await key.click({ timeout: 1_000 });
    await expect(key).toBeHidden({ timeout: 1_000 });
  }).toPass();
}

/**
 * Types a line of keys and Enter without a pause, as a barcode scanner does. The events are dispatched inside the page,
 * because a busy machine pauses between keys that Playwright sends one by one.
 */
export async function scan(till: Till, text: string): Promise<void> {
  await till.page.evaluate((line) => {
    for (const key of [...Array.from(line), 'Enter']) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }
  }, text);
}

/** Unplugs the practice terminal's cable, or plugs it in again. */
export async function cable(till: Till, isPluggedIn: boolean): Promise<void> {
  const { pullCable, plugIn } = words.counter.practice;
  await till.practice.getByRole('button', { name: isPluggedIn ? plugIn : pullCable, exact: true }).click();
}

/** Tags of a Transfer, read from the platform itself. */
export async function tagsOfTransfer(till: Till, transfer: string): Promise<Record<string, string>> {
  const { state } = await till.ask((host) => host.snapshot());
  const file = readFileSync(join(till.dataDir, 'training', 'sandbox-credentials.json'), 'utf8');
  const { username, password } = JSON.parse(file) as { username: string; password: string };
  const reply = await fetch(`http://${state.platform.host}/transfers/${transfer}`, {
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
  });
  const { tags } = (await reply.json()) as { tags: Record<string, string> };
  return tags;
}
