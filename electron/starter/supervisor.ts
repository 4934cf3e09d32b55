import { TillError, type Failure } from '../contract/index.ts';
import type { ElapsedClock } from '../domain/index.ts';
import { lineReader, type ProcessExit, type ProcessName, type StartedProcess } from '../config/index.ts';
import { decideRestart } from './restart-policy.ts';

/** The supervised process and its readiness. `R` is the message of a ready process. */
export interface Supervision<R> {
  readonly name: ProcessName;
  /** Starts the process. @param last message of the previous run, so that a restart can request the same ports */
  start(last: R | null): StartedProcess;
  /**
   * Watches one run: calls `ready` once, or `fail` when the process reports why it cannot start. Other messages are
   * ignored here.
   */
  watch(child: StartedProcess, ready: (message: R) => void, fail: (failure: Failure) => void): void;
  /** Asks the process to end by itself. */
  askToStop(child: StartedProcess): void;
  /**
   * True for a failure that may pass, or that a user should read on the screen: then the first start is retried too.
   */
  waitsOut?(failure: Failure): boolean;
  /** A process that is not ready within this time is killed, milliseconds. */
  readonly readyWithinMs: number;
  /** Time from askToStop to SIGKILL, milliseconds. */
  readonly stopWithinMs: number;
}

export interface SupervisorEvents<R> {
  onUp(message: R): void;
  /**
   * `retryInMs` is the time until the next start, `failure` the reason from the process, and `isMeant` is true if the
   * supervisor ended it.
   */
  onDown(end: { exit: ProcessExit; failure: Failure | null; retryInMs: number; isMeant: boolean }): void;
  /** A line of standard error of the process, and of its output once it is ready. */
  onLine(line: string): void;
}

interface ProcessRun {
  readonly child: StartedProcess;
  readonly ended: Promise<void>;
  failure: Failure | null;
  isReady: boolean;
  hasEnded: boolean;
  cancelDeadline: () => void;
  /** Last lines of standard error, for the message of a failed start. */
  readonly tail: string[];
}

const TAIL_LINES = 20;

/** Lines that Node prints after an uncaught error; the line with the error is more useful. */
const NOISE = /^(Node\.js v|\s*at |$)/;

/**
 * Keeps one process running: starts it, waits until it is ready, restarts it after a crash, and ends it on stop. A
 * failure of the first start is final and reported by `start()`, because a process that has never worked would fail
 * again. Failures for which `waitsOut` is true are retried like later crashes.
 */
export class Supervisor<R> {
  readonly #supervision: Supervision<R>;
  readonly #events: SupervisorEvents<R>;
  readonly #clock: ElapsedClock;
  #run: ProcessRun | null = null;
  #message: R | null = null;
  #deaths: readonly number[] = [];
  #cancelRestart: () => void = () => {};
  #stopping: Promise<void> | null = null;
  /** Number of callers that have suspended the process. */
  #suspended = 0;
  /** Set first, because a process may exit while the supervisor is still stopping it. */
  #isStopping = false;
  #first: { resolve: (message: R) => void; reject: (error: TillError) => void } | null = null;

  constructor(supervision: Supervision<R>, events: SupervisorEvents<R>, clock: ElapsedClock) {
    this.#supervision = supervision;
    this.#events = events;
    this.#clock = clock;
  }

  /** The running process, while it is ready. */
  get readyChild(): StartedProcess | null {
    return this.#run?.isReady ? this.#run.child : null;
  }

