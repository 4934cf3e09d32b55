import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { readFileSync } from 'node:fs';
import { openPdf } from '../unit/host/receipts/pdf-reader.ts';
import { readJob, type PrintedJob } from '../unit/host/receipts/escpos-reader.ts';
import { decodeQr } from './buyer.ts';
import { expect, inOneTill, test as inOwnTill, words, type Till } from './till.ts';

const { counter, outcomes, receipts, failures } = words;

/**
 * A network receipt printer that never reports its status. It starts here, because the settings of the till contain its
 * port.
 */
const jobs: PrintedJob[] = [];
const printer: Server = createServer((socket) => {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.on('end', () => {
    const whole = Buffer.concat(chunks);
    // The first job is preceded by a status query.
    jobs.push(readJob(whole.subarray(whole.indexOf(Buffer.from([0x1b, 0x40])))));
    socket.end();
  });
});
printer.listen(0, '127.0.0.1');
await once(printer, 'listening');
const address = `tcp://127.0.0.1:${(printer.address() as AddressInfo).port}`;
const test = inOneTill({
  settings: {
    till: { shop: 'Harbor Street Bakery', name: 'Till 2' },
    receipts: { printer: address, columns: 42, codePage: 'cp858', timeZone: 'America/New_York' },
  },
});
test.describe.configure({ mode: 'serial' });
test.afterAll(() => void printer.close());
test.beforeEach(() => void jobs.splice(0));

async function pay(till: Till, digits = '4260', amount = '$42.60'): Promise<string> {
  await till.chooseCard(counter.practice.cards.approve.name);
  await till.charge(digits, amount);
  await till.customer('tap');
  await expect(till.title(outcomes.paid.heading)).toBeFocused();
  const [paid] = await till.ask((host) => host.payment.list({}));
  return paid?.id ?? '';
}
const sheet = (till: Till) => till.page.getByRole('dialog');
const valueOf = (job: PrintedJob | undefined, label: string) =>
  job?.lines
    .find((line) => line.startsWith(label))
    ?.slice(label.length)
    .trim();

