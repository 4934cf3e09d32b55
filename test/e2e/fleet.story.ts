import { expect, test, words } from './till.ts';

const { frame, technician } = words;
const COUNT = 1_000;
/** Devices created at once; the platform accepts a hundred requests a second. */
const AT_ONCE = 10;

test('the screen opens with a thousand Devices, and its search finds a Device and opens it', async ({ till }) => {
  test.slow();
  const post = await till.poster();
  const [first] = await till.ask((host) => host.device.list());
  const left = Array.from({ length: COUNT }, (_, index) => String(index).padStart(4, '0'));
  const create = async (): Promise<void> => {
    for (let at = left.shift(); at !== undefined; at = left.shift())
      await post(`/merchants/${first?.merchant}/devices`, {
        model: 'DYNAFLEX_2_PED',
        name: `Lane ${at}`,
        serial_number: `T00${at}`,
        description: 'Chain',
      });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, create));

  const rail = till.page.getByRole('navigation', { name: technician.rail.region });
  const rows = rail.locator('[data-row]');
  await till.go(frame.terminals);
  // The till's own terminal and the platform's name for its Device are shown at once, while the other Devices are still
  // loading.
  await expect(rail.getByRole('link', { name: /B61378A/ })).toBeVisible();
  await expect(till.page.getByText(technician.notOnPlatform)).toHaveCount(0);
  await expect(rows).toHaveCount(50);
  await expect(rail.getByRole('heading')).toHaveText(/^10\d\d /, { timeout: 60_000 });
  await till.shot('terminals-fleet');

  const search = rail
    .getByRole('textbox', { name: technician.rail.search })
    .or(rail.getByRole('searchbox', { name: technician.rail.search }));
  await search.pressSequentially('t000007');
  await expect(rows).toHaveCount(1);
  await expect(rail.getByText(technician.rail.none)).toHaveCount(0);
  await rows.first().click();
  await expect(till.page.getByRole('heading', { name: /Lane 0007/ })).toBeVisible();
  await search.fill('nowhere');
  await expect(rail.getByText(technician.rail.none)).toBeVisible();
  await search.fill('');
  await expect(rows).toHaveCount(50);
  // The host sends each window a single page of the Devices.
  const { state } = await till.ask((host) => host.snapshot());
  expect(state.devices.length).toBeLessThanOrEqual(60);
  expect(state.deviceList?.count).toBeGreaterThanOrEqual(COUNT);
  await till.expectAccessible();
});