  /**
   * First start. Resolves with the message of the ready process.
   * @throws TillError the failure that the process reported, HOST_STOPPING when stop() was called during the start,
   * HOST_INTERNAL otherwise
   */
  start(): Promise<R> {
    if (this.#isStopping) return Promise.reject(new TillError('HOST_STOPPING', 'Stopped before it started'));
    return new Promise<R>((resolve, reject) => {
      this.#first = { resolve, reject };
      this.#begin();
    });
  }

  /** Restarts the process at once for a new configuration. This does not count as a crash. */
  async restart(): Promise<void> {
    await this.suspend();
    this.resume();
  }

  /** Ends the process until `resume`. This does not count as a crash. */
  async suspend(): Promise<void> {
    this.#suspended += 1;
    this.#cancelRestart();
    if (this.#run && !this.#isStopping) await this.#end(this.#run);
  }

  resume(): void {
    this.#suspended -= 1;
    if (this.#suspended === 0 && !this.#run && !this.#isStopping) this.#begin();
  }

  /** Ends the process: asks, waits for a limited time, kills. It is not started again. Idempotent. */
  stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopping ??= (async () => {
      this.#cancelRestart();
      this.#first?.reject(new TillError('HOST_STOPPING', `Stopped while the ${this.#supervision.name} was starting`));
      this.#first = null;
      if (this.#run) await this.#end(this.#run);
    })();
    return this.#stopping;
  }

  async #end(run: ProcessRun): Promise<void> {
    run.cancelDeadline();
    if (run.hasEnded) return;
    this.#supervision.askToStop(run.child);
    const cancelKill = this.#clock.after(this.#supervision.stopWithinMs, () => run.child.kill('SIGKILL'));
    await run.ended;
    cancelKill();
  }

  #begin(): void {
    const { name, readyWithinMs } = this.#supervision;
    const child = this.#supervision.start(this.#message);
    const { promise: ended, resolve: markEnded } = Promise.withResolvers<void>();
    const run: ProcessRun = {
      child,
      ended,
      failure: null,
      isReady: false,
      hasEnded: false,
      cancelDeadline: () => {},
      tail: [],
    };
    this.#run = run;
    run.cancelDeadline = this.#clock.after(readyWithinMs, () => {
      run.failure ??= {
        code: 'HOST_INTERNAL',
        message: `The ${name} was not ready within ${Math.round(readyWithinMs / 1000)} s`,
      };
      child.kill('SIGKILL');
    });
    child.onStderr(
      lineReader((line) => {
        if (!NOISE.test(line)) run.tail.push(line.slice(0, 300));
        if (run.tail.length > TAIL_LINES) run.tail.shift();
        this.#events.onLine(line);
      }),
    );
    this.#supervision.watch(
      child,
      (message) => this.#becameReady(run, message),
      (failure) => {
        run.failure ??= failure;
      },
    );
    child.onExit((exit) => {
      if (run.hasEnded) return;
      run.hasEnded = true;
      run.cancelDeadline();
      markEnded();
      this.#ended(run, exit);
    });
  }

  #becameReady(run: ProcessRun, message: R): void {
    if (run.hasEnded || run.isReady || this.#run !== run) return;
    run.cancelDeadline();
    run.isReady = true;
    if (this.#isStopping) return;
    this.#message = message;
    const first = this.#first;
    this.#first = null;
    this.#events.onUp(message);
    first?.resolve(message);
  }

  #ended(run: ProcessRun, exit: ProcessExit): void {
    this.#run = null;
    if (this.#isStopping) return;
    if (this.#suspended > 0) return this.#events.onDown({ exit, failure: null, retryInMs: 0, isMeant: true });
    const { name } = this.#supervision;
    const isWaitedOut = run.failure !== null && (this.#supervision.waitsOut?.(run.failure) ?? false);
    if (this.#first && !isWaitedOut) {
      const how = exit.signal ?? (exit.code === null ? 'it could not be started' : `exit code ${exit.code}`);
      const failure = run.failure;
      const why = run.tail.findLast((line) => /Error\b/.test(line)) ?? run.tail.at(-1);
      this.#first.reject(
        failure
          ? TillError.of(failure)
          : new TillError('HOST_INTERNAL', `The ${name} ended while starting: ${how}${why ? ` (${why})` : ''}`),
      );
      this.#first = null;
      return;
    }
    const { delayMs, deaths } = decideRestart(this.#deaths, this.#clock.monotonic());
    this.#deaths = deaths;
    this.#events.onDown({ exit, failure: run.failure, retryInMs: delayMs, isMeant: false });
    // An event listener may have called stop().
    if (this.#isStopping) return;
    if (delayMs === 0) this.#begin();
    else this.#cancelRestart = this.#clock.after(delayMs, () => this.#begin());
  }
}
