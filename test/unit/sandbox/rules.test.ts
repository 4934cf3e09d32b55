import { describe, expect, test } from 'vitest';
import { refuseCapture, refuseVoid } from '../../../electron/sandbox/rules/authorization-rules.ts';
import type { HoldFacts } from '../../../electron/sandbox/rules/authorization-rules.ts';
import { decide, failureMessage } from '../../../electron/sandbox/rules/decide.ts';
import { connectionOf, performAction, REBOOT_MS } from '../../../electron/sandbox/rules/device-rules.ts';
import type { DeviceFacts } from '../../../electron/sandbox/rules/device-rules.ts';
import { fingerprintOf, refuseRepeat } from '../../../electron/sandbox/rules/idempotency.ts';
import { parseInstant } from '../../../electron/sandbox/rules/instants.ts';
import { deviceActionValues, paymentStateValues } from '../../../electron/platform-api/index.ts';
import { actionsByProcessor } from '../../../electron/contract/index.ts';

describe('capture and void, over every state of an Authorization', () => {
  const now = 1_000_000;
  const base: HoldFacts = { state: 'SUCCEEDED', amount: 500, is_void: false, transfer: null, expires_at: now + 1 };
  const holds = paymentStateValues.flatMap((state) =>
    [false, true].flatMap((is_void) =>
      [null, 'TR1'].flatMap((transfer) =>
        [now - 1, now, now + 1].map((expires_at): HoldFacts => ({ ...base, state, is_void, transfer, expires_at })),
      ),
    ),
  );
  const isHeld = (hold: HoldFacts) =>
    hold.state === 'SUCCEEDED' && !hold.is_void && hold.transfer === null && hold.expires_at > now;

  test('are allowed only for a hold that is neither captured, voided nor expired, which is a single state', () => {
    for (const hold of holds) {
      expect(refuseCapture(hold, 500, now, null) === null, JSON.stringify(hold)).toBe(isHeld(hold));
      expect(refuseVoid(hold, now) === null, JSON.stringify(hold)).toBe(isHeld(hold));
    }
    expect(holds.filter(isHeld)).toHaveLength(1);
  });

  test('are refused with 422 and a code otherwise', () => {
    for (const hold of holds.filter((one) => !isHeld(one))) {
      expect(refuseVoid(hold, now)).toMatchObject({ status: 422, failureCode: expect.any(String) });
    }
  });

  test('are limited to the held amount', () => {
    expect(refuseCapture(base, 500, now, null)).toBeNull();
    expect(refuseCapture(base, 501, now, null)).toMatchObject({ field: 'capture_amount' });
  });

  test('require a device to be online if it must be', () => {
    expect(refuseCapture(base, 1, now, { isOnline: true })).toBeNull();
    expect(refuseCapture(base, 1, now, { isOnline: false })).toMatchObject({ failureCode: 'DEVICE_NOT_CONNECTED' });
  });
});

describe('device actions, over every processor and state', () => {
  const device: DeviceFacts = {
    enabled: true,
    idle_message: null,
    is_online: true,
    offline_until: null,
    activation_code: '42',
    versions: null,
  };
  const perform = (facts: Partial<DeviceFacts>, processor: string, action: (typeof deviceActionValues)[number]) =>
    performAction({ ...device, ...facts }, processor, { action, idle_message: 'x', activation_code: '42' }, 1000);

  test('are done exactly as the table says', () => {
    for (const processor of [...Object.keys(actionsByProcessor), 'NEVER_HEARD_OF_V9']) {
      for (const action of deviceActionValues) {
        const isDone = 'change' in perform({}, processor, action);
        expect(isDone, `${processor} ${action}`).toBe((actionsByProcessor[processor] ?? []).includes(action));
      }
    }
  });

  test('are refused as unsupported if the processor does not do them, online or not', () => {
    expect(perform({ is_online: false }, 'DUMMY_V1', 'REBOOT')).toMatchObject({
      refusal: { failureCode: 'ACTION_NOT_SUPPORTED' },
    });
  });

  test('are refused while the device is offline', () => {
    for (const action of ['ACTIVATE', 'DEACTIVATE', 'CREATE_IDLE_MESSAGE', 'REBOOT'] as const) {
      expect(perform({ is_online: false }, 'GATEWAY_B_V1', action)).toMatchObject({
        refusal: { failureCode: 'DEVICE_NOT_CONNECTED' },
      });
    }
  });

  test('make a device reachable again when the time of a restart has elapsed', () => {
    const outcome = perform({}, 'GATEWAY_B_V1', 'REBOOT');
    const restarting = { ...device, ...('change' in outcome ? outcome.change : {}) };
    expect(connectionOf(restarting, 1000)).toBe('CLOSED');
    expect(connectionOf(restarting, 1000 + REBOOT_MS - 1)).toBe('CLOSED');
    expect(connectionOf(restarting, 1000 + REBOOT_MS)).toBe('OPEN');
    expect(connectionOf({ ...restarting, is_online: false }, 1000 + REBOOT_MS)).toBe('CLOSED');
  });
});

