/**
 * What the computer around the till is told: the service manager that it is up and still answers (systemd), and everybody that
 * nothing sleeps while it is open.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import type { Clock } from '../domain/index.ts';
import { withoutSecrets } from '../starter/index.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Speaks to systemd where it started us (`Type=notify`), else says nothing. Node has no sockets of datagrams and a native module
 * for three words is one more to trust, so systemd's own program sends them; units allow it by `NotifyAccess=all`.
 */
export class ServiceNotice {
  readonly #env: Env;
  readonly #send: (words: readonly string[]) => void;
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  #cancelPing: () => void = () => {};

  constructor(
    env: Env,
    clock: Pick<Clock, 'monotonic' | 'after'>,
    send: (words: readonly string[]) => void = systemdNotify,
  ) {
    this.#env = env;
    this.#clock = clock;
    this.#send = send;
  }

  /** The till can be used. From now on it is expected to say every third of the watchdog's time that it still answers. */
  ready(): void {
    this.#tell('READY=1', 'STATUS=The till is open.');
    // Of the whole unit: under cage we are not its main process.
    const withinMs = Number(this.#env['WATCHDOG_USEC'] ?? 0) / 1_000;
    if (withinMs > 0) this.#ping(withinMs / 3);
  }

  stopping(): void {
    this.#cancelPing();
    this.#tell('STOPPING=1', 'STATUS=What runs is being ended in order.');
  }

  #ping(everyMs: number): void {
    this.#tell('WATCHDOG=1');
    this.#cancelPing = this.#clock.after(everyMs, () => this.#ping(everyMs));
  }

  #tell(...words: string[]): void {
    if (this.#env['NOTIFY_SOCKET']) this.#send(words);
  }
}

function systemdNotify(words: readonly string[]): void {
  const child = spawn('systemd-notify', words, { stdio: 'ignore', env: withoutSecrets(process.env) });
  // Without it the service manager learns nothing, and ends us in its own time: its log says so.
  child.once('error', () => {});
}

/** What holds sleep and a dark screen off for as long as its standard input stays open; none on Windows, where the page does. Pure. */
export function wakefulCommands(platform: NodeJS.Platform): readonly (readonly string[])[] {
  if (platform === 'darwin') return [['caffeinate', '-d', '-i', 'cat']];
  if (platform !== 'linux') return [];
  const inhibit = (what: string) => [
    'systemd-inhibit',
    `--what=${what}`,
    '--who=Tillbridge',
    '--why=The till is open',
    '--mode=block',
    'cat',
  ];
  // A service without a session of its own may hold the dark off, and not sleep.
  return [inhibit('idle:sleep'), inhibit('idle')];
}

/** systemd-inhibit would report its own failure to the service manager as that of the till. */
function withoutService(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NOTIFY_SOCKET: _socket, ...rest } = withoutSecrets(env);
  return rest;
}

/**
 * Keeps the computer awake until it is called, or until this process is gone in whatever way: the pipe ends with it.
 * Where the system does not let us, nothing is held off.
 */
export function stayAwake(platform: NodeJS.Platform): () => void {
  let child: ChildProcess | null = null;
  let isOver = false;
  const attempt = ([command, ...later]: readonly (readonly string[])[]): void => {
    const [file, ...args] = command ?? [];
    if (file === undefined || isOver) return;
    child = spawn(file, args, { stdio: ['pipe', 'ignore', 'ignore'], env: withoutService(process.env) });
    child.stdin?.on('error', () => {});
    child.once('error', () => {});
    child.once('exit', (code) => {
      if (code !== 0) attempt(later);
    });
    child.unref();
  };
  attempt(wakefulCommands(platform));
  return () => {
    isOver = true;
    child?.stdin?.end();
  };
}

/** The exit code of a till that makes way for a newer program: whoever started it starts it again. EX_TEMPFAIL. */
export const REPLACED = 75;
const LOOK_EVERY_MS = 5_000;

/** Sees that another program lies in this one's place, whole, and says so as soon as nothing would be cut off by making way. */
export class ReplacementWatch {
  readonly #file: string;
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #isBusy: () => Promise<boolean>;
  readonly #replaced: () => void;
  readonly #first: string | null;
  #last: string | null;
  #cancelLook: () => void = () => {};

  constructor(options: {
    file: string;
    clock: Pick<Clock, 'monotonic' | 'after'>;
    isBusy: () => Promise<boolean>;
    replaced: () => void;
  }) {
    this.#file = options.file;
    this.#clock = options.clock;
    this.#isBusy = options.isBusy;
    this.#replaced = options.replaced;
    this.#first = identity(this.#file);
    this.#last = this.#first;
    this.#lookLater();
  }

  stop(): void {
    this.#cancelLook();
  }

  #lookLater(): void {
    this.#cancelLook = this.#clock.after(LOOK_EVERY_MS, () => void this.#look());
  }

  async #look(): Promise<void> {
    const now = identity(this.#file);
    // Twice the same: whoever unpacks is done with it.
    const isNew = now !== null && now !== this.#first && now === this.#last;
    this.#last = now;
    if (isNew && !(await this.#isBusy())) this.#replaced();
    else this.#lookLater();
  }
}

function identity(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : null;
}
