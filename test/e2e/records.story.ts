/** @module-tag ci-only */
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startSandbox } from '../../electron/sandbox/index.ts';
import { expect, inBrowser, test, Till, words } from './till.ts';

const { failures, outcomes, counter } = words;
/** Text in the window, without announcements for screen readers. */
const shown = (till: Till, text: string) => till.page.getByRole('main').getByText(text);
const journalOf = (till: Till): string => join(till.dataDir, 'training', 'journal.sqlite');

async function payOnce(till: Till, digits = '1500', amount = '$15.00'): Promise<void> {
  await till.charge(digits, amount);
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeVisible({ timeout: 60_000 });
  await till.press(outcomes.keys.newSale);
}

/** Replaces the journal with another file, as a wrong restore or a damaged disk would, and kills the host. */
function swapJournal(till: Till, make: (path: string) => void): void {
  const path = journalOf(till);
  const made = `${path}.made`;
  make(made);
  // Move the write-ahead log too: it contains the newest payments.
  for (const part of ['-wal', '']) if (existsSync(path + part)) renameSync(path + part, `${path}.real${part}`);
  renameSync(made, path);
  process.kill(till.hostPid(), 'SIGKILL');
}

test('the screen reports records of a newer version and locks Charge, and the till continues with readable records', async ({
  till,
}) => {
  await payOnce(till);
  swapJournal(till, (path) => {
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 99');
    db.close();
  });
  await expect(till.title(outcomes.stopped.heading)).toBeVisible({ timeout: 60_000 });
  await expect(shown(till, failures.JRNL_NEWER.what)).toBeVisible();
  await expect(shown(till, failures.JRNL_NEWER.next)).toBeVisible();
  await expect(till.page.getByRole('button', { name: /^Charge/ })).toHaveCount(0);
  await till.shot('till-stopped');
  // A window that is opened now shows the same.
  await till.page.reload();
  await expect(till.title(outcomes.stopped.heading)).toBeVisible();
  for (const part of ['-wal', '']) {
    const real = `${journalOf(till)}.real${part}`;
    if (existsSync(real)) copyFileSync(real, journalOf(till) + part);
  }
  await expect(till.title(counter.toCharge)).toBeVisible({ timeout: 60_000 });
});

test('damaged records are quarantined and reported, nothing is deleted, and the next sale works', async ({ till }) => {
  await payOnce(till);
  const damaged = Buffer.alloc(40_960, 0x5a);
  swapJournal(till, (path) => writeFileSync(path, damaged));
  // The till recovers the payment from its recovery log and the platform, and the counter is idle only after that.
  await expect(till.title(outcomes.paid.heading)).toBeVisible({ timeout: 60_000 });
  await till.press(outcomes.keys.newSale);
  await expect(shown(till, outcomes.stopped.quarantinedNext)).toBeVisible();
  await till.shot('records-set-aside');
  const [file] = readdirSync(join(till.dataDir, 'training')).filter((name) => name.includes('.damaged-'));
  expect(readFileSync(join(till.dataDir, 'training', file ?? '')).equals(damaged)).toBe(true);
  await payOnce(till, '1600', '$16.00');
});

test('no request is sent when records are deleted during a card wait; the till starts new records and shows the end', async ({
  till,
}) => {
  test.setTimeout(180_000);
  await till.charge('1500', '$15.00');
  await expect(till.title(counter.prompts['present-card'].title)).toBeVisible();
  // Wait until the start is written: after that the till writes nothing until the card comes.
  const steps = () => till.ask(async ({ payment }) => (await payment.list({}))[0]?.timings.map(({ step }) => step));
  await expect.poll(steps).toContain('terminal-started');
  for (const part of ['', '-wal', '-shm']) rmSync(`${journalOf(till)}${part}`, { force: true });
  await till.customer('tap');
  // The recovery record was dropped, so the till queries the payment until it is certain that the request was never sent.
  await expect(till.title(outcomes.checking.heading)).toBeVisible({ timeout: 60_000 });
  await expect(shown(till, failures.PAY_NEVER_ARRIVED.what)).toBeVisible({ timeout: 90_000 });
  expect(existsSync(journalOf(till))).toBe(true);
  // The cashier has to charge again.
  await till.press(outcomes.declined.end);
  await payOnce(till, '1600', '$16.00');
});

test('the screen reports a command that holds the folder at the start, and the till continues when the command ends', async ({
  launched,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge e2e '));
  // `tillbridge sale` holds the same lock while it runs in training.
  const command = await startSandbox({ dataDir: join(dataDir, 'training') });
  const { page, close } = await inBrowser(dataDir, [], await launched());
  try {
    const till = new Till(page, dataDir);
    await expect(till.title(outcomes.stopped.heading)).toBeVisible({ timeout: 60_000 });
    await expect(shown(till, failures.JRNL_IN_USE.what)).toBeVisible();
    await expect(shown(till, failures.JRNL_IN_USE.next)).toBeVisible();
    await expect(shown(till, outcomes.stopped.elsewhere)).toBeVisible();
    await till.shot('folder-in-use');
    await command.close();
    await expect(till.title(counter.toCharge)).toBeVisible({ timeout: 40_000 });
  } finally {
    await command.close();
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
