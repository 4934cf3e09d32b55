import { describe, expect, it } from 'vitest';
import {
  chargeDefaults,
  chargeRequestSchema,
  chargeTotalOf,
  tipSettingsSchema,
  unaskedTipOf,
} from '../../../electron/contract/index.ts';

const asked = { id: 'A-charge-1', amountMinor: 4260, currency: 'USD' };

describe('a charge request', () => {
  it('is a plain sale if it has only the required fields', () => {
    expect(chargeRequestSchema.parse(asked)).toEqual({ ...chargeDefaults, ...asked });
  });

  it('keeps every field of the contract and drops unknown fields', () => {
    const full = {
      ...asked,
      kind: 'authorization',
      route: 'cloud',
      terminal: 'lane-3',
      order: 'A-1187',
      note: 'window seat',
      tipMinor: 100,
      surchargeMinor: 20,
      tipRoomMinor: 300,
      isTipOnTerminal: true,
      partialApproval: 'ask',
      isRepeatMeant: false,
      isOtherCustomer: true,
      isTipMeant: true,
      onRepeat: 'refuse',
    } as const;
    expect(chargeRequestSchema.parse({ ...full, cardNumber: 'anything' })).toEqual(full);
    expect(chargeTotalOf(full)).toBe(4680);
  });
});

it('accepts a tip without confirmation up to half of the goods, the setting, or the largest tip on offer', () => {
  const unasked = (goodsMinor: number, tips?: object) =>
    unaskedTipOf(tips && tipSettingsSchema.parse(tips), goodsMinor);
  expect(unasked(1_000)).toBe(500);
  expect(unasked(1_000, { askAbovePercent: 30 })).toBe(300);
  expect(unasked(1_000, { percents: [60], askAbovePercent: 30 })).toBe(600);
  expect(unasked(100, { fixedMinor: [200] })).toBe(200);
  expect(unasked(0)).toBe(0);
  expect(unasked(-5)).toBe(0);
});
