/**
 * Tests the Settings screen: a manager's PIN, refused values, two windows at once, a running payment, users, and the
 * keyboard alone.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { hashPin } from '../../electron/host/index.ts';
import { readJob } from '../unit/host/receipts/escpos-reader.ts';
import { FINE, openNetworkPrinter, type Undo } from '../unit/host/receipts/printer-simulator.ts';
import { expect, inOneTill, words, type Till } from './till.ts';

const pin = (digits: string) => hashPin(digits, { N: 1024, r: 1, p: 1 });
const people = [
  { name: 'Anna', roles: ['manager'], pin: pin('2468') },
  { name: 'Maya', roles: ['cashier'] },
];
const test = inOneTill({ settings: { people, till: { cardTimeoutMs: 90_000 } } });
test.describe.configure({ mode: 'serial' });

const { settings: text } = words;
const label = (key: keyof typeof text.fields) => text.fields[key].label;
const written = ({ dataDir }: Till) =>
  JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')) as Record<string, Record<string, unknown>>;
const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name });
const field = (page: Page, key: keyof typeof text.fields): Locator =>
  page.getByRole('textbox', { name: label(key), exact: true });
/** Time for which new keys ignore presses, so the story waits as a user would. */
const DEAD_MS = 450;

/** Opens the settings with Anna's PIN. */
async function open(page: Page, group?: keyof typeof text.groups): Promise<void> {
  await page.keyboard.press('Alt+6');
  await page.getByRole('dialog', { name: words.payments.form.askWho({ names: 'Anna' }) }).waitFor();
  await page.waitForTimeout(DEAD_MS);
  await page.keyboard.type('2468', { delay: 80 });
  await page.keyboard.press('Enter');
  await heading(page, text.changedHere).waitFor();
  if (group) await goTo(page, group);
}

/** Waits until the name of the shop, a live setting, is in effect. */
const inForce = (page: Page, shop: string) => expect(page.getByRole('banner')).toContainText(shop, { timeout: 60_000 });

/** Waits until the host has restarted with at-start settings, so that the next story starts with them. */
const inForceAfterStart = (till: Till, part: Record<string, unknown>) =>
  expect(async () => {
    const { state } = await till.ask((host) => host.snapshot());
    expect(state.till).toMatchObject(part);
  }).toPass({ timeout: 60_000 });

async function goTo(page: Page, group: keyof typeof text.groups): Promise<void> {
  await page.getByRole('navigation', { name: text.title }).getByRole('link', { name: text.groups[group] }).click();
  await heading(page, text.groups[group]).waitFor();
  await page.waitForTimeout(DEAD_MS);
}