test('a receipt is printed by key, again as a duplicate, for the shop, and saved as a PDF', async ({ till }) => {
  const id = await pay(till);
  await till.page.waitForTimeout(450);
  await till.page.keyboard.press('p');
  await expect(till.page.getByText(receipts.handedOver).first()).toBeVisible();
  await expect.poll(() => jobs.length).toBe(1);
  const [first] = jobs;
  expect(first?.lines.map((line) => line.trim())).toEqual(
    expect.arrayContaining([
      'Harbor Street Bakery',
      'TRAINING',
      'No money moved.',
      'Sale',
      'Customer copy',
      'Paid by card.',
    ]),
  );
  expect(['Total', 'Reference', 'Read by'].map((label) => valueOf(first, label))).toEqual([
    '$42.60',
    id,
    'Contactless',
  ]);
  expect(valueOf(first, 'Card ')).toMatch(/^\S+ \*{4} [0-9]{4}$/);
  expect([first?.codes, first?.cuts]).toEqual([[id], 1]);
  expect(first?.lines.join('\n')).not.toMatch(/null|undefined|DUPLICATE/);

  await till.press(receipts.merchantCopy);
  await expect.poll(() => jobs.length).toBe(2);
  expect(jobs[1]?.lines.map((line) => line.trim())).toEqual(expect.arrayContaining(['Merchant copy']));
  await expect(till.page.getByText(receipts.printing, { exact: true })).toBeHidden();
  await till.page.keyboard.press('p');
  await expect.poll(() => jobs.length).toBe(3);
  expect(jobs[2]?.lines.map((line) => line.trim())).toContain('DUPLICATE');
  await till.expectAccessible();
  await till.shot('receipt-printed');

  await till.press(receipts.show);
  await expect(sheet(till).getByRole('article', { name: receipts.paper })).toContainText('DUPLICATE');
  await till.expectAccessible();
  await till.shot('receipt-preview');
  const [download] = await Promise.all([
    till.page.waitForEvent('download'),
    sheet(till).getByRole('button', { name: receipts.savePdf }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`receipt-${id}-customer.pdf`);
  const { texts, width } = openPdf(readFileSync(await download.path()));
  expect(texts).toEqual(expect.arrayContaining(['Harbor Street Bakery', 'TRAINING', 'DUPLICATE', '$42.60', id]));
  expect(width).toBeCloseTo((80 * 72) / 25.4, 1);
  // Printing from the browser prints the receipt only.
  await till.page.emulateMedia({ media: 'print' });
  await expect(till.page.locator('[data-part="print-only"]')).toBeVisible();
  await expect(till.page.getByRole('heading', { level: 1, name: outcomes.paid.heading, exact: true })).toBeHidden();
  await till.page.emulateMedia({ media: 'screen' });
  await till.page.keyboard.press('Escape');
});

test('the screen shows the true result of a receipt by code, e-mail and SMS', async ({ till }) => {
  const id = await pay(till, '4270', '$42.70');
  await till.page.waitForTimeout(450);
  await till.page.keyboard.press('q');
  const code = sheet(till).getByRole('img', { name: receipts.qrLabel });
  await expect(code).toBeVisible();
  // A customer's phone cannot open a page on this computer, so the code contains the text.
  await expect(sheet(till).getByText(receipts.holds.text)).toBeVisible();
  const held = decodeQr(await code.screenshot()).split('\n');
  expect(held).toEqual(
    expect.arrayContaining([
      'TRAINING: No money moved.',
      'Harbor Street Bakery',
      'Sale: Total $42.70',
      `Reference ${id}`,
    ]),
  );
  await till.expectAccessible();
  await till.shot('receipt-qr');

  await sheet(till).getByRole('button', { name: receipts.email, exact: true }).click();
  const field = sheet(till).getByLabel(receipts.forms.EMAIL.label);
  await expect(field).toBeFocused();
  const send = sheet(till).getByRole('button', { name: receipts.forms.EMAIL.send });
  await till.page.waitForTimeout(450);
  await field.fill('ana');
  await send.click();
  await expect(sheet(till).getByText(receipts.forms.EMAIL.wrong)).toBeVisible();
  await field.fill('typo@undeliverable.example');
  await send.click();
  await expect(sheet(till).getByText(receipts.undelivered.UNDELIVERABLE)).toBeVisible({ timeout: 60_000 });
  await till.shot('receipt-not-delivered');
  await field.fill('ana@example.com');
  await send.click();
  await expect(sheet(till).getByText(receipts.sent({ destination: 'ana@example.com' }))).toBeVisible({
    timeout: 60_000,
  });
  await till.expectAccessible();
  await till.shot('receipt-sent');
  // The newest payment follows that of the previous story.
  expect(await till.newest(3)).toMatchObject([{ id, state: 'captured' }, { capturedMinor: 4260 }]);
});

inOwnTill.describe('a printer that is off', () => {
  inOwnTill.use({ settings: { receipts: { printer: 'tcp://127.0.0.1:1' } } });

  inOwnTill('costs the paper: the payment stands, and the till says what to do', async ({ till }) => {
    const id = await pay(till);
    await till.press(receipts.print);
    const { what, next } = failures.PRINTER_UNREACHABLE;
    await expect(till.page.getByText(`${what} ${next}`).first()).toBeVisible();
    await till.expectAccessible();
    await till.shot('receipt-printer-off');
    expect(await till.ask((host) => host.payment.get({ attempt: id }))).toMatchObject({ state: 'captured' });
    // The next sale can begin, and the last receipt is still available.
    await till.press(outcomes.keys.newSale);
    await expect(till.title(counter.toCharge)).toBeVisible();
    await till.page.waitForTimeout(450);
    await till.page.keyboard.press('F8');
    await expect(sheet(till).getByRole('article', { name: receipts.paper })).toContainText(id);
  });
});
