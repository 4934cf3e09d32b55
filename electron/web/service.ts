/**
 * Notifications to the surrounding system: systemd is notified that the till is up and still answers, and the operating
 * system is asked to keep the computer awake while the till is open.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import type { ElapsedClock } from '../domain/index.ts';
import { withoutSecrets } from '../starter/index.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Notifies systemd if it started this process (`Type=notify`). Node has no Unix datagram sockets, and a native module
 * for three messages would be one more to trust, so systemd's own program sends them; units allow that by
 * `NotifyAccess=all`.
 */
export class ServiceNotice {
  readonly #env: Env;
  readonly #send: (messages: readonly string[]) => void;
  readonly #clock: ElapsedClock;
  #cancelPing: () => void = () => {};

  constructor(env: Env, clock: ElapsedClock, send: (messages: readonly string[]) => void = systemdNotify) {
    this.#env = env;
    this.#clock = clock;
    this.#send = send;
  }

  /** Reports that the till can be used, and starts a heartbeat every third of the watchdog's time. */
  ready(): void {
    this.#notify('READY=1', 'STATUS=The till is open.');
    // The command applies to the whole unit: under cage this is not its main process.
    const withinMs = Number(this.#env['WATCHDOG_USEC'] ?? 0) / 1_000;
    if (withinMs > 0) this.#ping(withinMs / 3);
  }

  stopping(): void {
    this.#cancelPing();
    this.#notify('STOPPING=1', 'STATUS=The till is closing in order.');
  }

  #ping(everyMs: number): void {
    this.#notify('WATCHDOG=1');
    this.#cancelPing = this.#clock.after(everyMs, () => this.#ping(everyMs));
  }

  #notify(...messages: string[]): void {
    if (this.#env['NOTIFY_SOCKET']) this.#send(messages);
  }
}

function systemdNotify(messages: readonly string[]): void {
  const child = spawn('systemd-notify', messages, { stdio: 'ignore', env: withoutSecrets(process.env) });
  // If the program is missing, systemd stops this process after its timeout; systemd's log shows the reason.
  child.once('error', () => {});
}

/**
 * Commands that prevent sleep and a dark screen for as long as their standard input stays open; none on Windows, where
 * the page does it. Pure.
 */
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
  // A service without a session may only block the dark screen.
  return [inhibit('idle:sleep'), inhibit('idle')];
}

/** systemd-inhibit would report its failure to the service manager as the till's failure. */
function withoutService(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NOTIFY_SOCKET: _socket, ...rest } = withoutSecrets(env);
  return rest;
}

/**
 * Keeps the computer awake until the returned function is called, or until this process ends in any way: the pipe ends
 * with it. If the system refuses, the computer may sleep.
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

/** Exit code of a till that makes way for a newer program: its starter starts it again. EX_TEMPFAIL. */
export const REPLACED = 75;
const POLL_EVERY_MS = 5_000;

/**
 * Detects that another program was completely installed over this program, and reports it as soon as all payments are
 * at rest.
 */
export class ReplacementWatch {
  readonly #file: string;
  readonly #clock: ElapsedClock;
  readonly #isBusy: () => Promise<boolean>;
  readonly #replaced: () => void;
  readonly #first: string | null;
  #last: string | null;
  #cancelCheck: () => void = () => {};

  constructor(options: { file: string; clock: ElapsedClock; isBusy: () => Promise<boolean>; replaced: () => void }) {
    this.#file = options.file;
    this.#clock = options.clock;
    this.#isBusy = options.isBusy;
    this.#replaced = options.replaced;
    this.#first = identity(this.#file);
    this.#last = this.#first;
    this.#checkLater();
  }

  stop(): void {
    this.#cancelCheck();
  }

  #checkLater(): void {
    this.#cancelCheck = this.#clock.after(POLL_EVERY_MS, () => void this.#check());
  }

  async #check(): Promise<void> {
    const now = identity(this.#file);
    // The file is unchanged between two polls, so unpacking has finished.
    const isNew = now !== null && now !== this.#first && now === this.#last;
    this.#last = now;
    if (isNew && !(await this.#isBusy())) this.#replaced();
    else this.#checkLater();
  }
}

function identity(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : null;
}
