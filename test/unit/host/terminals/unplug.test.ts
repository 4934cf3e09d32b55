/**
 * Pulling the real cable, idle and during a payment: `lost`, idle, reconnected (times: test/bench/link.ts).
 *
 * @module-tag own-process
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { familySchema } from '../../../../electron/contract/index.ts';
import { payingFamilies } from '../../../../native/index.ts';
import { CableTestBench, hasSocat, layCableTo, type Cable } from './cable-test-bench.ts';
import { SPINS_FROM, wakeUpsDuring } from '../../../waiting.ts';

if (!hasSocat) console.warn('unplug tests over pseudo-terminals skipped: socat is not installed');

const ROUNDS = 3;

describe.skipIf(!hasSocat).each(familySchema.options)('a %s terminal on a serial cable', (family) => {
  let cable: Cable;
  let till: CableTestBench;

  beforeAll(async () => {
    cable = await layCableTo(family, 'serial');
    till = new CableTestBench([cable.address]);
    await till.becomes(cable.address, 'ready');
  }, 180_000);
  afterAll(async () => {
    await till.close();
    await cable.close();
  });

  it('is lost when unplugged while idle, with the reason, and is ready again when plugged in', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await till.unplug(cable.address, cable);
      expect(till.view(cable.address)).toMatchObject({ state: 'lost', failure: { code: 'LINK_LOST' } });
      expect(till.view(cable.address)?.nextTryAt).not.toBeNull();
      await till.replug(cable.address, cable);
    }
    expect(till.view(cable.address)?.health.reconnects).toBe(ROUNDS);
  }, 180_000);

  const takesPayments = payingFamilies.some((one) => one === family);
  it.runIf(takesPayments)(
    'is lost with its payment when unplugged during a payment, and takes the next payment',
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { ended } = await till.sale(cable.address);
        expect(till.view(cable.address)?.state).toBe('busy');
        await till.unplug(cable.address, cable);
        // The terminal's own result is unknown, so it is not "declined" or "cancelled".
        expect((await ended).result).toMatchObject({ kind: 'lost', failure: { code: 'LINK_LOST' } });
        await till.replug(cable.address, cable);
      }
    },
    90_000,
  );

  it('lets the process sleep while it is disconnected', async () => {
    await till.unplug(cable.address, cable);
    const wakeUps = await wakeUpsDuring(2_500);
    console.info(`${family}, lost: ${wakeUps} wake-ups`);
    expect(till.view(cable.address)?.state).toBe('lost');
    expect(wakeUps).toBeLessThan(SPINS_FROM);
    await till.replug(cable.address, cable);
  }, 180_000);
});
