/**
 * Tests both kinds of session against a terminal whose replies are lost, late, repeated and out of order, as fast-check
 * chooses, with a manual clock. Every request carries its own mark, which the reply repeats and the session does not
 * read. The mark reveals wrong answers, and how often a request was sent.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TillError } from '../../../electron/contract/index.ts';
import type { Protocol } from '../../../native/session/protocol.ts';
import { defaultSessionTimes } from '../../../native/session/exchange-queue.ts';
import { Session } from '../../../native/session/session.ts';
import {
  defaultLongRunningTimes,
  LongRunningSession,
  type LongRunningProtocol,
} from '../../../native/session/long-running-session.ts';
import { ManualClock, MemoryLink, settle } from '../../unit/native/support.ts';

/**
 * The terminal's reaction to one message: the times of its replies, in milliseconds after the message. An empty list
 * means that no reply comes.
 */
type Behaviour = readonly number[];

interface Question {
  /** Time after the previous request. */
  readonly afterMs: number;
  readonly timeoutMs: number;
  readonly isRepeatable: boolean;
  readonly isUrgent: boolean;
  /** Requests of one kind share a code. */
  readonly kind: number;
}

const aQuestion: fc.Arbitrary<Question> = fc.record({
  afterMs: fc.oneof(fc.constant(0), fc.nat(400), fc.nat(4_000)),
  timeoutMs: fc.integer({ min: 20, max: 1_000 }),
  isRepeatable: fc.boolean(),
  isUrgent: fc.boolean(),
  kind: fc.nat(1),
});

interface Heard {
  readonly mark: number;
  readonly at: number;
}

/** Result of one request, and the mark of its answer. */
interface End {
  readonly mark: number;
  /** `answered`, or the code of the error. */
  readonly code: string;
  readonly answeredAs: number | undefined;
}

function ended(mark: number, asked: Promise<{ mark: number }>): Promise<End> {
  return asked.then(
    (reply) => ({ mark, code: 'answered', answeredAs: reply.mark }),
    (error: unknown) => ({
      mark,
      code: error instanceof TillError ? error.code : String(error),
      answeredAs: undefined,
    }),
  );
}

function checkEnds(ends: readonly (End | undefined)[], questions: readonly Question[], heard: readonly Heard[]): void {
  ends.forEach((end, mark) => {
    if (!end) throw new Error(`question ${mark} never ended`);
    expect(['answered', 'TERM_SILENT']).toContain(end.code);
    // The reply belongs to this very request.
    if (end.code === 'answered') expect(end.answeredAs).toBe(mark);
  });
  questions.forEach(({ isRepeatable }, mark) => {
    const times = heard.filter((one) => one.mark === mark).length;
    expect(times).toBeLessThanOrEqual(isRepeatable ? 2 : 1);
    if (ends[mark]?.code === 'answered') expect(times).toBeGreaterThanOrEqual(1);
  });
}

const RUNS = { numRuns: Number(process.env['TILLBRIDGE_RUNS'] ?? 250) };
const PROBE = 200;

async function advanceUntil(clock: ManualClock, condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition() && waited < 10_000; waited += 25) await clock.advance(25);
}

