/**
 * Firmware quirks as rows of the table of models: driver and simulator read the table, and compare firmware by version.
 */
import { describe, expect, it, test } from 'vitest';
import { neo2Models, type Neo2Model } from '../../../../native/families/neo2/models/index.ts';
import { compareFirmware, identified } from '../../../../native/families/shared/models.ts';
import { Neo2TestBench } from './test-bench.ts';

const model = 'VP3350';
const reason = 'it asks for no cards by tap';
/** The family's table, with a quirk of an old firmware: fewer readers, and more time for the bank's answer. */
const models: readonly Neo2Model[] = neo2Models.map((row) =>
  row.name === model
    ? {
        ...row,
        quirks: [
          {
            firmware: { from: '1.00.020', before: '1.00.050' },
            change: { readers: ['chip', 'swipe'], limits: { answerMs: 400_000 } },
            reason,
            source: 'this test',
          },
        ],
      }
    : row,
);

describe('a quirk of a firmware', () => {
  it.each([
    ['VP3350 FW v1.00.044.0137.S', true],
    ['VP3350 FW v1.00.049', true],
    ['VP3350 FW v1.00.050', false],
    ['VP3350 FW v1.00.019.9999.S', false],
    ['VP3350 FW v1.02.001', false],
  ])('is listed for %s: %s', async (firmware, isInForce) => {
    const { terminal } = await Neo2TestBench.open('tcp', { model, firmware }, { models });
    expect(terminal.identity).toMatchObject({ model, firmware });
    expect(terminal.identity.quirks).toEqual(isInForce ? [reason] : undefined);
    expect(terminal.capabilities.readers).toEqual(isInForce ? ['chip', 'swipe'] : ['chip', 'contactless', 'swipe']);
  });

  it('overrides the limits of its model', () => {
    const row = models.find(({ name }) => name === model);
    if (!row) throw new Error(model);
    const own = { ...row, limits: { settleMs: 700 } };
    expect(identified(own, 'v1.00.030').model.limits).toEqual({ settleMs: 700, answerMs: 400_000 });
    expect(identified(own, 'v1.00.060').model.limits).toEqual({ settleMs: 700 });
  });

  it('is absent from another model with that version', async () => {
    const { terminal } = await Neo2TestBench.open(
      'tcp',
      { model: 'VP3300', firmware: 'VP3300 FW v1.00.044' },
      { models },
    );
    expect(terminal.identity.quirks).toBeUndefined();
  });
});

test.each([
  ['VP3350 FW v1.00.044.0137.S', '1.00.050', -1],
  ['v1.00.44', 'v1.00.044', 0],
  ['v1.0.9', 'v1.0.10', -1],
  ['v2', 'v1.99.99', 1],
  ['v1.0', 'v1.0.0', -1],
  ['1000007183-A1-PCI', '1000007183-A2-PCI', -1],
  ['no number', 'v0.0.1', -1],
])('the version of %s is compared with that of %s', (a, b, order) => {
  expect(Math.sign(compareFirmware(a, b))).toBe(order);
  expect(Math.sign(compareFirmware(b, a))).toBe(order === 0 ? 0 : -order);
});
