/** Charges on top of the goods: sent in the create, and read from the reply (money rule 9). */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { chargeDefaults } from '../../../../electron/contract/index.ts';
import { createLogger } from '../../../../electron/host/log/index.ts';
import type { CreatePayment, PaymentEngine } from '../../../../electron/host/payments/index.ts';
import { connectPlatform, type Transport } from '../../../../electron/host/platform/index.ts';
import type { Authorization, Transfer } from '../../../../electron/platform-api/index.ts';
import type { Harness } from '../../../api/harness.ts';
import { ManualClock } from '../../../api/manual-clock.ts';
import { settle } from '../payments/world.ts';
import {
  authorization,
  harnessOf,
  byId,
  createRequest,
  fastClock,
  json,
  PASSWORD,
  routes,
  startHostile,
  inWords,
  USERNAME,
} from './support.ts';
import { startTill } from './whole-till.ts';

const log = createLogger('platform', { write: () => undefined });

async function till(): Promise<{ harness: Harness; engine: PaymentEngine }> {
  const whole = await startTill(fastClock(1));
  onTestFinished(() => whole.close());
  await whole.harness.control({ type: 'cloud-route', decidesAfterMs: 0 });
  return whole;
}

async function paid(engine: PaymentEngine, more: Partial<Parameters<PaymentEngine['start']>[0]>) {
  const asked = { id: 'A-1', amountMinor: 1_000, currency: 'USD', terminal: 'lane-3' };
  engine.start({ ...chargeDefaults, ...asked, route: 'cloud', cardTimeoutMs: 60_000, ...more });
  await vi.waitFor(() => expect(engine.get('A-1').state).toBe('captured'), { timeout: 60_000, interval: 10 });
  return engine.get('A-1');
}

async function kept(harness: Harness): Promise<{ hold: Authorization; transfer: Transfer }> {
  const [hold] = await harness.client.listed<Authorization>('/authorizations?tags.key=attempt', 'authorizations');
  if (!hold?.transfer) throw new Error('nothing was captured');
  return { hold, transfer: await harness.client.get<Transfer>(`/transfers/${hold.transfer}`) };
}

describe('amounts from the till to the platform and back', () => {
  it('include a surcharge', async () => {
    const { harness, engine } = await till();
    expect(await paid(engine, { surchargeMinor: 30 })).toMatchObject({ capturedMinor: 1_030, surchargeMinor: 30 });
    const { hold, transfer } = await kept(harness);
    expect(hold).toMatchObject({ amount: 1_030, additional_buyer_charges: { convenience_amount: 30 } });
    expect(transfer).toMatchObject({ amount: 1_030, additional_buyer_charges: { convenience_amount: 30 } });
  });

  it('include a tip that the terminal asks for', async () => {
    const { harness, engine } = await till();
    await harness.control({ type: 'cloud-route', tipMinor: 150 });
    const view = await paid(engine, { isTipOnTerminal: true });
    expect(view).toMatchObject({ amountMinor: 1_000, tipMinor: 150, authorizedMinor: 1_150, capturedMinor: 1_150 });
    const { hold, transfer } = await kept(harness);
    expect(hold).toMatchObject({ amount: 1_150, amount_requested: 1_000, tip_amount: 150 });
    expect(transfer).toMatchObject({ amount: 1_150, tip_amount: 150 });
  });

  it('include no tip unless requested', async () => {
    const { harness, engine } = await till();
    await harness.control({ type: 'cloud-route', tipMinor: 150 });
    expect(await paid(engine, {})).toMatchObject({ tipMinor: 0, capturedMinor: 1_000 });
    expect((await kept(harness)).hold.tip_amount).toBeNull();
  });
});

describe('the create', () => {
  async function bodyOf(more: Partial<CreatePayment>): Promise<Record<string, unknown>> {
    const server = await startHostile(routes({ create: json(201, authorization()) }));
    onTestFinished(() => server.close());
    const harness = harnessOf(server.url);
    onTestFinished(() => harness.close());
    expect(inWords(await harness.port.authorize({ ...createRequest, ...more }))).toBe('answered SUCCEEDED');
    return JSON.parse(server.asked.find(({ method }) => method === 'POST')?.body ?? '') as Record<string, unknown>;
  }

  it('contains a surcharge if there is one', async () => {
    expect(await bodyOf({ surchargeMinor: 30 })).toMatchObject({
      amount: 1234,
      additional_buyer_charges: { convenience_amount: 30 },
    });
    expect(await bodyOf({})).not.toHaveProperty('additional_buyer_charges');
  });

  it('makes the terminal prompt for a tip if requested', async () => {
    expect(await bodyOf({ isTipOnTerminal: true })).toMatchObject({
      device_configuration: { prompt_tip_on_screen: true },
    });
    expect(await bodyOf({})).not.toHaveProperty('device_configuration');
  });
});