describe('a session with references', () => {
  // Messages have two bytes: reference and mark.
  const protocol: Protocol<{ reference: number; mark: number }, never> = {
    encode: (message) => [message],
    decode: (bytes) => [{ kind: 'reply', reply: { reference: bytes[0] ?? 0, mark: bytes[1] ?? 0 } }],
    reset: () => undefined,
    isAnswer: (request, reply) => request[0] === reply.reference,
    probe: (reference) => Uint8Array.of(reference, PROBE),
  };
  /** Late replies come seconds after the request was abandoned, during several later requests. */
  const aBehaviour: fc.Arbitrary<Behaviour> = fc.oneof(
    { weight: 4, arbitrary: fc.nat(30).map((ms) => [ms]) },
    { weight: 2, arbitrary: fc.nat(6_000).map((ms) => [ms]) },
    { weight: 2, arbitrary: fc.array(fc.nat(3_000), { minLength: 2, maxLength: 3 }) },
    { weight: 2, arbitrary: fc.constant([]) },
  );

  it('never takes a late or repeated reply for the answer to another request, and resends only repeatable requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aQuestion, { minLength: 1, maxLength: 20 }),
        fc.array(aBehaviour, { minLength: 1, maxLength: 60 }),
        async (questions, behaviours) => {
          const [link, clock] = [new MemoryLink(), new ManualClock()];
          const session = new Session(link, protocol, { clock });
          const heard: Heard[] = [];
          let open = 0;
          let mostAtOnce = 0;
          let received = 0;
          link.onWrite = (bytes) => {
            heard.push({ mark: bytes[1] ?? 0, at: clock.now() });
            const reply = bytes.slice();
            for (const ms of behaviours[received++ % behaviours.length] ?? []) clock.after(ms, () => link.feed(reply));
          };
          const ends: (End | undefined)[] = questions.map(() => undefined);
          for (const [mark, { afterMs, timeoutMs, isRepeatable, isUrgent }] of questions.entries()) {
            await clock.advance(afterMs);
            const asked = session.request(
              (reference) => {
                open += 1;
                mostAtOnce = Math.max(mostAtOnce, open);
                return Uint8Array.of(reference, mark);
              },
              { timeoutMs, isRepeatable, isUrgent, onReply: () => undefined },
            );
            void ended(mark, asked).then((end) => {
              ends[mark] = end;
            });
          }
          // Each request waits at most twice for its reply, a quiet line and a probe.
          const { drainMs, probeMs } = defaultSessionTimes;
          await clock.advance(questions.length * 2 * (1_000 + drainMs + probeMs) + 7_000);
          checkEnds(ends, questions, heard);
          expect(clock.pending).toBe(0);
          await session.close();
        },
      ),
      RUNS,
    );
  }, 180_000);

  it('runs one exchange at a time, and writes nothing between a request and its end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(40), { minLength: 2, maxLength: 12 }), async (delays) => {
        const [link, clock] = [new MemoryLink(), new ManualClock()];
        const session = new Session(link, protocol, { clock });
        let underWay = 0;
        link.onWrite = (bytes) => {
          underWay += 1;
          expect(underWay).toBe(1);
          clock.after(delays[bytes[1] ?? 0] ?? 0, () => {
            underWay -= 1;
            link.feed(bytes.slice());
          });
        };
        const all = delays.map((_, mark) =>
          ended(
            mark,
            session.request((reference) => Uint8Array.of(reference, mark)),
          ),
        );
        await clock.advance(delays.length * 50);
        for (const [mark, end] of (await Promise.all(all)).entries()) {
          expect(end).toEqual({ mark, code: 'answered', answeredAs: mark });
        }
        await session.close();
      }),
      RUNS,
    );
  }, 180_000);

  it('separates the reports of an abandoned message from those of the next message', async () => {
    const [link, clock] = [new MemoryLink('hid'), new ManualClock()];
    const reports: Protocol<{ reference: number; mark: number }, never> = {
      ...protocol,
      encode: (message) => [0, 1, 2].map((part) => Uint8Array.of(message[1] ?? 0, part)),
    };
    // Each report takes 400 ms: the first message is still being sent when its time has elapsed.
    const written: string[] = [];
    link.write = (bytes) =>
      new Promise((resolve) => {
        clock.after(400, () => {
          written.push(`${bytes[0]}.${bytes[1]}`);
          resolve();
        });
      });
    const session = new Session(link, reports, { clock });
    const first = ended(
      1,
      session.request((reference) => Uint8Array.of(reference, 1), { timeoutMs: 500 }),
    );
    const second = ended(
      2,
      session.request((reference) => Uint8Array.of(reference, 2), { timeoutMs: 500 }),
    );
    await clock.advance(10_000);
    expect((await first).code).toBe('TERM_SILENT');
    expect((await second).code).toBe('TERM_SILENT');
    expect(written).toEqual(['1.0', '1.1', '1.2', `${PROBE}.0`, `${PROBE}.1`, `${PROBE}.2`]);
    await session.close();
  });

  it('applies a late "too long" neither to the probe nor to the next request', async () => {
    const [link, clock] = [new MemoryLink(), new ManualClock()];
    const session = new Session<{ reference: number; mark: number }, never>(
      link,
      {
        ...protocol,
        decode: (bytes) =>
          bytes[0] === 0 ? [{ kind: 'too-long', largestBytes: 128 }] : protocol.decode(bytes).slice(),
      },
      { clock },
    );
    const first = ended(
      1,
      session.request((reference) => Uint8Array.of(reference, 1), { timeoutMs: 100 }),
    );
    await clock.advance(100);
    expect((await first).code).toBe('TERM_SILENT');
    const second = ended(
      2,
      session.request((reference) => Uint8Array.of(reference, 2)),
    );
    link.feed(Uint8Array.of(0));
    await clock.advance(60);
    expect(link.written.at(-1)?.[1]).toBe(PROBE);
    link.feed(Uint8Array.of(0));
    link.feed(link.written.at(-1)?.slice() ?? new Uint8Array());
    await settle();
    link.feed(link.written.at(-1)?.slice() ?? new Uint8Array());
    expect(await second).toEqual({ mark: 2, code: 'answered', answeredAs: 2 });
    await session.close();
  });
});

