import {
  TillError,
  toFailure,
  type Failure,
  type FailureCode,
  type KeptSignIn,
  type Scope,
  type UpdateView,
} from '../contract/index.ts';
import {
  fromHostSchema,
  sandboxLineSchema,
  simulatorLineSchema,
  type FromHost,
  type OpenPayment,
  type SandboxLine,
  type SecretAsk,
  type SimulatorLine,
  type ToHost,
} from './protocol.ts';
import { watchFirstLine } from './first-line.ts';
import { hostConfig, type StackOptions } from './host-config.ts';
import { HostPulse } from './host-pulse.ts';
import { systemClock, type ElapsedClock } from '../domain/index.ts';
import {
  lineReader,
  type Fork,
  type ProcessExit,
  type ProcessName,
  type StartedProcess,
  migrateTraining,
  recordsDirOf,
  SettingsFile,
  needsStart,
  type Settings,
  type Passwords,
  type SecretKeeper,
} from '../config/index.ts';
import { answerSecretAsk } from './secret-channel.ts';
import { Supervisor } from './supervisor.ts';

/** Absolute paths of the entry modules of the processes. */
export interface StackEntries {
  readonly host: string;
  readonly sandbox: string;
  readonly simulator: string;
}

export interface StackDeps {
  readonly fork: Fork;
  readonly entries: StackEntries;
  readonly clock?: ElapsedClock;
  /**
   * Reads the settings again after the host reports a change. Without it, settings stay in use until the next start.
   */
  readonly readSettings?: () => Promise<Settings>;
  /** Store of the platform's password, which the host needs to store a password. */
  readonly secrets?: SecretKeeper;
  /** Called for each event of the processes, in order. */
  readonly onEvent?: (event: StackEvent) => void;
}

/** A run of the host that is ready. */
interface HostRun {
  /** Address of the host's local socket; empty without a host. */
  readonly socket: string;
  /** Identifies this run of the host, also in its snapshots. */
  readonly epoch: string;
}

export type StackEvent =
  | { readonly type: 'host-up'; readonly run: HostRun }
  | {
      readonly type: 'host-down';
      readonly exit: ProcessExit;
      readonly failure: Failure | null;
      readonly retryInMs: number;
      /** True for a restart for new settings, or for another sandbox or practice terminal. */
      readonly isMeant: boolean;
    }
  | { readonly type: 'helper-up'; readonly name: 'sandbox' | 'simulator' }
  | {
      readonly type: 'helper-down';
      readonly name: 'sandbox' | 'simulator';
      readonly failure: Failure | null;
      readonly retryInMs: number;
    }
  /** Changed settings cannot be used: the previous settings stay in use. */
  | { readonly type: 'settings-refused'; readonly failure: Failure }
  /** A user requests the update that is ready. */
  | { readonly type: 'update-now' }
  | { readonly type: 'line'; readonly name: ProcessName; readonly line: string };

/** A running (or starting) stack. */
export interface Stack {
  /**
   * Resolves with the first run of the host when all processes are ready. Rejects with a TillError after the stack has
   * stopped. While the journal cannot be used the promise stays pending, and each attempt is a `host-down` with its
   * failure; in training, a folder that another program uses may cause a `helper-down` with its failure.
   */
  readonly ready: Promise<HostRun>;
  /** Passes a UI connection to the running host (Electron's message ports). False while the host is away. */
  connect(port: unknown, access?: Scope): boolean;
  /** Payments that a stop would leave unfinished, oldest first; empty if no host answers in time. Never rejects. */
  closing(): Promise<readonly OpenPayment[]>;
  /**
   * True if the host reports that no payment runs, is checked or is being reversed; false without an answer. Never
   * rejects.
   */
  isIdle(): Promise<boolean>;
  /** Offers an update in the windows, also after a restart of the host, or null if no update is ready. */
  offerUpdate(update: UpdateView | null): void;
  /** Stops host, simulator and sandbox, in this order, each within a bound. Also while starting. Idempotent. */
  stop(): Promise<void>;
}

/** Maximum time until a process is ready. Generous, because a first start on a small computer compiles and migrates. */
const READY_WITHIN_MS = 30_000;
/** Longer for the host, which closes a running payment in order. */
const HOST_STOP_WITHIN_MS = 10_000;
const HELPER_STOP_WITHIN_MS = 3_000;
/** Interval of attempts to read a password that is not available, milliseconds. */
const PASSWORD_RETRY_MS = 3_000;
/**
 * A silent host must not prevent quitting: the journal has its payments. On a busy computer an answer takes seconds,
 * and quitting without the question would interrupt a running payment.
 */
const CLOSING_WITHIN_MS = 5_000;