test('a manager sees the limit of a refused value, which is not saved, and a saved value is in use at once', async ({
  till,
}) => {
  const { page } = till;
  await open(page);
  await expect(page.getByRole('main')).toContainText(
    `${label('till.cardTimeoutMs')}${text.byDefault({ value: '60 s' })}`,
  );
  await goTo(page, 'payments');
  await field(page, 'till.cardTimeoutMs').fill('600');
  await expect(page.getByRole('alert')).toContainText(
    `${text.faults.big({ limit: '255' })} ${text.still({ value: '90 s' })}`,
  );
  await page.keyboard.press('Tab');
  await expect(page.getByText(text.mendFirst({ count: 1 }))).toBeVisible();
  await till.expectAccessible();
  expect(written(till)['till']).toEqual({ cardTimeoutMs: 90_000 });
  // With an open draft Esc does not leave: it drops the typed text.
  await page.keyboard.press('Escape');
  await expect(heading(page, text.groups.payments)).toBeVisible();
  await field(page, 'till.cardTimeoutMs').fill('30');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Saved/)).toBeVisible();
  expect(written(till)['till']).toEqual({ cardTimeoutMs: 30_000 });

  await goTo(page, 'shop');
  await field(page, 'till.shop').fill('Harbor Street Bakery');
  await page.keyboard.press('Tab');
  await inForce(page, 'Harbor Street Bakery');
  await expect(heading(page, text.groups.shop)).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^${text.before}`) }).click();
  await expect(field(page, 'till.shop')).toHaveValue('My shop', { timeout: 60_000 });
  expect(written(till)['till']).toEqual({ cardTimeoutMs: 30_000 });
  const log = await till.ask((host) => host.payment.audit({ limit: 50 }));
  expect(log.filter(({ action }) => action === 'settings').map(({ operator, data }) => [operator, data])).toEqual([
    ['Anna', { what: 'back' }],
    ['Anna', { key: 'till.shop' }],
    ['Anna', { key: 'till.cardTimeoutMs' }],
  ]);
  await inForce(page, 'My shop');
  await inForceAfterStart(till, { cardTimeoutMs: 30_000 });
});

test('two windows at once show the newer value in unchanged rows, and offer both in a row with typed text', async ({
  till,
}) => {
  const { page } = till;
  const other = await page.context().newPage();
  await other.goto(`${new URL(page.url()).origin}/`);
  await heading(other, new RegExp(`^${words.counter.toCharge}`)).waitFor();
  await open(page, 'shop');
  await open(other, 'shop');
  // The value is typed in this window, but not saved yet.
  await field(page, 'till.shop').fill('Mine');
  await field(other, 'till.name').fill('Till 2');
  await other.keyboard.press('Enter');
  await field(other, 'till.shop').fill('Theirs');
  await other.keyboard.press('Enter');
  await expect.poll(() => written(till)['till']?.['shop'], { timeout: 60_000 }).toBe('Theirs');
  await expect(field(page, 'till.name')).toHaveValue('Till 2', { timeout: 60_000 });
  await expect(page.getByText(text.changedWhile({ name: 'Anna' }))).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(text.chooseFirst({ count: 1 }))).toBeVisible();
  await till.expectAccessible();
  expect(written(till)['till']?.['shop']).toBe('Theirs');
  await page.getByRole('button', { name: new RegExp(`^${text.yours}`) }).click();
  await expect.poll(() => written(till)['till']?.['shop'], { timeout: 60_000 }).toBe('Mine');
  await expect(field(other, 'till.shop')).toHaveValue('Mine', { timeout: 60_000 });
  await other.close();
  await inForce(page, 'Mine');
  await inForceAfterStart(till, { name: 'Till 2' });
});

test('a live setting is in use at once during a payment, and an at-start setting waits and shows that', async ({
  till,
}) => {
  const { page } = till;
  await till.charge('4260', '$42.60');
  await expect(till.practice.getByRole('button', { name: words.counter.practice.tap, exact: true })).toBeVisible();
  const { epoch } = await till.ask((host) => host.snapshot());
  await open(page, 'shop');
  await field(page, 'till.shop').fill('Harbor Street Bakery');
  await page.keyboard.press('Enter');
  await inForce(page, 'Harbor Street Bakery');
  await expect(page.getByText(text.waiting)).toHaveCount(0);
  await field(page, 'till.name').fill('Till 3');
  await page.keyboard.press('Enter');
  await expect(page.getByText(text.waiting)).toBeVisible();
  await page.keyboard.press('Alt+1');
  // Read while the terminal waits for a card: after the payment the host may restart at once.
  expect((await till.ask((host) => host.snapshot())).epoch).toBe(epoch);
  await till.customer('tap');
  await till.title(words.outcomes.paid.heading).waitFor();
  await inForceAfterStart(till, { name: 'Till 3', shop: 'Harbor Street Bakery' });
});

test('a manager searches, sets and leaves by keyboard alone, and a change made in the file is shown', async ({
  till,
}) => {
  const { page } = till;
  await open(page);
  await page.keyboard.press('/');
  await page.keyboard.type('tip', { delay: 80 });
  await expect(heading(page, /^\d+ for “tip”/)).toBeVisible();
  const when = page.getByRole('group', { name: label('till.tips.when') });
  // Keys at a user's speed: a scanner sends Tab immediately after its text.
  const tab = async () => {
    await page.waitForTimeout(120);
    await page.keyboard.press('Tab');
  };
  for (let presses = 0; presses < 40 && (await when.locator(':focus').count()) === 0; presses += 1) await tab();
  await page.waitForTimeout(120);
  await page.keyboard.press('ArrowRight');
  await expect(
    when.getByRole('radio', { name: text.fields['till.tips.when'].choices?.['terminal'] ?? '' }),
  ).toBeChecked();
  await expect.poll(() => written(till)['till']?.['tips'], { timeout: 60_000 }).toEqual({ when: 'terminal' });
  const file = written(till);
  writeFileSync(
    join(till.dataDir, 'settings.json'),
    JSON.stringify({ ...file, till: { ...file['till'], name: 'By hand' } }),
  );
  await expect(page.getByRole('banner')).toContainText('By hand', { timeout: 60_000 });
  expect(written(till)['till']).toMatchObject({ name: 'By hand', tips: { when: 'terminal' } });
  await page.waitForTimeout(DEAD_MS);
  await page.keyboard.press('Escape');
  await expect(till.title(words.counter.toCharge)).toBeVisible();
});

test('a printer is found, tested with pages until they are readable, and saved; the drawer opens once, with a name', async ({
  till,
}) => {
  const { page } = till;
  const undo: Undo = [];
  // The printer is out of paper at first.
  let isOut = true;
  const { address, jobs } = await openNetworkPrinter(undo, (question) =>
    isOut && question === 4 ? FINE | 0x60 : FINE,
  );
  const { printers } = words;
  const pages = () => jobs.map(readJob).filter(({ cuts }) => cuts > 0);
  const answer = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
  try {
    await open(page, 'receipts');
    await page.getByRole('textbox', { name: printers.network, exact: true }).fill('not an address');
    await page.keyboard.press('Enter');
    await expect(page.getByText(printers.networkWrong)).toBeVisible();
    await page.getByRole('textbox', { name: printers.network, exact: true }).fill(address.slice('tcp://'.length));
    await page.getByRole('button', { name: printers.testOn({ name: printers.network }) }).click();
    await expect(page.getByRole('dialog').getByText(printers.failed.PRINTER_NOT_READY)).toBeVisible();
    isOut = false;
    await answer(printers.once).click();
    await expect(
      page.getByRole('dialog').getByText(printers.sent({ columns: 42, codePage: 'auto' }), { exact: true }),
    ).toBeVisible();
    await till.expectAccessible();
    await till.shot('printer-trial');
    await answer(printers.letters).click();
    await expect(
      page.getByRole('dialog').getByText(printers.sent({ columns: 42, codePage: 'cp858' }), { exact: true }),
    ).toBeVisible();
    await answer(printers.width).click();
    await expect(
      page.getByRole('dialog').getByText(printers.sent({ columns: 48, codePage: 'cp858' }), { exact: true }),
    ).toBeVisible();
    expect(written(till)['receipts']).toBeUndefined();
    await answer(printers.yes).click();
    await expect
      .poll(() => written(till)['receipts'], { timeout: 60_000 })
      .toEqual({ printer: address, columns: 48, codePage: 'cp858' });
    expect(pages().map(({ lines }) => lines.find((line) => line.startsWith('1234'))?.length)).toEqual([42, 42, 48]);
    // After the restart of the host the printer is in use, and its state is shown.
    await expect(page.getByText(printers.inUse, { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(`${printers.transports.network} · ${printers.states.ready}`)).toBeVisible({
      timeout: 60_000,
    });
    await till.expectAccessible();
    await till.shot('settings-printers');

    await page.getByRole('button', { name: printers.drawer, exact: true }).click();
    const form = page.getByRole('dialog').getByRole('form', { name: printers.drawer });
    await form.getByRole('combobox', { name: words.payments.form.name }).selectOption('Anna');
    await form.getByLabel(words.payments.form.justPin).fill('2468');
    await form.getByRole('textbox', { name: printers.why }).fill('change');
    await page.waitForTimeout(DEAD_MS);
    await form.getByRole('button', { name: printers.drawer }).click();
    await expect(form).toBeHidden();
    await expect.poll(() => jobs.map((job) => readJob(job).pulses).reduce((sum, one) => sum + one, 0)).toBe(1);
    const log = await till.ask((host) => host.payment.audit({ limit: 50 }));
    expect(
      log
        .filter(({ action }) => action.includes('drawer'))
        .map(({ action, operator, data }) => [action, operator, data['why']]),
    ).toEqual([
      ['drawer-opening', 'Anna', 'by-hand'],
      ['open-drawer', 'Anna', 'change'],
    ]);
  } finally {
    for (const task of undo.reverse()) await task();
  }
});

// This story is the last, because it removes Maya.
test('people are added, choose a PIN, and are removed', async ({ till }) => {
  const { page } = till;
  const dialog = page.getByRole('dialog');
  await open(page, 'people');
  await page.getByRole('button', { name: text.people.add }).click();
  await dialog.getByRole('textbox', { name: text.people.name }).fill('Zoë');
  await dialog.getByRole('checkbox', { name: /^Technician/ }).check();
  await page.waitForTimeout(DEAD_MS);
  await dialog.getByRole('button', { name: text.people.pinNext }).click();
  for (const digits of ['508213', '508214', '508213']) {
    await expect(dialog).toContainText(text.people.pinTitle({ name: 'Zoë' }));
    await page.waitForTimeout(DEAD_MS);
    await page.keyboard.type(digits, { delay: 80 });
    await page.keyboard.press('Enter');
    if (digits === '508214') await expect(dialog).toContainText(text.people.pinOther);
  }
  await expect(dialog).toContainText(text.people.pinAgain);
  await page.waitForTimeout(DEAD_MS);
  await page.keyboard.type('508213', { delay: 80 });
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByRole('heading', { level: 2, name: 'Zoë' })).toBeVisible();
  expect(written(till)['people']).toMatchObject([
    { name: 'Anna' },
    { name: 'Maya' },
    { name: 'Zoë', roles: ['cashier', 'technician'], pin: expect.stringMatching(/^scrypt\$/) },
  ]);

  await page.getByRole('button', { name: text.people.change({ name: 'Anna' }) }).click();
  await page.waitForTimeout(DEAD_MS);
  await dialog.getByRole('button', { name: text.people.retire }).click();
  await page.waitForTimeout(DEAD_MS);
  await dialog.getByRole('button', { name: text.people.retireGo({ name: 'Anna' }) }).click();
  await expect(dialog).toContainText(text.people.faults['manager-needed']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: text.people.change({ name: 'Maya' }) }).click();
  await page.waitForTimeout(DEAD_MS);
  await dialog.getByRole('button', { name: text.people.retire }).click();
  await page.waitForTimeout(DEAD_MS);
  await dialog.getByRole('button', { name: text.people.retireGo({ name: 'Maya' }) }).click();
  await expect(dialog).toHaveCount(0, { timeout: 60_000 });
  expect(written(till)['people']).toMatchObject([{ name: 'Anna' }, { name: 'Zoë' }]);
});
