/** Elements of the card data that a reader names only when asked, or never: nothing of that is a sign of tampering. */
import { afterEach, describe, expect, it } from 'vitest';
import { status } from '../../../../native/families/neo2/codec/codes.ts';
import type { Neo2TerminalOptions } from '../../../../native/simulator/index.ts';
import { openNeo2Blob } from './host-side.ts';
import { approved, Neo2Stand } from './stand.ts';
import { neo2Faults as faults } from '../../../../native/simulator/index.ts';

let at: Neo2Stand;
afterEach(() => at.close());

const pay = async (options: Neo2TerminalOptions, gesture: 'insert' | 'tap' = 'insert') => {
  at = await Neo2Stand.open('tcp', options);
  const sale = await at.sale();
  await at.gesture(gesture);
  await at.through(sale.transaction.respond(approved));
  await at.clock.advance(1_000);
  const online = sale.events.find((event) => event.type === 'online-request');
  return { sale, clear: openNeo2Blob(online?.data.encryptedEmvData ?? '').clear };
};

describe.each(['insert', 'tap'] as const)('%s', (gesture) => {
  it('a reader that names its amount only when asked is asked', async () => {
    const { sale, clear } = await pay({ clearOutput: 'when-asked' }, gesture);
    expect(sale.last).toBe('finished approved');
    expect(clear.get('9F02')).toBe('000000001234');
    expect(at.notices).toEqual([]);
  });

  it('a reader that never names it is paid on, which is noted once', async () => {
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

it('a reader that refuses a start with a list of output gets one without', async () => {
  const { sale } = await pay({ knowsOutputTags: false });
  expect(sale.last).toBe('finished approved');
  expect(at.sent.filter((name) => name === 'start-transaction')).toHaveLength(2);
});

it('another refusal of a start stays one', async () => {
  at = await Neo2Stand.open('tcp', { behaviours: [faults.refuse(status.notAllowed, { to: [0x02] })] });
  expect(await at.begin()).toMatchObject({ code: 'TERM_BUSY' });
  expect(at.sent.filter((name) => name === 'start-transaction')).toHaveLength(1);
});
