/**
 * Places where a host can be killed: every step of the payment engine towards disk, screen, terminal and platform,
 * observed around its ports. An armed boundary ends this process with SIGKILL, within the call.
 *
 *   event ─► [before-record] record [after-record] ─► [before-journal] append [after-journal] ─► publish [after-publish]
 *         ─► [before-effect] first effect ─► [before-effect] second effect …      [in-flight] the other side has it, no answer
 */
import { spawn } from 'node:child_process';
import type { EnginePorts } from '../../../electron/host/index.ts';

export type Place =
  | 'before-record'
  | 'after-record'
  | 'before-journal'
  | 'after-journal'
  | 'after-publish'
  | 'before-effect'
  | 'in-flight';

/** Receives each boundary of the watched attempt, e.g. `authorization/after-journal` or `found/before-journal#2`. */
export type BoundaryListener = (name: string) => void;

/** Time after which a platform call counts as in flight. Loopback answers within a few milliseconds. */
const IN_FLIGHT_MS = 60;

export interface KillPoints {
  /**
   * Counts the boundaries of one attempt from now on, from zero. `killAt` is the boundary that ends this process; null
   * only reports them. `attempt` null watches any attempt.
   */
  watch(attempt: string | null, killAt: string | null, pauseMs?: number): void;
  around(ports: EnginePorts): EnginePorts;
  /** Number of platform calls without an answer yet. */
  readonly inFlight: number;
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  // The signal takes effect at once. If the kernel needs a moment, this thread waits here until then.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}

/** Stops this process as under a laptop's lid: timers and reads stop, while everything else continues. */
function standStill(ms: number): void {
  spawn('sh', ['-c', `sleep ${ms / 1000}; kill -CONT ${process.pid}`], { detached: true, stdio: 'ignore' });
  process.kill(process.pid, 'SIGSTOP');
}

export function createKillPoints(report: BoundaryListener): KillPoints {
  let watched: {
    attempt: string | null;
    killAt: string | null;
    pauseMs: number | undefined;
    counts: Map<string, number>;
  } | null = null;
  let inFlight = 0;
  /** Attempt whose entry was appended in this turn: its effects follow at once, and anything later is not its own. */
  let current: string | null = null;

  function pass(attempt: string | null, step: string, place: Place): void {
    if (!watched || attempt === null) return;
    if (watched.attempt !== null && watched.attempt !== attempt) return;
    const base = `${step}/${place}`;
    const nth = (watched.counts.get(base) ?? 0) + 1;
    watched.counts.set(base, nth);
    const name = nth === 1 ? base : `${base}#${nth}`;
    if (name === watched.killAt && watched.pauseMs === undefined) die();
    report(name);
    if (name === watched.killAt) standStill(watched.pauseMs ?? 0);
  }

  function around({ journal, terminals, platform, devices, publish }: EnginePorts): EnginePorts {
    let appended: string | null = null;

    /**
     * Wraps a platform call: counts its boundary and the calls in progress, and reports when the call is certainly on
     * its way.
     */
    async function call<Answer>(step: string, attempt: string | null, task: () => Promise<Answer>): Promise<Answer> {
      pass(attempt, step, 'before-effect');
      inFlight += 1;
      const timer = setTimeout(() => pass(attempt, step, 'in-flight'), IN_FLIGHT_MS);
      try {
        return await task();
      } finally {
        clearTimeout(timer);
        inFlight -= 1;
      }
    }

    /** A message to a terminal is on the cable a turn later. */
    function onItsWay(attempt: string, step: string, said: Promise<void>): Promise<void> {
      setImmediate(() => pass(attempt, step, 'in-flight'));
      return said;
    }

    const append = journal.append.bind(journal);
    journal.append = (row, entry, mayBeLost) => {
      pass(row.id, entry.type, 'before-journal');
      append(row, entry, mayBeLost);
      current = row.id;
      queueMicrotask(() => (current = null));
      pass(row.id, entry.type, 'after-journal');
      appended = entry.type;
    };
    const { recoveryLog } = journal;
    const appendRecord = recoveryLog.append.bind(recoveryLog);
    recoveryLog.append = (record) => {
      pass(record.attempt, record.what, 'before-record');
      appendRecord(record);
      pass(record.attempt, record.what, 'after-record');
    };

    return {
      journal,
      devices,
      publish(view) {
        publish(view);
        // Prompts are published without an entry, so they are no boundary.
        if (appended !== null && current === view.id) pass(view.id, appended, 'after-publish');
        appended = null;
      },
      terminals: {
        describe: (terminal) => terminals.describe(terminal),
        start(terminal, request, listener) {
          pass(request.attempt, 'start-terminal', 'before-effect');
          return onItsWay(request.attempt, 'start-terminal', terminals.start(terminal, request, listener));
        },
        giveUpStart: (terminal, attempt) => terminals.giveUpStart(terminal, attempt),
        respond(terminal, attempt, answer) {
          const step = answer.isApproved ? 'respond-approved' : 'respond-declined';
          pass(attempt, step, 'before-effect');
          return onItsWay(attempt, step, terminals.respond(terminal, attempt, answer));
        },
        cancel(terminal, attempt) {
          pass(attempt, 'cancel-terminal', 'before-effect');
          return terminals.cancel(terminal, attempt);
        },
        choose: (terminal, attempt, index) => terminals.choose(terminal, attempt, index),
      },
      platform: {
        authorize: (request) => call('authorize', request.attempt, () => platform.authorize(request)),
        findPayment: (by) => call('find-payment', current, () => platform.findPayment(by)),
        capture: (request) => call('capture', request.attempt, () => platform.capture(request)),
        void: (request) => call('void', current, () => platform.void(request)),
        findTransfer: (id) => call('find-transfer', current, () => platform.findTransfer(id)),
        cancelOnDevice: (request) => call('cancel-device', current, () => platform.cancelOnDevice(request)),
        reverse: (request) => call('reverse', request.attempt, () => platform.reverse(request)),
        findReversal: (by) => call('find-reversal', current, () => platform.findReversal(by)),
      },
    };
  }

  return {
    watch(attempt, killAt, pauseMs) {
      watched = { attempt, killAt, pauseMs, counts: new Map() };
    },
    around,
    get inFlight() {
      return inFlight;
    },
  };
}
