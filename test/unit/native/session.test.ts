import { describe, expect, it } from 'vitest';
import { concatBytes } from '../../../native/framing/bytes.ts';
import { splitIntoPackets } from '../../../native/framing/hid-packets.ts';
import { encodeCapabilityExceeded, encodeSlip, SlipDeframer, slipInfo } from '../../../native/framing/slip.ts';
import { cancelTransaction, displayFixedText, echo } from '../../../native/families/mms/codec/commands.ts';
import {
  encodeMmsNotification,
  encodeMmsResponse,
  parseMmsMessage,
  type MmsNotification,
  type MmsRequest,
  type MmsResponse,
} from '../../../native/families/mms/codec/message.ts';
import { mmsProtocol } from '../../../native/families/mms/driver/wire.ts';
import type { Discard } from '../../../native/session/protocol.ts';
import { Session } from '../../../native/session/session.ts';
import { codeOf, ManualClock, MemoryLink, settle } from './support.ts';

function setUp() {
  const link = new MemoryLink();
  const clock = new ManualClock();
  const session = new Session<MmsResponse, MmsNotification>(link, mmsProtocol('tcp'), { clock });
  const notes: number[] = [];
  const discards: Discard[] = [];
  session.listen({ onNote: (note) => notes.push(note.status[3]), onDiscard: (discard) => discards.push(discard) });
  const deframer = new SlipDeframer('device');
  const asked: MmsRequest[] = [];
  link.onWrite = (bytes) => {
    for (const item of deframer.push(bytes)) {
      const parsed = item.kind === 'frame' ? parseMmsMessage(item.message) : undefined;
      if (parsed?.ok && parsed.message.kind === 'request') asked.push(parsed.message);
    }
  };
  const frame = (message: Uint8Array) => encodeSlip(slipInfo.toHost, message);
  const answer = (request: MmsRequest | undefined) => {
    if (!request) throw new Error('nothing was asked');
    link.feed(frame(encodeMmsResponse(request)));
  };
  const note = (d4: number) => frame(encodeMmsNotification(0x0101, [0, 0, 0, d4]));
  return { link, clock, session, notes, discards, asked, frame, answer, note };
}

const ping = (reference: number) => echo(reference, Uint8Array.of(1));
const show = (reference: number) => displayFixedText(reference, { seconds: 1, stringId: 0x14 });