describe('a reply', () => {
  it.each<[string, Record<string, unknown>, { tipMinor?: number | null; surchargeMinor?: number | null }]>([
    ['a tip at the top', { tip_amount: 150 }, { tipMinor: 150 }],
    ['a tip in the breakdown', { amount_breakdown: { tip_amount: 175 } }, { tipMinor: 175 }],
    ['a tip in both places', { tip_amount: 150, amount_breakdown: { tip_amount: 175 } }, { tipMinor: 150 }],
    ['a tip of nothing', { tip_amount: 0 }, { tipMinor: 0 }],
    ['no tip', { tip_amount: null, amount_breakdown: null }, { tipMinor: null }],
    ['one charge', { additional_buyer_charges: { convenience_amount: 45 } }, { surchargeMinor: 45 }],
    [
      'both charges',
      { additional_buyer_charges: { convenience_amount: 45, rent_surcharge_amount: '5' } },
      { surchargeMinor: 50 },
    ],
    ['a charge of nothing', { additional_buyer_charges: { rent_surcharge_amount: 0 } }, { surchargeMinor: 0 }],
    ['no charges', { additional_buyer_charges: null }, { surchargeMinor: null }],
    ['charges that say nothing', { additional_buyer_charges: {} }, { surchargeMinor: null }],
    ['a charge that is no amount', { additional_buyer_charges: { convenience_amount: 4.5 } }, { surchargeMinor: null }],
  ])('is read with %s', async (_words, more, record) => {
    const server = await startHostile(json(200, authorization(more)));
    onTestFinished(() => server.close());
    const harness = harnessOf(server.url);
    onTestFinished(() => harness.close());
    expect(await harness.port.findPayment(byId('AU1'))).toMatchObject({ kind: 'answered', record });
  });

  it('may have the tip of a Transfer in either place', async () => {
    for (const more of [{ tip_amount: 150 }, { amount_breakdown: { tip_amount: 150 } }]) {
      const server = await startHostile(json(200, { ...authorization(more), id: 'TR1' }));
      onTestFinished(() => server.close());
      const harness = harnessOf(server.url);
      onTestFinished(() => harness.close());
      expect(await harness.port.findTransfer('TR1')).toMatchObject({ record: { tipMinor: 150 } });
    }
  });
});

describe('a create held open', () => {
  /** Platform that answers the create after `afterMs`, by a manual clock. */
  function heldFor(afterMs: number) {
    const clock = new ManualClock();
    const sent: string[] = [];
    const transport: Transport = {
      dispatch(options, handler) {
        const controller = {
          aborted: false,
          paused: false,
          reason: null,
          abort() {
            controller.aborted = true;
          },
          pause: () => undefined,
          resume: () => undefined,
        };
        const device = { id: 'DV1', serial_number: 'B61378A' };
        const devices = { _embedded: { devices: [device] }, page: { limit: 100, next_cursor: null } };
        const isCreate = options.method === 'POST';
        const answer = (): void => {
          if (controller.aborted) return;
          const body = Buffer.from(JSON.stringify(isCreate ? authorization() : devices));
          handler.onResponseStart?.(controller, isCreate ? 201 : 200, {}, '');
          handler.onResponseData?.(controller, body);
          handler.onResponseEnd?.(controller, {});
        };
        handler.onRequestStart?.(controller, {});
        sent.push(options.method);
        if (isCreate) clock.after(afterMs, answer);
        else answer();
        return true;
      },
      destroy: () => Promise.resolve(),
    };
    const settings = { url: 'https://platform.example', username: USERNAME, password: PASSWORD, merchant: 'MU1' };
    const platform = connectPlatform({ settings, clock, random: () => 0.5, log, publish: () => undefined, transport });
    onTestFinished(() => platform.close());
    return { clock, platform, sent };
  }

  const SECOND = 1_000;
  /** A second without a late timer. */
  const pass = (clock: ManualClock): void => {
    for (let ms = 0; ms < SECOND; ms += 10) clock.advance(10);
  };
  it.each([
    ['cloud', 300, 299, 'answered SUCCEEDED'],
    ['cloud', 300, 301, 'unknown API_TIMEOUT'],
    ['cable', 60, 59, 'answered SUCCEEDED'],
    ['cable', 60, 61, 'unknown API_TIMEOUT'],
  ] as const)(
    '%s: waits at most %i s for an answer that comes after %i s',
    async (route, within, seconds, expected) => {
      const { clock, platform, sent } = heldFor(seconds * SECOND);
      let outcome = 'nothing yet';
      const card = route === 'cable' ? createRequest.card : null;
      const asked = { ...createRequest, route, card, device: 'DV1' };
      const ended = platform.payments.authorize(asked).then((one) => (outcome = inWords(one)));
      await vi.waitFor(() => expect(sent).toEqual(['POST']));
      clock.advance((Math.min(seconds, within) - 1) * SECOND);
      await settle();
      expect(outcome).toBe('nothing yet');
      // The clock passes the earlier of answer and timeout, then the later.
      pass(clock);
      await settle();
      pass(clock);
      await ended;
      expect(outcome).toBe(expected);
    },
  );
});
