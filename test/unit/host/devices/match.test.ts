/** The rule that joins a terminal with a Device: exactly one of the till's merchant, enabled. */
import { expect, it } from 'vitest';
import { matchDevice } from '../../../../electron/host/devices/index.ts';

const device = (
  id: string,
  change: { serialNumber?: string | null; merchant?: string | null; isEnabled?: boolean | null } = {},
) => ({ id, serialNumber: 'B61378A', merchant: 'MU1', isEnabled: true, ...change });
const ours = device('DV1');
const foreign = device('DV2', { merchant: 'MU2' });
const disabled = device('DV3', { isEnabled: false });

it.each([
  ['none', [], { kind: 'none' }],
  [
    'of another number',
    [device('DV9', { serialNumber: 'B61378B' }), device('DV8', { serialNumber: null })],
    { kind: 'none' },
  ],
  ['ours', [ours], { kind: 'matched', device: 'DV1' }],
  [
    'ours, its number written otherwise',
    [device('DV4', { serialNumber: ' b61378a ' })],
    { kind: 'matched', device: 'DV4' },
  ],
  ['ours behind another merchant’s', [foreign, ours], { kind: 'matched', device: 'DV1' }],
  ['another merchant’s', [foreign], 'DEVICE_OTHER_MERCHANT'],
  ['of an unknown merchant', [device('DV5', { merchant: null })], 'DEVICE_OTHER_MERCHANT'],
  [
    'ours, and the platform does not say whether it is enabled',
    [device('DV7', { isEnabled: null })],
    { kind: 'matched', device: 'DV7' },
  ],
  ['ours not enabled', [disabled], 'DEVICE_NOT_ENABLED'],
  ['ours not enabled, another merchant’s enabled', [foreign, disabled], 'DEVICE_NOT_ENABLED'],
  ['ours twice', [ours, device('DV6')], 'DEVICE_TWICE'],
  ['ours twice, one not enabled', [ours, disabled], 'DEVICE_TWICE'],
] as const)('matches Devices by serial number and merchant: %s', (_, devices, expected) => {
  const match = matchDevice(devices, { serialNumber: 'B61378A', merchant: 'MU1' });
  if (typeof expected === 'string') expect(match).toMatchObject({ kind: 'refused', failure: { code: expected } });
  else expect(match).toEqual(expected);
});

it('contains both merchants and both Devices', () => {
  const facts = { serialNumber: 'B61378A', merchant: 'MU1' };
  expect(matchDevice([foreign], facts)).toMatchObject({
    failure: { context: { serialNumber: 'B61378A', device: 'DV2', merchant: 'MU2', tillMerchant: 'MU1' } },
  });
  expect(matchDevice([ours, disabled], facts)).toMatchObject({ failure: { context: { devices: 'DV1, DV3' } } });
});

it('reports an unknown merchant as unknown, not as another merchant', () => {
  const match = matchDevice([device('DV5', { merchant: null })], { serialNumber: 'B61378A', merchant: 'MU1' });
  expect(match.kind === 'refused' && match.failure.message).toMatch(/does not say which merchant/);
});

it('matches the only visible Device for a till without a merchant, and none if two merchants have a Device', () => {
  const facts = { serialNumber: 'B61378A', merchant: null };
  expect(matchDevice([foreign], facts)).toEqual({ kind: 'matched', device: 'DV2' });
  expect(matchDevice([foreign, ours], facts)).toMatchObject({ failure: { code: 'DEVICE_TWICE' } });
});