/**
 * The host cannot use its journal, or another program uses it. The shell shows the failure, and the host is retried
 * until it starts.
 */
const RECORD_TROUBLE: ReadonlySet<FailureCode> = new Set([
  'JRNL_UNWRITABLE',
  'JRNL_CORRUPT',
  'JRNL_NEWER',
  'JRNL_IN_USE',
]);

/** Answer of a host about its payments before a stop. */
type Closing = Pick<Extract<FromHost, { type: 'closing' }>, 'open' | 'isIdle'>;

/**
 * Starts and supervises the processes of a shell: in training mode the sandbox, the practice terminal and the host,
 * otherwise the host.
 */
export function launchStack(options: StackOptions, deps: StackDeps): Stack {
  return new SupervisedStack(options, deps);
}

class SupervisedStack implements Stack {
  readonly ready: Promise<HostRun>;
  readonly #options: StackOptions;
  readonly #deps: StackDeps;
  readonly #clock: ElapsedClock;
  #settings: Settings;
  #signIns: readonly KeptSignIn[] = [];
  #reloading: Promise<void> = Promise.resolve();
  /** Used in training mode only. */
  #sandbox: Supervisor<SandboxLine>;
  #simulator: Supervisor<SimulatorLine>;
  readonly #host: Supervisor<HostRun>;
  /** Pending requests for the payments that a stop would leave. */
  readonly #closingRequests = new Set<(closing: Closing) => void>();
  #update: UpdateView | null = null;
  /** Reason why changed settings were refused, which each new host must show too. */
  #refused: Failure | null = null;
  #sandboxLine: SandboxLine | null = null;
  #simulatorLine: SimulatorLine | null = null;
  #stopping: Promise<void> | null = null;
  #cancelPasswordRetry: () => void = () => undefined;

  constructor(options: StackOptions, deps: StackDeps) {
    this.#options = options;
    this.#deps = deps;
    this.#clock = deps.clock ?? systemClock;
    this.#settings = options.settings;
    this.#sandbox = this.#sandboxSupervisor();
    this.#simulator = this.#simulatorSupervisor();
    this.#host = this.#hostSupervisor();
    this.ready = this.#start();
    // An unhandled rejection must not end a caller that only stops the stack.
    this.ready.catch(() => {});
  }

  #sandboxSupervisor(): Supervisor<SandboxLine> {
    return this.#helper<SandboxLine>(
      'sandbox',
      (last) => [
        '--json',
        '--data',
        recordsDirOf(this.#options.dataDir, 'training'),
        '--port',
        last ? new URL(last.url).port : '0',
      ],
      (json) => sandboxLineSchema.parse(json),
      (line) => {
        const isChanged = isOther(this.#sandboxLine, line);
        this.#sandboxLine = line;
        // A sandbox that lost its folder has new credentials, which the host needs.
        if (isChanged) void this.#host.restart();
      },
    );
  }

