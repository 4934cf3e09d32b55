/** Elements of the card data that a reader sends only on request, or never: their absence is no sign of tampering. */
import { afterEach, describe, expect, it } from 'vitest';
import { status } from '../../../../native/families/neo2/codec/codes.ts';
import type { Neo2TerminalOptions } from '../../../../native/simulator/index.ts';
import { openNeo2Blob } from './host-side.ts';
import { approved, Neo2TestBench } from './test-bench.ts';
import { neo2Faults as faults } from '../../../../native/simulator/index.ts';

let at: Neo2TestBench;
afterEach(() => at.close());

const pay = async (options: Neo2TerminalOptions, gesture: 'insert' | 'tap' = 'insert') => {
  at = await Neo2TestBench.open('tcp', options);
  const sale = await at.sale();
  await at.gesture(gesture);
  await at.through(sale.transaction.respond(approved));
  await at.clock.advance(1_000);
  const online = sale.events.find((event) => event.type === 'online-request');
  return { sale, clear: openNeo2Blob(online?.data.encryptedEmvData ?? '').clear };
};

describe.each(['insert', 'tap'] as const)('%s', (gesture) => {
  it('the driver requests the amount from a reader that sends it only on request', async () => {
    const { sale, clear } = await pay({ clearOutput: 'when-asked' }, gesture);
    expect(sale.last).toBe('finished approved');
    expect(clear.get('9F02')).toBe('000000001234');
    expect(at.notices).toEqual([]);
  });

  it('a sale on a reader that never sends the amount succeeds, with a single notice', async () => {
    const { sale, clear } = await pay({ clearOutput: 'never' }, gesture);
    expect(sale.last).toBe('finished approved');
    expect(clear.has('9F02')).toBe(false);
    const tags = gesture === 'insert' ? ['9F02', '9F27'] : ['9F02'];
    expect(at.notices).toEqual([{ type: 'left-out', tags }]);
    if (gesture === 'insert') await at.gesture('remove');
    const second = await at.sale();
    await at.gesture(gesture);
    expect(second.story.some((word) => word.startsWith('online'))).toBe(true);
    expect(at.notices).toHaveLength(1);
  });
});

it('a reader that refuses a start with an output list gets a start without the list', async () => {
  const { sale } = await pay({ knowsOutputTags: false });
  expect(sale.last).toBe('finished approved');
  expect(at.sent.filter((name) => name === 'start-transaction')).toHaveLength(2);
});

it('a start that is refused for another reason is final', async () => {
  at = await Neo2TestBench.open('tcp', { behaviours: [faults.refuse(status.notAllowed, { to: [0x02] })] });
  expect(await at.begin()).toMatchObject({ code: 'TERM_BUSY' });
  expect(at.sent.filter((name) => name === 'start-transaction')).toHaveLength(1);
});
