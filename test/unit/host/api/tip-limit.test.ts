/** An unusually large tip needs the caller's confirmation on every path of a whole host, on the real sandbox. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChargeRequest, TipSettings } from '../../../../electron/contract/index.ts';
import { composeHost, type Host } from '../../../../electron/host/index.ts';
import { Harness } from '../../../api/harness.ts';
import { hostConfig, platformOf } from '../host-config.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

let dataDir: string;
let bench: Harness;
let host: Host;
beforeEach(async () => {
  dataDir = temporaryFolder('tillbridge-tip-');
  bench = await Harness.start();
});
afterEach(async () => {
  await host.close();
  await bench.sandbox.close();
});

const tipsOf = (more: Partial<TipSettings> = {}): TipSettings => ({
  when: 'before',
  percents: [15, 20],
  fixedMinor: [],
  roomPercent: 25,
  ...more,
});

async function open(tips?: TipSettings): Promise<void> {
  const config = hostConfig(dataDir, { platform: platformOf(bench) });
  host = await composeHost({ ...config, till: { ...config.till, ...(tips ? { tips } : {}) } });
}

const charge = (more: Partial<ChargeRequest>) =>
  host.client.payment.start({
    id: `A-${randomUUID()}`,
    amountMinor: 1_000,
    currency: 'USD',
    terminal: 'none',
    ...more,
  });
const openLink = (more: { tipMinor?: number; tipMaxMinor?: number; isTipMeant?: boolean }) =>
  host.client.link.open({
    id: `link-${randomUUID()}`,
    amountMinor: 1_000,
    currency: 'USD',
    isOtherCustomer: true,
    ...more,
  });
const tooLarge = (tipMinor: number, limitMinor: number) => ({
  data: { code: 'PAY_TIP_LARGE', context: { tipMinor, limitMinor, currency: 'USD' } },
});
/** Failure of a request whose tip the host accepted: there is no terminal. */
const passed = { data: { code: 'TERM_NOT_FOUND' } };

test('incident: an amount entered as a tip of ten times the sale is refused before sending', async () => {
  await open(tipsOf());
  await expect(charge({ amountMinor: 45, tipMinor: 450 })).rejects.toMatchObject(tooLarge(450, 23));
  await expect(charge({ tipMinor: 501 })).rejects.toMatchObject(tooLarge(501, 500));
  await expect(charge({ kind: 'authorization', tipMinor: 501 })).rejects.toMatchObject(tooLarge(501, 500));
  await expect(charge({ tipMinor: 500 })).rejects.toMatchObject(passed);
  await expect(charge({ tipMinor: 501, isTipMeant: true })).rejects.toMatchObject(passed);
  await expect(openLink({ tipMinor: 501 })).rejects.toMatchObject(tooLarge(501, 500));
  await expect(openLink({ tipMinor: 400, tipMaxMinor: 101 })).rejects.toMatchObject(tooLarge(501, 500));
  await expect(openLink({ tipMinor: 501, isTipMeant: true })).resolves.toMatchObject({ tipMinor: 501 });
  expect(host.state().attempts).toEqual([]);
});

test('a till may set its own percentage; a till without tips uses half', async () => {
  await open(tipsOf({ askAbovePercent: 100 }));
  await expect(charge({ tipMinor: 1_000 })).rejects.toMatchObject(passed);
  await expect(charge({ tipMinor: 1_001 })).rejects.toMatchObject(tooLarge(1_001, 1_000));
  await host.close();
  await open();
  await expect(charge({ tipMinor: 501 })).rejects.toMatchObject(tooLarge(501, 500));
});