  #simulatorSupervisor(): Supervisor<SimulatorLine> {
    return this.#helper<SimulatorLine>(
      'simulator',
      (last) => [
        '--family',
        'mms',
        '--json',
        '--tcp',
        last ? portOf(last.address) : '0',
        '--control',
        last?.control ? portOf(last.control) : '0',
      ],
      (json) => simulatorLineSchema.parse(json),
      (line) => {
        const isChanged = isOther(this.#simulatorLine, line);
        this.#simulatorLine = line;
        if (isChanged) void this.#host.restart();
      },
    );
  }

  connect(port: unknown, access: Scope = 'till'): boolean {
    return this.#host.readyChild?.send({ type: 'connect', access } satisfies ToHost, [port]) ?? false;
  }

  async closing(): Promise<readonly OpenPayment[]> {
    return (await this.#askClosing()).open;
  }

  async isIdle(): Promise<boolean> {
    return (await this.#askClosing()).isIdle;
  }

  offerUpdate(update: UpdateView | null): void {
    this.#update = update;
    this.#host.readyChild?.send({ type: 'update', update } satisfies ToHost);
  }

  #askClosing(): Promise<Closing> {
    const { promise, resolve } = Promise.withResolvers<Closing>();
    const silent: Closing = { open: [], isIdle: false };
    const cancelTimer = this.#clock.after(CLOSING_WITHIN_MS, () => answer(silent));
    const answer = (closing: Closing): void => {
      cancelTimer();
      this.#closingRequests.delete(answer);
      resolve(closing);
    };
    this.#closingRequests.add(answer);
    if (!this.#host.readyChild?.send({ type: 'closing' } satisfies ToHost)) answer(silent);
    return promise;
  }

  stop(): Promise<void> {
    this.#stopping ??= (async () => {
      this.#cancelPasswordRetry();
      await this.#host.stop();
      await this.#reloading;
      await this.#simulator.stop();
      await this.#sandbox.stop();
    })();
    return this.#stopping;
  }

  async #start(): Promise<HostRun> {
    try {
      migrateTraining(this.#options.dataDir);
      new SettingsFile(this.#options.dataDir).migrate();
      if (this.#settings.mode === 'training') await this.#startHelpers();
      return await this.#host.start();
    } catch (error) {
      await this.stop();
      throw TillError.of(toFailure(error), error);
    }
  }

  async #startHelpers(): Promise<void> {
    // Starts both at once. A failure of one waits for the other, so that stop() finds none half-started.
    const [first, second] = await Promise.allSettled([this.#sandbox.start(), this.#simulator.start()]);
    if (first.status === 'rejected') throw first.reason;
    if (second.status === 'rejected') throw second.reason;
  }

  async #stopHelpers(): Promise<void> {
    await Promise.all([this.#simulator.stop(), this.#sandbox.stop()]);
    this.#sandboxLine = null;
    this.#simulatorLine = null;
    // A stopped supervisor cannot start again.
    this.#sandbox = this.#sandboxSupervisor();
    this.#simulator = this.#simulatorSupervisor();
  }

  /**
   * Reads changed settings, one change at a time. Unusable settings are reported, and the till continues with the
   * previous settings.
   * @param signIns sign-ins of the host that requests a restart, or null for a change of live settings
   */
  #reload(signIns: readonly KeptSignIn[] | null): void {
    const { readSettings } = this.#deps;
    if (readSettings) this.#reloading = this.#reloading.then(() => this.#readAgain(readSettings, signIns));
  }

  async #readAgain(read: () => Promise<Settings>, signIns: readonly KeptSignIn[] | null): Promise<void> {
    if (this.#stopping) return;
    try {
      const next = await read();
      const isOtherwise = needsStart(this.#settings, next);
      if (!isOtherwise) this.#settings = next;
      if (signIns === null) return;
      this.#refused = null;
      if (isOtherwise) await this.#change(read, signIns);
    } catch (error) {
      // The file also has a change that needs a restart, and its request reports the failure.
      if (signIns === null) return;
      this.#refused = toFailure(error);
      this.#showRefused();
      this.#emit({ type: 'settings-refused', failure: this.#refused });
    }
  }

  #showRefused(): void {
    if (this.#refused)
      this.#host.readyChild?.send({ type: 'settings-refused', failure: this.#refused } satisfies ToHost);
  }

  /**
   * Restarts the host, and after a change of the mode also the helpers. If the helpers do not start, the previous
   * settings stay in use.
   */
  async #change(read: () => Promise<Settings>, signIns: readonly KeptSignIn[]): Promise<void> {
    await this.#host.suspend();
    try {
      // Includes changes that were written while the host was ending, which could not request a restart any more.
      const next = await read();
      if (this.#settings.mode !== next.mode) await this.#changeMode(next.mode);
      this.#settings = next;
      this.#signIns = signIns;
    } finally {
      this.#host.resume();
    }
  }

  async #changeMode(mode: Settings['mode']): Promise<void> {
    if (mode !== 'training') return this.#stopHelpers();
    try {
      await this.#startHelpers();
    } catch (error) {
      await this.#stopHelpers();
      throw error;
    }
  }

  /** Answers the host, and stores changed passwords for its next start. */
  async #answerSecret(ask: number, of: SecretAsk): Promise<void> {
    const answer = await answerSecretAsk(this.#deps.secrets, ask, of);
    if (of.verb === 'keep' || of.verb === 'forget' || of.verb === 'worked') await this.#passwordsNow();
    this.#host.readyChild?.send(answer);
  }

  /**
   * Reads the stored passwords. If a password is unavailable, the caller retries: a key store may be unlocked, or
   * answer late.
   */
  async #passwordsNow(): Promise<Passwords | null> {
    const { platform } = this.#settings;
    const found = platform && (await this.#deps.secrets?.passwords(platform).catch(() => null));
    if (!platform || !found) return null;
    const { password: _p, formerPassword: _f, formerWorks: _w, trouble: _t, ...rest } = platform;
    this.#settings = { ...this.#settings, platform: { ...rest, ...found } };
    return found;
  }

  #retryPassword(): void {
    this.#cancelPasswordRetry();
    if (this.#stopping || !this.#settings.platform?.trouble || !this.#deps.secrets) return;
    this.#cancelPasswordRetry = this.#clock.after(PASSWORD_RETRY_MS, () => {
      void this.#passwordsNow().then((passwords) => {
        if (passwords && !passwords.trouble)
          this.#host.readyChild?.send({ type: 'passwords', passwords } satisfies ToHost);
        this.#retryPassword();
      });
    });
  }

  #emit(event: StackEvent): void {
    this.#deps.onEvent?.(event);
  }

  #helper<R>(
    name: 'sandbox' | 'simulator',
    args: (last: R | null) => string[],
    parse: (json: unknown) => R,
    onUp: (line: R) => void,
  ): Supervisor<R> {
    const { fork, entries } = this.#deps;
    return new Supervisor<R>(
      {
        name,
        start: (last) => fork({ name, entry: entries[name], args: args(last) }),
        watch: (child, ready, fail) => watchFirstLine(child, name, parse, ready, fail),
        askToStop: (child) => child.kill('SIGTERM'),
        // A command may use the records of the sandbox.
        waitsOut: ({ code }) => code === 'JRNL_IN_USE',
        readyWithinMs: READY_WITHIN_MS,
        stopWithinMs: HELPER_STOP_WITHIN_MS,
      },
      {
        onUp: (line) => {
          onUp(line);
          this.#emit({ type: 'helper-up', name });
        },
        onDown: ({ failure, retryInMs }) => this.#emit({ type: 'helper-down', name, failure, retryInMs }),
        onLine: (line) => this.#emit({ type: 'line', name, line }),
      },
      this.#clock,
    );
  }

  #hostSupervisor(): Supervisor<HostRun> {
    const { fork, entries } = this.#deps;
    return new Supervisor<HostRun>(
      {
        name: 'host',
        start: () => {
          const child = fork({ name: 'host', entry: entries.host, args: [] });
          const config = hostConfig(
            { ...this.#options, settings: this.#settings },
            this.#sandboxLine,
            this.#simulatorLine,
          );
          if (this.#signIns.length > 0) config.signIns = [...this.#signIns];
          // This applies to one run only: a cashier who signs out in that run stays signed out.
          this.#signIns = [];
          child.send({ type: 'config', config } satisfies ToHost);
          return child;
        },
        watch: (child, ready, fail) => this.#watchHost(child, ready, fail),
        askToStop: (child) => {
          if (!child.send({ type: 'stop' } satisfies ToHost)) child.kill('SIGTERM');
        },
        waitsOut: ({ code }) => RECORD_TROUBLE.has(code),
        readyWithinMs: READY_WITHIN_MS,
        stopWithinMs: HOST_STOP_WITHIN_MS,
      },
      {
        onUp: (run) => {
          this.#emit({ type: 'host-up', run });
          if (this.#update) this.offerUpdate(this.#update);
          this.#showRefused();
          this.#retryPassword();
        },
        onDown: (end) => {
          // The host may have ended with a change that waited for a restart, or with a live change that is not known
          // here.
          if (!end.isMeant && end.failure === null) this.#reload([]);
          this.#emit({ type: 'host-down', ...end });
        },
        onLine: (line) => this.#emit({ type: 'line', name: 'host', line }),
      },
      this.#clock,
    );
  }

  #watchHost(child: StartedProcess, ready: (run: HostRun) => void, fail: (failure: Failure) => void): void {
    child.onStdout(lineReader((line) => this.#emit({ type: 'line', name: 'host', line })));
    const pulse = new HostPulse(this.#clock, () => {
      this.#emit({ type: 'line', name: 'host', line: 'The host no longer answers; it is restarted.' });
      child.kill('SIGKILL');
    });
    child.onExit(() => pulse.stop());
    child.onMessage((message) => {
      const parsed = fromHostSchema.safeParse(message);
      if (!parsed.success) {
        fail({ code: 'IPC_INVALID', message: 'The host sent a message outside its protocol' });
        child.kill('SIGKILL');
      } else if (parsed.data.type === 'alive') pulse.heard();
      else if (parsed.data.type === 'closing') {
        for (const answer of this.#closingRequests) answer(parsed.data);
      } else if (parsed.data.type === 'update-now') this.#emit({ type: 'update-now' });
      else if (parsed.data.type === 'reload') this.#reload(parsed.data.signIns);
      else if (parsed.data.type === 'live-changed') this.#reload(null);
      else if (parsed.data.type === 'secret') void this.#answerSecret(parsed.data.ask, parsed.data.of);
      else if (parsed.data.type === 'ready') ready({ socket: parsed.data.socket, epoch: parsed.data.epoch });
      else fail(parsed.data.failure);
    });
  }
}

function isOther<Line>(before: Line | null, line: Line): boolean {
  return before !== null && JSON.stringify(before) !== JSON.stringify(line);
}

const portOf = (address: string) => address.slice(address.lastIndexOf(':') + 1);