describe('exchanges', () => {
  it('run one at a time in order, and an urgent exchange is next', async () => {
    const { session, asked, answer } = setUp();
    const order: string[] = [];
    const first = session.request(ping).then(() => order.push('first'));
    const second = session.request(show).then(() => order.push('second'));
    const urgent = session.request(cancelTransaction, { isUrgent: true }).then(() => order.push('urgent'));
    await settle();
    expect(asked.map(({ command }) => command)).toEqual([0xdf01]);
    answer(asked[0]);
    await settle();
    expect(asked.map(({ command }) => command)).toEqual([0xdf01, 0x1008]);
    answer(asked[1]);
    await settle();
    answer(asked[2]);
    await Promise.all([first, second, urgent]);
    expect(order).toEqual(['first', 'urgent', 'second']);
  });

  it('number their requests without 0', async () => {
    const { session, asked, answer } = setUp();
    for (let index = 0; index < 300; index++) {
      const done = session.request(ping);
      await settle();
      answer(asked.at(-1));
      await done;
    }
    const references = asked.map(({ reference }) => reference);
    expect(references.slice(0, 3)).toEqual([1, 2, 3]);
    expect(references.slice(253, 257)).toEqual([254, 255, 1, 2]);
    expect(references).not.toContain(0);
  });

  it('ignore an answer with another reference or command', async () => {
    const { session, asked, answer, link, frame, clock, discards } = setUp();
    const done = session.request(ping);
    await settle();
    const [request] = asked;
    if (!request) throw new Error('nothing was asked');
    link.feed(frame(encodeMmsResponse({ ...request, reference: request.reference + 1 })));
    link.feed(frame(encodeMmsResponse({ ...request, command: 0x1008 })));
    await clock.advance(10);
    expect(discards.map(({ reason }) => reason)).toEqual(['unmatched-reply', 'unmatched-reply']);
    answer(request);
    await expect(done).resolves.toMatchObject({ command: 0xdf01 });
  });

  it('receive notifications in order around the answer, whatever bytes come between', async () => {
    const { session, asked, notes, link, frame, note } = setUp();
    const seen: string[] = [];
    const done = session.request(ping, { onReply: () => seen.push(`reply after ${notes.length}`) });
    await settle();
    const [request] = asked;
    if (!request) throw new Error('nothing was asked');
    const stream = concatBytes(note(1), Uint8Array.of(9, 9, 9), note(2), frame(encodeMmsResponse(request)), note(3));
    for (const byte of stream) link.feed(Uint8Array.of(byte));
    await done;
    expect(notes).toEqual([1, 2, 3]);
    expect(seen).toEqual(['reply after 2']);
  });

  it('reject with TERM_REFUSED when the terminal reports that the message is too long and does not reply', async () => {
    const { session, link, clock } = setUp();
    const done = codeOf(session.request(ping));
    await settle();
    link.feed(encodeCapabilityExceeded(8));
    await clock.advance(3_000);
    expect(await done).toBe('TERM_REFUSED');
  });

  it.each([8, 128, 0xffffffff])('ignore noise that reads "at most %i bytes" when a reply follows', async (bytes) => {
    const { session, link, asked, answer, clock } = setUp();
    const done = codeOf(session.request(ping));
    await settle();
    link.feed(encodeCapabilityExceeded(bytes));
    await clock.advance(100);
    answer(asked[0]);
    expect(await done).toBe('resolved');
  });

  it('discard noise with a sufficient limit under its name, and stay TERM_SILENT', async () => {
    const { session, link, discards, clock } = setUp();
    const done = codeOf(session.request(ping));
    await settle();
    link.feed(encodeCapabilityExceeded(128));
    await clock.advance(3_000);
    expect(discards.map(({ reason }) => reason)).toEqual(['unmatched-reply']);
    expect(await done).toBe('TERM_SILENT');
  });

  it.each([2_900, 30_000, 600_000])(
    'first read a reply that came while the process was suspended for %i ms',
    async (ms) => {
      const { session, asked, answer, clock } = setUp();
      const done = codeOf(session.request(ping));
      await clock.advance(500);
      await clock.standStill(ms, () => answer(asked[0]));
      expect(await done).toBe('resolved');
      expect(clock.pending).toBe(0);
    },
  );

  it('restart the time limit once after the process was suspended', async () => {
    const { session, clock } = setUp();
    const done = codeOf(session.request(ping));
    await clock.advance(1_000);
    await clock.standStill(60_000, () => undefined);
    await clock.advance(2_900);
    expect(clock.pending).toBe(1);
    await clock.advance(110);
    expect(await done).toBe('TERM_SILENT');
  });
});

