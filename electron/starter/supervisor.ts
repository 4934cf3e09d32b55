import { TillError, type Failure } from '../contract/index.ts';
import type { Clock } from '../domain/index.ts';
import { lineReader, type ProcessExit, type ProcessName, type StartedProcess } from '../config/index.ts';
import { decideRestart } from './restart-policy.ts';

/** What the supervised process is and how it says that it is ready. `R` is what it says then. */
export interface Supervision<R> {
  readonly name: ProcessName;
  /** Starts one life; `last` is what the life before said, so that a restart can ask for the same ports. */
  start(last: R | null): StartedProcess;
  /**
   * Watches one life for its readiness: calls `ready` once, or `fail` when the process itself says why it cannot.
   * Anything else it may say is its own affair.
   */
  watch(child: StartedProcess, ready: (said: R) => void, fail: (failure: Failure) => void): void;
  /** Asks this life to end by itself. */
  askToStop(child: StartedProcess): void;
  /** True for a reason that may pass, or that somebody should read on a screen: then the first start is tried on too. */
  waitsOut?(failure: Failure): boolean;
  /** A life that is not ready in this many milliseconds is killed. */
  readonly readyWithinMs: number;
  /** After askToStop, this many milliseconds until SIGKILL. */
  readonly stopWithinMs: number;
}

export interface SupervisorEvents<R> {
  onUp(said: R): void;
  /** `retryInMs` is when the next life starts; `failure` is what the process said about its end, if anything; `isMeant`: we ended it ourselves. */
  onDown(end: { exit: ProcessExit; failure: Failure | null; retryInMs: number; isMeant: boolean }): void;
  /** One line of the process's standard error (and of its output after it is ready). */
  onLine(line: string): void;
}

interface Life {
  readonly child: StartedProcess;
  readonly ended: Promise<void>;
  failure: Failure | null;
  isReady: boolean;
  hasEnded: boolean;
  cancelDeadline: () => void;
  /** The last lines of standard error, for the message of a failed start. */
  readonly tail: string[];
}

const TAIL_LINES = 20;

/** Node writes these when it exits on an uncaught error; the line with the error tells more. */
const NOISE = /^(Node\.js v|\s*at |$)/;

/**
 * Keeps one process alive: starts it, waits until it is ready, starts it again when it dies, and ends it on stop.
 * The first start is different: its failure is reported by `start()` and nothing is retried, since a process that
 * never worked will not work the second time. Except for what `waitsOut` names: that goes the way of later deaths.
 */
export class Supervisor<R> {
  readonly #supervision: Supervision<R>;
  readonly #events: SupervisorEvents<R>;
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  #life: Life | null = null;
  #said: R | null = null;
  #deaths: readonly number[] = [];
  #cancelRestart: () => void = () => {};
  #stopping: Promise<void> | null = null;
  /** How many keep the next life from starting. */
  #suspended = 0;
  /** Set before anything is asked to stop: a process may end while it is being asked. */
  #isStopping = false;
  #first: { resolve: (said: R) => void; reject: (error: TillError) => void } | null = null;

  constructor(supervision: Supervision<R>, events: SupervisorEvents<R>, clock: Pick<Clock, 'monotonic' | 'after'>) {
    this.#supervision = supervision;
    this.#events = events;
    this.#clock = clock;
  }

  /** The running process, while it is ready. */
  get readyChild(): StartedProcess | null {
    return this.#life?.isReady ? this.#life.child : null;
  }