describe('decisions', () => {
  const input = {
    card: 'approve',
    expiry: { year: 2030, month: 12 },
    amountMinor: 1234,
    processor: 'DUMMY_V1',
    now: 0,
  } as const;

  test('approve a card until the last moment of its month', () => {
    const outcome = (now: number) => decide({ ...input, now }).outcome.kind;
    expect(outcome(Date.UTC(2031, 0, 1) - 1)).toBe('approved');
    expect(outcome(Date.UTC(2031, 0, 1))).toBe('declined');
  });

  test('follow a test card, whatever the amount', () => {
    for (const amountMinor of [51, 102, 499, 1234]) {
      expect(decide({ ...input, card: 'no-funds', amountMinor }).outcome).toEqual({
        kind: 'declined',
        failureCode: 'INSUFFICIENT_FUNDS',
        responseCode: '51',
      });
    }
    expect(decide({ ...input, card: 'slow' })).toMatchObject({ delayMs: 20_000, losesReply: false });
    expect(decide({ ...input, card: 'lost-reply' })).toMatchObject({ delayMs: 0, losesReply: true });
  });

  test('contain a message for every amount under 10.00 that declines', () => {
    for (let amountMinor = 1; amountMinor < 1000; amountMinor += 1) {
      const { outcome } = decide({ ...input, amountMinor });
      if (outcome.kind === 'approved') expect(outcome.amountMinor).toBe(amountMinor);
      else expect(failureMessage(outcome.failureCode)).not.toBe('The payment failed.');
    }
  });
});

describe('idempotency', () => {
  const body = {
    amount: 5,
    currency: 'USD',
    tags: { a: '1', b: '2' },
    payment_instrument: { encrypted_emv_data: 'AA', emv_data_key_serial_number: 'ffff' },
  };

  test('ignores order and ciphertext in its fingerprint, and nothing else', () => {
    const print = fingerprintOf(body);
    const { encrypted_emv_data: _data, ...card } = body.payment_instrument;
    expect(fingerprintOf({ ...body, tags: { b: '2', a: '1' } })).toBe(print);
    expect(fingerprintOf({ ...body, payment_instrument: { ...card, encrypted_emv_data: 'BB' } })).toBe(print);
    expect(fingerprintOf({ ...body, amount: 6 })).not.toBe(print);
    expect(fingerprintOf({ ...body, tags: { a: '1' } })).not.toBe(print);
    expect(
      fingerprintOf({
        ...body,
        payment_instrument: { ...body.payment_instrument, emv_data_key_serial_number: 'eeee' },
      }),
    ).not.toBe(print);
  });

  test('answers a repeat according to its mode', () => {
    const original = { authorization: 'AU1', failureCode: 'DO_NOT_HONOR', fingerprint: 'f' };
    expect(refuseRepeat('reject', original, 'f')).not.toHaveProperty('authorization');
    expect(refuseRepeat('reference-original', original, 'f')).toMatchObject({
      status: 422,
      authorization: 'AU1',
      failureCode: 'DO_NOT_HONOR',
    });
    expect(refuseRepeat('return-original', original, 'f')).toBeNull();
    expect(refuseRepeat('return-original', original, 'g')).toMatchObject({ status: 422, authorization: 'AU1' });
  });
});

describe('times in requests', () => {
  test.each([
    ['2026-11-20T09:00:00', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T09:00:00Z', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T09:00:00.123456Z', '2026-11-20T09:00:00.123Z'],
    ['2026-11-20T09:00:00+02:00', '2026-11-20T07:00:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('%s is parsed', (text, expected) => {
    expect(new Date(parseInstant(text) ?? Number.NaN).toISOString()).toBe(expected);
  });

  test.each(['', 'now', '2026-02-29', '2026-13-01', '2026-11-20T24:00:01', '2026-11-20T09:00', '20261120', '1e3'])(
    '%j is refused',
    (text) => {
      expect(parseInstant(text)).toBeNull();
    },
  );
});