describe('a session after a timeout', () => {
  it('drops a late reply, drains the line and sends a probe before the next request', async () => {
    const { session, asked, answer, clock, discards } = setUp();
    const silent = codeOf(session.request(show, { timeoutMs: 1_000 }));
    await clock.advance(1_000);
    expect(await silent).toBe('TERM_SILENT');

    let isAnswered = false;
    const next = session.request(show).then(() => (isAnswered = true));
    // The late answer to the first request: same command, old reference.
    answer(asked[0]);
    await clock.advance(60);
    expect(asked.map(({ command }) => command)).toEqual([0x1803, 0xdf01]);
    expect(isAnswered).toBe(false);
    answer(asked[1]);
    await settle();
    expect(asked.map(({ command }) => command)).toEqual([0x1803, 0xdf01, 0x1803]);
    answer(asked[0]);
    await settle();
    expect(isAnswered).toBe(false);
    answer(asked[2]);
    await next;
    expect(discards.map(({ reason }) => reason)).toEqual(['unmatched-reply', 'unmatched-reply']);
  });

  it('drops a partial frame on the line, so that the probe is read', async () => {
    const { session, link, asked, answer, clock, discards, note } = setUp();
    const silent = codeOf(session.request(show, { timeoutMs: 500 }));
    await settle();
    link.feed(note(1).subarray(0, 9));
    await clock.advance(500);
    expect(await silent).toBe('TERM_SILENT');
    const next = session.request(ping);
    await clock.advance(60);
    expect(discards).toEqual([{ kind: 'discard', reason: 'truncated', bytes: 8 }]);
    answer(asked.at(-1));
    await settle();
    answer(asked.at(-1));
    await expect(next).resolves.toBeDefined();
  });

  it('limits the delay of the next request on a line that never becomes quiet', async () => {
    const { session, link, asked, clock } = setUp();
    const silent = codeOf(session.request(show, { timeoutMs: 100 }));
    await clock.advance(100);
    expect(await silent).toBe('TERM_SILENT');
    const next = codeOf(session.request(ping));
    for (let index = 0; index < 120; index++) {
      link.feed(Uint8Array.of(0x55));
      await clock.advance(10);
    }
    expect(asked).toHaveLength(2);
    await clock.advance(3_000);
    expect(await next).toBe('TERM_SILENT');
  });

  it('sends only repeatable requests again, once, after the probe', async () => {
    const { session, asked, answer, clock } = setUp();
    const done = session.request(show, { timeoutMs: 500, isRepeatable: true });
    await clock.advance(560);
    answer(asked[1]);
    await settle();
    expect(asked.map(({ command }) => command)).toEqual([0x1803, 0xdf01, 0x1803]);
    answer(asked[2]);
    await expect(done).resolves.toBeDefined();

    const once = codeOf(session.request(cancelTransaction, { timeoutMs: 500 }));
    await clock.advance(2_000);
    expect(await once).toBe('TERM_SILENT');
    expect(asked.filter(({ command }) => command === 0x1008)).toHaveLength(1);
  });

  it('fails each request in time when the terminal stays silent', async () => {
    const { session, clock } = setUp();
    const all = [1, 2, 3].map(() => codeOf(session.request(ping, { isRepeatable: true })));
    await clock.advance(30_000);
    expect(await Promise.all(all)).toEqual(['TERM_SILENT', 'TERM_SILENT', 'TERM_SILENT']);
    expect(clock.pending).toBe(0);
  });
});

describe('the end of the link', () => {
  it('settles running and queued requests on close, and leaves no timers behind', async () => {
    const { session, link, clock } = setUp();
    const all = [session.request(ping), session.request(show), session.request(show)].map(codeOf);
    await settle();
    await session.close();
    expect(await Promise.all(all)).toEqual(['LINK_CLOSED', 'LINK_CLOSED', 'LINK_CLOSED']);
    expect(await session.closed).toBeNull();
    expect(await codeOf(session.request(ping))).toBe('LINK_CLOSED');
    expect(clock.pending).toBe(0);
    expect(link.listeners).toBe(0);
    await session.close();
  });

  it('settles everything with the reason when the cable is unplugged, even during a resync', async () => {
    const { session, link, clock } = setUp();
    const silent = codeOf(session.request(show, { timeoutMs: 100 }));
    await clock.advance(100);
    await silent;
    const waiting = [session.request(ping), session.request(show)].map(codeOf);
    await settle();
    link.lose();
    await clock.advance(100);
    expect(await Promise.all(waiting)).toEqual(['LINK_LOST', 'LINK_LOST']);
    expect((await session.closed)?.code).toBe('LINK_LOST');
    expect(clock.pending).toBe(0);
  });

  it('detaches and leaves the link open for another family', async () => {
    const { session, link } = setUp();
    const waiting = codeOf(session.request(ping));
    await settle();
    session.detach();
    expect(await waiting).toBe('LINK_CLOSED');
    expect(link.isOpen).toBe(true);
    expect(link.listeners).toBe(0);
  });
});

describe('a session over HID', () => {
  it('sends and receives an exchange in reports', async () => {
    const link = new MemoryLink('hid');
    const session = new Session<MmsResponse, MmsNotification>(link, mmsProtocol('hid'), { clock: new ManualClock() });
    const done = session.request((reference) => echo(reference, new Uint8Array(100).fill(7)));
    await settle();
    expect(link.written.map((report) => [report.length, report[0]])).toEqual([
      [64, 1],
      [64, 3],
    ]);
    for (const report of splitIntoPackets(encodeMmsResponse({ reference: 1, command: 0xdf01 }))) link.feed(report);
    await expect(done).resolves.toMatchObject({ reference: 1, command: 0xdf01 });
  });
});
