/**
 * A reader without a display or keys (MagneSafe), next to the practice terminal, which is unplugged. Only the till's
 * screens can show the customer the next step, and offer the choice between applications of the card.
 * @module-tag ci-only
 */
import { injectKsn, startSimulator, type RunningSimulator } from '../../native/simulator/index.ts';
import { deck } from '../link/harness.ts';
import { cable } from './beside-the-screen.ts';
import { expect, test as base, Till, words } from './till.ts';

const { counter, kiosk, display, outcomes } = words;

const test = base.extend<{ reader: RunningSimulator }>({
  reader: async ({ browserName: _chromium }, use) => {
    const reader = await startSimulator({
      family: 'magnesafe',
      carrier: { tcp: 0 },
      // The serial number of a Device that exists in the sandbox.
      terminal: { cards: deck, chosenCard: 'two', ksn: injectKsn(), serialNumber: 'B000004' },
    });
    await use(reader);
    await reader.close();
  },
  settings: async ({ reader }, use) => use({ terminals: [reader.address] }),
});

test('the screens show insert, choose and remove for a reader without a display', async ({ till, reader }) => {
  const { page } = till;
  const terminal = async () =>
    (await till.ask((host) => host.snapshot())).state.terminals.find((one) => !one.isPractice);
  await cable(till, false);
  await expect.poll(async () => (await terminal())?.state, { timeout: 60_000 }).toBe('ready');
  await till.ask(async (host) => {
    const spare = (await host.device.list()).find(({ serialNumber }) => serialNumber === reader.serialNumber);
    await host.device.act({ device: spare?.id ?? '', action: 'ACTIVATE' });
  });
  const customer = new Till(await page.context().newPage(), till.dataDir);
  await customer.page.goto(new URL('#/display', page.url()).href);
  await page.bringToFront();

  await till.charge('1234', '$12.34');
  // The reader reads chips only, so the screens show only the chip.
  for (const shown of [till, customer]) {
    await expect(shown.title(counter.presentTo.chip)).toBeVisible();
    await expect(shown.page.locator('[data-part="pics"] li')).toHaveText([counter.pictures.insert]);
  }
  await customer.shot('no-display-present');
  reader.terminal.gesture('insert');
  await expect(till.title(counter.prompts['choose-application'].title)).toBeVisible();
  await expect(customer.title(kiosk.prompts['choose-application'].title)).toBeVisible();
  await till.expectAccessible();
  await till.shot('no-display-choose');
  await till.press('VISA ELECTRON');
  await expect(till.title(counter.prompts['remove-card'].title)).toBeVisible();
  await expect(customer.title(kiosk.prompts['remove-card'].title)).toBeVisible();
  await customer.shot('no-display-remove');
  reader.terminal.gesture('remove');
  await expect(till.title(outcomes.paid.heading)).toBeVisible();
  await expect(customer.title(display.paid.title)).toBeVisible();
  const { state } = await till.ask((host) => host.snapshot());
  expect(state.attempts[0]).toMatchObject({ state: 'captured', card: { entryMode: 'chip' } });
});
