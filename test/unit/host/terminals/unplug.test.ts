/** Pulling the real cable: `lost` at once, idle and in the middle of a payment; no processor time; back by itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { familySchema } from '../../../../electron/contract/index.ts';
import { payingFamilies } from '../../../../native/index.ts';
import { CableStand, hasSocat, layCableTo, processorUse, type Cable } from './cable-stand.ts';

if (!hasSocat) console.warn('unplug tests over pseudo-terminals skipped: socat is not installed');

const ROUNDS = 3;
/** What is promised. A crowded machine may take longer; not as long as any time-out. */
const PROMISED_MS = 250;
const FAILS_ABOVE_MS = 5_000;

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;

function tell(what: string, took: readonly number[]): void {
  const [typical, worst] = [median(took), Math.max(...took)];
  const words = typical <= PROMISED_MS ? '' : `, above the promised ${PROMISED_MS} ms`;
  console.info(`${what}: lost after ${typical.toFixed(1)} ms (median), ${worst.toFixed(1)} ms at most${words}`);
}

describe.skipIf(!hasSocat).each(familySchema.options)('a %s terminal on a serial cable', (family) => {
  let cable: Cable;
  let till: CableStand;

  beforeAll(async () => {
    cable = await layCableTo(family, 'serial');
    till = new CableStand([cable.address]);
    await till.becomes(cable.address, 'ready');
  }, 180_000);
  afterAll(async () => {
    await till.close();
    await cable.close();
  });

  it('is lost when unplugged while idle, says why, and is ready again when plugged in', async () => {
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      took.push(await till.unplug(cable.address, cable));
      expect(till.view(cable.address)).toMatchObject({ state: 'lost', failure: { code: 'LINK_LOST' } });
      expect(till.view(cable.address)?.nextTryAt).not.toBeNull();
      await till.replug(cable.address, cable);
    }
    tell(`${family}, idle`, took);
    expect(median(took)).toBeLessThan(FAILS_ABOVE_MS);
    expect(till.view(cable.address)?.health.reconnects).toBe(ROUNDS);
  }, 180_000);

  const takesPayments = payingFamilies.some((one) => one === family);
  it.runIf(takesPayments)(
    'is lost when unplugged in the middle of a payment, which ends as lost, and takes the next one',
    async () => {
      const took: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const { ended } = await till.sale(cable.address);
        expect(till.view(cable.address)?.state).toBe('busy');
        took.push(await till.unplug(cable.address, cable));
        // The terminal's own result is not known: neither declined nor cancelled.
        expect((await ended).result).toMatchObject({ kind: 'lost', failure: { code: 'LINK_LOST' } });
        await till.replug(cable.address, cable);
      }
      tell(`${family}, in a payment`, took);
      expect(median(took)).toBeLessThan(FAILS_ABOVE_MS);
    },
    90_000,
  );

  it('costs next to no processor time while it is gone', async () => {
    await till.unplug(cable.address, cable);
    const percent = await processorUse(2_500);
    console.info(`${family}, lost: ${percent.toFixed(1)} % of a processor`);
    expect(till.view(cable.address)?.state).toBe('lost');
    expect(percent).toBeLessThan(25);
    await till.replug(cable.address, cable);
  }, 180_000);
});
