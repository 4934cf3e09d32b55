import { describe, expect, it } from 'vitest';
import { encodeNeo2Response } from '../../../../native/framing/neo2-frame.ts';
import { code, status } from '../../../../native/families/neo2/codec/codes.ts';
import type { Neo2Behaviour } from '../../../../native/families/neo2/simulator/behaviour.ts';
import { defaultNeo2Pace } from '../../../../native/families/neo2/simulator/pace.ts';
import { neo2Faults as faults } from '../../../../native/simulator/index.ts';
import { codeOf } from '../support.ts';
import { words } from '../scripted-terminal.ts';
import { approved, request, openTestBench } from './test-bench.ts';
import { openNeo2Blob } from './host-side.ts';

describe('a faulty reader', () => {
  it('is stopped by the driver when it goes silent', async () => {
    const at = await openTestBench('tcp', { behaviours: [faults.silentReply({ to: [code.transaction] })] });
    const sale = await at.sale({ cardTimeoutMs: 20_000 });
    await at.clock.advance(36_000);
    expect(sale.story).toEqual(['prompt present-card', 'finished timed-out']);
  });

  it('loses the sale when it stays silent', async () => {
    const at = await openTestBench();
    const sale = await at.sale({ cardTimeoutMs: 20_000 });
    at.reader.addBehaviour(faults.mute());
    await at.clock.advance(60_000);
    expect(sale.last).toBe('finished lost TERM_SILENT');
  });

  it('ends the sale when it restarts, and the next sale begins normally', async () => {
    const at = await openTestBench('tcp', { behaviours: [faults.rebootAt('verifying')] });
    const sale = await at.sale();
    await at.gesture('insert', 5_000);
    expect(sale.last).toBe('finished failed: the terminal restarted');
    expect(at.notices).toContainEqual({ type: 'reset' });
    at.sent.length = 0;
    await at.gesture('remove');
    const next = await at.sale();
    expect(at.sent).toEqual(['set-configuration', 'start-transaction']);
    await at.gesture('tap');
    expect(next.last).toBe('online contactless');
  });

  const wordOfRestart = (delayMs: number): Neo2Behaviour => ({
    name: 'word-of-restart-late',
    onSend: (one) => [one.kind === 'boot' ? { ...one, delayMs } : one],
  });

  it.each([0, 1, 20, 50, 100, 500, 1_000, 3_000, 9_000])(
    'runs no abandoned transaction when it reports a restart %d ms late, and the next sale is paid',
    async (wordAfterMs) => {
      for (const knowsFirstResponses of [true, false]) {
        const at = await openTestBench('tcp', { knowsFirstResponses, behaviours: [wordOfRestart(wordAfterMs)] });
        at.reader.controls.reboot();
        await at.clock.advance(defaultNeo2Pace.bootMs);
        const sale = await at.sale();
        await at.clock.advance(10_000);
        const isGivenUp = sale.last === 'finished failed: the terminal restarted';
        expect(at.reader.step).toBe(isGivenUp ? null : 'waiting-card');
        const next = isGivenUp ? await at.sale() : sale;
        await at.gesture('tap');
        await at.through(next.transaction.respond(approved));
        expect(next.last).toBe('finished approved');
      }
    },
  );

  it('may report a restart before it accepts the sale, which continues', async () => {
    const behaviours = [wordOfRestart(100), faults.lateReply(300, { kind: 'taken' })];
    const at = await openTestBench('tcp', { behaviours });
    at.reader.controls.reboot();
    await at.clock.advance(defaultNeo2Pace.bootMs);
    const sale = await at.sale();
    expect(at.notices).toContainEqual({ type: 'reset' });
    await at.gesture('tap');
    expect(sale.last).toBe('online contactless');
  });

  it('ends the sale by its timeout when it restarts without a report', async () => {
    const at = await openTestBench('tcp', { behaviours: [faults.rebootAt('verifying')], notifiesBoot: false });
    const sale = await at.sale({ cardTimeoutMs: 20_000 });
    await at.gesture('insert', 260_000);
    expect(sale.last).toBe('finished failed: the terminal went silent');
  });

  it.each([
    ['line noise before answers', faults.garbageBeforeReply({ times: Infinity })],
    ['line noise before every acceptance', faults.garbageBeforeReply({ kind: 'taken', times: Infinity })],
    ['every answer twice', faults.duplicateReply({ times: Infinity })],
    ['every word twice', faults.duplicateReply({ kind: 'taken', times: Infinity })],
    ['every question twice', faults.duplicateReply({ kind: 'prompt', times: Infinity })],
    ['every event lost', faults.silentReply({ kind: 'event', times: Infinity })],
    [
      'an unmatched card answer before the first reply',
      faults.unmatchedFrame(encodeNeo2Response(code.transaction, status.goOnline)),
    ],
  ])('completes a sale despite %s', async (_what, fault) => {
    for (const kind of ['tcp', 'hid'] as const) {
      const at = await openTestBench(kind);
      at.reader.addBehaviour(fault);
      const sale = await at.sale();
      await at.gesture('insert', 4_000);
      expect(sale.last).toBe('online chip');
      await at.through(sale.transaction.respond(approved));
      await at.clock.advance(4_000);
      expect(sale.last).toBe('finished approved');
      expect(sale.story.filter((word) => word.startsWith('finished') || word.startsWith('online'))).toHaveLength(2);
    }
  });

  it.each([
    ['damaged', faults.corruptReply({ to: [code.transaction] })],
    ['said to answer another command', faults.wrongReference({ to: [code.transaction] })],
  ])('causes no query to the bank when the card data of a tap are %s', async (_what, fault) => {
    const at = await openTestBench('tcp', { behaviours: [fault] });
    const sale = await at.sale({ cardTimeoutMs: 20_000 });
    await at.gesture('tap', 40_000);
    expect(sale.story).toEqual(['prompt present-card', 'prompt processing', 'finished timed-out']);
  });

  it('may send a damaged length, which leaves the next frame intact', async () => {
    const at = await openTestBench('tcp', {
      behaviours: [faults.overlongReply({ kind: 'taken', to: [code.transaction] })],
    });
    const sale = await at.begin();
    // The confirmation is lost, and with it the start: a customer must not be able to tap on it.
    expect(sale).toMatchObject({ code: 'TERM_SILENT' });
    expect(at.reader.step).toBeNull();
    const next = await at.sale();
    await at.gesture('tap');
    expect(next.last).toBe('online contactless');
  });

  it('may confirm no accepted command, because silence counts as consent', async () => {
    const at = await openTestBench('tcp', { knowsFirstResponses: false });
    const sale = await at.sale();
    expect(sale.last).toBe('prompt present-card');
    await at.gesture('insert', 3_000);
    expect(sale.last).toBe('online chip');
    await at.through(sale.transaction.respond(approved));
    await at.clock.advance(3_000);
    expect(sale.last).toBe('finished approved');
    expect(await at.begin({ attempt: 'A2', amountMinor: 1 })).toMatchObject({ transaction: { attempt: 'A2' } });
  });
});

