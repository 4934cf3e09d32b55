/** The recorder changes nothing for the driver, and writes lines in chronological order. */
import { describe, expect, it } from 'vitest';
import { concatBytes, fromHex } from '../../../../native/framing/bytes.ts';
import { encodeSlip, slipInfo } from '../../../../native/framing/slip.ts';
import { recordTrace } from '../../../../native/trace/recorder.ts';
import { readTrace } from '../../../../native/trace/trace-text.ts';
import { codeOf, ManualClock, MemoryLink, settle } from '../support.ts';

const reset = encodeSlip(slipInfo.toDevice, fromHex('AA00810401121F0184021F01'));
const resetDone = encodeSlip(slipInfo.toHost, fromHex('AA00810482121F01820400000000'));

function record(kind: 'tcp' | 'hid' = 'tcp') {
  const inner = new MemoryLink(kind);
  const clock = new ManualClock();
  const lines: string[] = [];
  const link = recordTrace(inner, (line) => lines.push(line), 'mms', { clock });
  const heard: Uint8Array[] = [];
  const stop = link.onData((bytes) => heard.push(bytes));
  return { inner, clock, lines, link, heard, stop, recorded: () => lines.slice(1) };
}

describe('a recorded link', () => {
  it('passes all traffic on, unchanged and at once', async () => {
    const { inner, link, heard } = record();
    await link.write(reset);
    expect(inner.written).toEqual([reset]);
    inner.feed(resetDone.subarray(0, 7));
    inner.feed(resetDone.subarray(7));
    expect(heard).toEqual([resetDone.subarray(0, 7), resetDone.subarray(7)]);
    expect([link.kind, link.address]).toEqual([inner.kind, inner.address]);
    inner.lose();
    expect((await link.closed)?.code).toBe('LINK_LOST');
    expect(await codeOf(link.write(reset))).toBe('LINK_CLOSED');
  });

  it("writes one line per write or chunk with its time, names messages, and ends with the link's end", async () => {
    const { inner, clock, link, lines } = record();
    await link.write(reset);
    await clock.advance(12);
    inner.feed(resetDone.subarray(0, 7));
    await clock.advance(3);
    inner.feed(concatBytes(resetDone.subarray(7), resetDone));
    await clock.advance(1_000);
    await link.close();
    await settle();
    expect(lines).toEqual([
      '# tillbridge trace 1: family mms, link tcp',
      '+0 => C0000000000CAA00810401121F0184021F01C0  # reset request',
      '+12 <= C0020000000EAA',
      '+15 <= 00810482121F01820400000000C0C0020000000EAA00810482121F01820400000000C0  # reset response, reset response',
      '+1015 !! closed',
    ]);
    expect(readTrace(lines.join('\n')).lines.map(({ kind }) => kind)).toEqual(['write', 'data', 'data', 'end']);
  });

  it('keeps the order of both directions while a message is incomplete', async () => {
    const { inner, link, recorded } = record();
    inner.feed(resetDone.subarray(0, 9));
    await link.write(reset);
    expect(recorded()).toEqual([]);
    inner.feed(resetDone.subarray(9));
    expect(recorded().map((line) => line.slice(3, 5))).toEqual(['<=', '=>', '<=']);
  });

  it('masks an incomplete message entirely when the link is lost, the listener leaves, or too many lines wait for it', async () => {
    const half = resetDone.subarray(0, 9);
    const masked = '+0 <= C0EEEEEEEEEEEEEEEE  # truncated';
    const lost = record();
    lost.inner.feed(half);
    lost.inner.lose();
    await settle();
    expect(lost.recorded()).toEqual([masked, '+0 !! lost']);

    const left = record();
    left.inner.feed(half);
    left.stop();
    expect(left.recorded()).toEqual([masked]);
    expect(left.inner.listeners).toBe(0);

    const many = record();
    many.inner.feed(half);
    for (let round = 0; round < 70; round++) await many.link.write(reset);
    expect(many.recorded()[0]).toBe(masked);
    expect(many.recorded().length).toBeGreaterThan(60);
    // The rest arrives later but no longer forms a message, so the trace omits it.
    many.inner.feed(resetDone.subarray(9));
    expect(many.recorded().at(-1)).toMatch(/^\+0 <= (EE)+C0 {2}# /);
  });

  it('listens only while it has listeners', async () => {
    const { inner, link, stop, recorded } = record();
    const again = link.onData(() => undefined);
    stop();
    inner.feed(resetDone);
    expect(recorded()).toHaveLength(1);
    again();
    inner.feed(resetDone);
    expect(recorded()).toHaveLength(1);
    link.onData(() => undefined);
    inner.feed(resetDone);
    expect(recorded()).toHaveLength(2);
  });

  it('continues when the sink fails, reports the failure once, and stops recording', async () => {
    const inner = new MemoryLink();
    const failures: unknown[] = [];
    let left = 2;
    const full = new Error('no space left');
    const link = recordTrace(
      inner,
      () => {
        if (left-- === 0) throw full;
      },
      'mms',
      { onFailure: (error) => failures.push(error) },
    );
    const heard: Uint8Array[] = [];
    link.onData((bytes) => heard.push(bytes));
    for (let round = 0; round < 3; round++) {
      await link.write(reset);
      inner.feed(resetDone);
    }
    await link.close();
    await settle();
    expect(failures).toEqual([full]);
    expect(heard).toHaveLength(3);
    expect(inner.written).toHaveLength(3);
    expect(left).toBe(-1);
  });
});