describe('a session without references', () => {
  // Messages have three bytes: code, mark and step (0 final, 1 taken).
  interface Reply {
    readonly code: number;
    readonly mark: number;
    readonly isTaken: boolean;
  }
  const PROBE_CODE = 0x18;
  const LONG_RUNNING_CODE = 0x02;
  const protocol: LongRunningProtocol<Reply, never> = {
    encode: (command) => [command],
    decode: (bytes) => [
      { kind: 'reply', reply: { code: bytes[0] ?? 0, mark: bytes[1] ?? 0, isTaken: bytes[2] === 1 } },
    ],
    flush: () => [],
    heldBytes: 0,
    codeOf: (command) => command[0] ?? 0,
    codeOfReply: (reply) => reply.code,
    stepOf: (reply) => (reply.isTaken ? 'taken' : 'final'),
    asNote: () => undefined,
    probe: Uint8Array.of(PROBE_CODE, PROBE, 0),
  };
  const { lateMs, quietMs, drainMs, probeMs } = defaultLongRunningTimes;

  /**
   * Guarantees of such a terminal: a reply comes within `lateMs` after its request was abandoned, and its second copy
   * comes before the line has become quiet. The time is a share of the timeout, so that replies are often late.
   */
  interface Share {
    readonly first: number | null;
    readonly copyAfterMs: number | null;
  }
  const aShare: fc.Arbitrary<Share> = fc.record({
    first: fc.oneof(
      { weight: 4, arbitrary: fc.double({ min: 0, max: 0.9, noNaN: true }) },
      { weight: 3, arbitrary: fc.double({ min: 1.01, max: 2, noNaN: true }) },
      { weight: 2, arbitrary: fc.constant(null) },
    ),
    copyAfterMs: fc.option(fc.nat(quietMs - 1), { freq: 3 }),
  });
  /** Below 1, a share of the timeout; above 1, a share of lateMs after it. */
  const momentOf = (share: number, timeoutMs: number): number =>
    share < 1 ? share * timeoutMs : timeoutMs + (share - 1) * (lateMs - quietMs - 1);

  it('never takes a late or repeated reply for the answer to another request, and resends only repeatable requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aQuestion, { minLength: 1, maxLength: 16 }),
        fc.array(aShare, { minLength: 1, maxLength: 60 }),
        async (questions, shares) => {
          const [link, clock] = [new MemoryLink(), new ManualClock()];
          const session = new LongRunningSession(link, protocol, { clock });
          const heard: Heard[] = [];
          let received = 0;
          link.onWrite = (bytes) => {
            const mark = bytes[1] ?? 0;
            heard.push({ mark, at: clock.now() });
            const share = shares[received++ % shares.length];
            if (!share || share.first === null) return;
            const moment = momentOf(share.first, questions[mark]?.timeoutMs ?? probeMs);
            clock.after(moment, () => link.feed(bytes.slice()));
            if (share.copyAfterMs !== null) clock.after(moment + share.copyAfterMs, () => link.feed(bytes.slice()));
          };
          const ends: (End | undefined)[] = questions.map(() => undefined);
          for (const [mark, { afterMs, timeoutMs, isRepeatable, isUrgent, kind }] of questions.entries()) {
            await clock.advance(afterMs);
            const asked = session.request(Uint8Array.of(0x29 + kind, mark, 0), { timeoutMs, isRepeatable, isUrgent });
            void ended(mark, asked).then((end) => {
              ends[mark] = end;
            });
          }
          await clock.advance(questions.length * 2 * (1_000 + drainMs + probeMs + lateMs) + 10_000);
          checkEnds(ends, questions, heard);
          expect(clock.pending).toBe(0);
          await session.close();
        },
      ),
      RUNS,
    );
  }, 180_000);

  it('never takes the answer of an abandoned command for that of the next command', async () => {
    const aCommand = fc.record({
      /** Time until the terminal confirms the command, and then until the answer. */
      takenMs: fc.nat(80),
      finalMs: fc.integer({ min: 1, max: 3_000 }),
      copyAfterMs: fc.option(fc.nat(quietMs - 1)),
      /** Time after the confirmation when the command is abandoned, or null if it is not abandoned. */
      abandonMs: fc.option(fc.nat(2_500)),
      pauseMs: fc.nat(300),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(aCommand, { minLength: 2, maxLength: 6 }), async (commands) => {
        const [link, clock] = [new MemoryLink(), new ManualClock()];
        const session = new LongRunningSession(link, protocol, { clock });
        const finals: { of: number; got: number }[] = [];
        const callOffs = new Map<number, () => void>();
        const answerIn = (mark: number, ms: number): void => {
          callOffs.set(
            mark,
            clock.after(ms, () => {
              callOffs.delete(mark);
              link.feed(Uint8Array.of(LONG_RUNNING_CODE, mark, 0));
              const copy = commands[mark]?.copyAfterMs ?? null;
              if (copy !== null) clock.after(copy, () => link.feed(Uint8Array.of(LONG_RUNNING_CODE, mark, 0)));
            }),
          );
        };
        link.onWrite = (bytes) => {
          const mark = bytes[1] ?? 0;
          const command = commands[mark];
          if (bytes[0] !== LONG_RUNNING_CODE || !command) return;
          clock.after(command.takenMs, () => link.feed(Uint8Array.of(LONG_RUNNING_CODE, mark, 1)));
          answerIn(mark, command.takenMs + command.finalMs);
        };
        for (const [mark, { abandonMs, pauseMs }] of commands.entries()) {
          let isOver = false;
          const starting = session.startCommand(Uint8Array.of(LONG_RUNNING_CODE, mark, 0), {
            takenMs: 1_000,
            confirmsCommands: true,
            isCurrent: () => true,
            onTaken: () => undefined,
            onProgress: () => undefined,
            onFinal: (reply) => {
              isOver = true;
              finals.push({ of: mark, got: reply.mark });
            },
          });
          let started: string | undefined;
          starting.then(
            ({ kind }) => (started = kind),
            (error: unknown) => (started = String(error)),
          );
          await advanceUntil(clock, () => started !== undefined);
          expect(started).toBe('running');
          // While a command runs, no request is sent that would cancel it.
          if (session.isCommandRunning) {
            const other = ended(mark, session.request(Uint8Array.of(0x29, mark, 0)));
            await settle();
            expect((await other).code).toBe('TERM_BUSY');
          }
          if (abandonMs === null) {
            await advanceUntil(clock, () => isOver);
            expect(isOver).toBe(true);
          } else {
            await clock.advance(abandonMs);
            session.abandonCommand();
            // The remaining replies come within the guaranteed time.
            const cancelTimer = callOffs.get(mark);
            if (cancelTimer) {
              cancelTimer();
              answerIn(mark, 1 + (abandonMs % (lateMs - quietMs - 2)));
            }
          }
          await clock.advance(pauseMs);
        }
        await clock.advance(20_000);
        for (const { of, got } of finals) expect(got).toBe(of);
        expect(new Set(finals.map(({ of }) => of)).size).toBe(finals.length);
        commands.forEach(({ abandonMs }, mark) => {
          if (abandonMs === null) expect(finals.map(({ of }) => of)).toContain(mark);
        });
        expect(clock.pending).toBe(0);
        await session.close();
      }),
      RUNS,
    );
  }, 180_000);
});