  /**
   * First start. Resolves with what the process said when ready.
   * @throws TillError what the process said, HOST_STOPPING when stop() came in between, HOST_INTERNAL otherwise
   */
  start(): Promise<R> {
    if (this.#isStopping) return Promise.reject(new TillError('HOST_STOPPING', 'Stopped before it started'));
    return new Promise<R>((resolve, reject) => {
      this.#first = { resolve, reject };
      this.#begin();
    });
  }

  /** Ends this life, which counts as no death; the next one starts at once. For when its configuration is out of date. */
  async restart(): Promise<void> {
    await this.suspend();
    this.resume();
  }

  /** Ends this life, which counts as no death; the next one starts with `resume`. */
  async suspend(): Promise<void> {
    this.#suspended += 1;
    this.#cancelRestart();
    if (this.#life && !this.#isStopping) await this.#end(this.#life);
  }

  resume(): void {
    this.#suspended -= 1;
    if (this.#suspended === 0 && !this.#life && !this.#isStopping) this.#begin();
  }

  /** Ends the process: asks, waits a bounded time, kills. Nothing is started afterwards. Idempotent. */
  stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopping ??= (async () => {
      this.#cancelRestart();
      this.#first?.reject(new TillError('HOST_STOPPING', `Stopped while the ${this.#supervision.name} was starting`));
      this.#first = null;
      if (this.#life) await this.#end(this.#life);
    })();
    return this.#stopping;
  }

  async #end(life: Life): Promise<void> {
    life.cancelDeadline();
    if (life.hasEnded) return;
    this.#supervision.askToStop(life.child);
    const cancelKill = this.#clock.after(this.#supervision.stopWithinMs, () => life.child.kill('SIGKILL'));
    await life.ended;
    cancelKill();
  }

  #begin(): void {
    const { name, readyWithinMs } = this.#supervision;
    const child = this.#supervision.start(this.#said);
    const { promise: ended, resolve: markEnded } = Promise.withResolvers<void>();
    const life: Life = {
      child,
      ended,
      failure: null,
      isReady: false,
      hasEnded: false,
      cancelDeadline: () => {},
      tail: [],
    };
    this.#life = life;
    life.cancelDeadline = this.#clock.after(readyWithinMs, () => {
      life.failure ??= {
        code: 'HOST_INTERNAL',
        message: `The ${name} was not ready within ${Math.round(readyWithinMs / 1000)} s`,
      };
      child.kill('SIGKILL');
    });
    child.onStderr(
      lineReader((line) => {
        if (!NOISE.test(line)) life.tail.push(line.slice(0, 300));
        if (life.tail.length > TAIL_LINES) life.tail.shift();
        this.#events.onLine(line);
      }),
    );
    this.#supervision.watch(
      child,
      (said) => this.#becameReady(life, said),
      (failure) => {
        life.failure ??= failure;
      },
    );
    child.onExit((exit) => {
      if (life.hasEnded) return;
      life.hasEnded = true;
      life.cancelDeadline();
      markEnded();
      this.#ended(life, exit);
    });
  }

  #becameReady(life: Life, said: R): void {
    if (life.hasEnded || life.isReady || this.#life !== life) return;
    life.cancelDeadline();
    life.isReady = true;
    if (this.#isStopping) return;
    this.#said = said;
    const first = this.#first;
    this.#first = null;
    this.#events.onUp(said);
    first?.resolve(said);
  }

  #ended(life: Life, exit: ProcessExit): void {
    this.#life = null;
    if (this.#isStopping) return;
    if (this.#suspended > 0) return this.#events.onDown({ exit, failure: null, retryInMs: 0, isMeant: true });
    const { name } = this.#supervision;
    const isWaitedOut = life.failure !== null && (this.#supervision.waitsOut?.(life.failure) ?? false);
    if (this.#first && !isWaitedOut) {
      const how = exit.signal ?? (exit.code === null ? 'it could not be started' : `exit code ${exit.code}`);
      const failure = life.failure;
      const why = life.tail.findLast((line) => /Error\b/.test(line)) ?? life.tail.at(-1);
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
    this.#events.onDown({ exit, failure: life.failure, retryInMs: delayMs, isMeant: false });
    // An event listener may have called stop().
    if (this.#isStopping) return;
    if (delayMs === 0) this.#begin();
    else this.#cancelRestart = this.#clock.after(delayMs, () => this.#begin());
  }
}
