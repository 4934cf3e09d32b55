import { describe, expect, it } from 'vitest';
import { chargeDefaults, chargeRequestSchema, chargeTotalOf } from '../../../electron/contract/index.ts';

const asked = { id: 'A-charge-1', amountMinor: 4260, currency: 'USD' };

describe('a charge request', () => {
  it('that says nothing more is a plain sale', () => {
    expect(chargeRequestSchema.parse(asked)).toEqual({ ...chargeDefaults, ...asked });
  });

  it('keeps every word of its caller, and nothing that is not part of it', () => {
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
      onRepeat: 'refuse',
    } as const;
    expect(chargeRequestSchema.parse({ ...full, cardNumber: 'anything' })).toEqual(full);
    expect(chargeTotalOf(full)).toBe(4680);
  });
});