describe('late answers', () => {
  it('never end the next sale if they are of a cancelled sale', async () => {
    const at = await openTestBench();
    const first = await at.sale();
    at.reader.addBehaviour(faults.lateReply(1_500, { to: [code.transaction] }));
    await at.gesture('tap', 300);
    // The customer's card data is sent 1.5 s late.
    expect(await at.through(first.transaction.cancel())).toBe('asked');
    await at.clock.advance(600);
    expect(first.last).toBe('finished cancelled by host');
    const second = await at.sale({ attempt: 'A2', amountMinor: 500 });
    await at.clock.advance(3_000);
    expect(second.story).toEqual(['prompt present-card']);
    expect(at.notices).toContainEqual({ type: 'unmatched', what: 'late reply' });
    await at.gesture('tap');
    const online = second.events.find((event) => event.type === 'online-request');
    expect(online?.attempt).toBe('A2');
    expect(openNeo2Blob(online?.data.encryptedEmvData ?? '').clear.get('9F02')).toBe('000000000500');
  });

  it('never begin the next sale if they are of a cancelled sale, even if the process read nothing for a while', async () => {
    const at = await openTestBench();
    const first = await at.sale();
    at.reader.addBehaviour(faults.lateReply(1_500, { to: [code.transaction], times: 1 }));
    await at.gesture('tap', 300);
    expect(await at.through(first.transaction.cancel())).toBe('asked');
    await at.clock.advance(600);
    expect(first.last).toBe('finished cancelled by host');
    const events: string[] = [];
    const starting = at.terminal.start({ ...request, attempt: 'A2' }, (event) => events.push(words(event)));
    // The first card's data arrives while this process is paused, and is still unread when its timers run.
    const unread: Uint8Array[] = [];
    const feed = at.link.feed.bind(at.link);
    at.link.feed = (bytes) => void unread.push(bytes);
    await at.clock.standStill(10_000, () => {
      at.link.feed = feed;
      for (const bytes of unread) feed(bytes);
    });
    await at.through(starting);
    await at.clock.advance(3_000);
    expect(unread).not.toEqual([]);
    expect(events).toEqual(['prompt present-card']);
    await at.gesture('tap');
    expect(events.at(-1)).toBe('online contactless');
  });

  it('never begin a sale if they are of an abandoned start', async () => {
    const at = await openTestBench();
    await at.through(at.terminal.ping());
    at.reader.addBehaviour(faults.lateReply(2_500, { kind: 'taken', to: [code.transaction] }));
    const given = await at.begin();
    expect(given).toMatchObject({ code: 'TERM_SILENT' });
    expect(at.reader.step).toBeNull();
    const next = await at.sale({ attempt: 'A2' });
    await at.clock.advance(3_000);
    expect(next.story).toEqual(['prompt present-card']);
  });

  it('never answer another query with the same code', async () => {
    const at = await openTestBench('tcp', {}, { times: { replyMs: 1_000 } });
    // The battery's answer comes after the host's timeout; the next query with that code waits for it.
    at.reader.addBehaviour(faults.lateReply(2_600, { to: [code.battery], times: 2 }));
    const health = at.terminal.health();
    expect(await codeOf(at.through(health))).toBe('TERM_SILENT');
    at.reader.controls.sense({ batteryPercent: 42 });
    expect((await at.through(at.terminal.health())).batteryPercent).not.toBeNull();
  });
});
