/**
 * A host ended during a payment: the next host ends that payment in the reader, at any step, and takes a new payment.
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { Terminal } from '../../../../native/index.ts';
import { connectMagnesafe } from '../../../../native/families/magnesafe/driver/driver.ts';
import { linkOverHid } from '../../../../native/link/hid-link.ts';
import { extendedCommand, result } from '../../../../native/families/magnesafe/codec/codes.ts';
import {
  createMagnesafeTerminal,
  magnesafeFaults as faults,
  type MagnesafeStep,
  type MagnesafeTerminal,
} from '../../../../native/simulator/index.ts';
import { deck } from '../../../link/harness.ts';
import { PlayedReader } from '../played-reader.ts';
import { codeOf } from '../support.ts';
import { until } from '../../../waiting.ts';

const pace = { readMs: { chip: 20, contactless: 20, swipe: 20 }, completeMs: 20 };
const TDYNAMO = 0x001c;
const request = { attempt: 'A', amountMinor: 1234, currency: 'USD', cardTimeoutMs: 20_000 };

let reader: MagnesafeTerminal;
let device: PlayedReader;
afterEach(async () => {
  await device.close();
  reader.close();
});

function connect(): Promise<Terminal> {
  device = new PlayedReader(reader);
  const address = `hid:${reader.serialNumber}`;
  const link = linkOverHid(device, address, { usb: { vendorId: 0x0801, productId: TDYNAMO }, featureBytes: 60 });
  return connectMagnesafe(link, { limits: { settleMs: 500 } });
}

/** Connects a host and ends it while the reader is at `step`. */
async function leftAt(step: MagnesafeStep): Promise<void> {
  reader = createMagnesafeTerminal({ pace, cards: deck, link: 'reports', model: 'tDynamo' });
  const there = Promise.withResolvers<void>();
  const off = reader.addBehaviour({ name: 'watch', onStep: (now) => (now === step ? there.resolve() : undefined) });
  const first = await connect();
  await first.start(request, () => undefined);
  reader.choose(step === 'choosing-application' ? 'two' : 'approve');
  if (step !== 'waiting-card') reader.gesture('insert');
  await there.promise;
  off();
  await first.close();
}

describe('a reader that was left during a payment', () => {
  it.each(['waiting-card', 'reading', 'choosing-application', 'online'] as const)(
    'is free for the next host after %s, and nothing is approved',
    async (step) => {
      await leftAt(step);
      const next = await connect();
      await next.clear();
      const story: string[] = [];
      await next.start({ ...request, attempt: 'B' }, (event) => story.push(event.type));
      expect(await codeOf(next.clear())).toBe('TERM_BUSY');
      expect(story.filter((one) => one === 'finished')).toEqual([]);
      await next.close();
    },
  );

  it('is busy until the card is out if it refuses the decline', async () => {
    await leftAt('online');
    reader.addBehaviour(faults.refuse(result.badParameter, { to: [extendedCommand.acquirerResponse] }));
    const next = await connect();
    expect(await codeOf(next.clear())).toBe('TERM_BUSY');
    reader.gesture('remove');
    await until(() => reader.asks === null, 'the reader to be free');
    await next.clear();
    await next.close();
  });
});
