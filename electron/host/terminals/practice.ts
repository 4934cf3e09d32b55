/**
 * Controls of the practice terminal: a client of the simulator's control port (newline-delimited JSON over loopback
 * TCP). It only presents cards; the practice terminal's cable is an ordinary connection.
 */
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { practiceViewSchema, TillError, type PracticeView } from '../../contract/index.ts';
import type { Clock } from '../../domain/index.ts';

export interface PracticeOptions {
  /** HOST:PORT of the simulator's control port. */
  control: string;
  terminalId: string;
  clock: Clock;
  publish: (view: PracticeView) => void;
}

export type PracticeCommand =
  | { type: 'choose'; card: PracticeView['chosenCard'] }
  | { type: 'gesture'; gesture: PracticeView['can'][number] }
  | { type: 'cable'; isPluggedIn: boolean };

const RETRY_MS = 300;

const stateSchema = practiceViewSchema.pick({
  display: true,
  cards: true,
  chosenCard: true,
  can: true,
  isPluggedIn: true,
});

export class Practice {
  readonly #options: PracticeOptions;
  #socket: Socket | null = null;
  #stopRetry: (() => void) | null = null;
  #isStopped = false;
  #view: PracticeView;

  constructor(options: PracticeOptions) {
    this.#options = options;
    this.#view = {
      terminalId: options.terminalId,
      isRunning: false,
      isPluggedIn: true,
      display: [],
      cards: [],
      chosenCard: 'approve',
      can: [],
    };
  }

  start(): void {
    const [, host = '127.0.0.1', port = '0'] = /^(.*):([0-9]+)$/.exec(this.#options.control) ?? [];
    const opened = connect({ host, port: Number(port), noDelay: true });
    this.#socket = opened;
    const lines = createInterface({ input: opened });
    lines.on('line', (line) => {
      const state = stateSchema.safeParse(parseJson(line));
      if (state.success && !this.#isStopped) this.#change({ ...state.data, isRunning: true });
    });
    // Both emit the socket's error, which would end the host without a listener; 'close' follows.
    lines.on('error', () => undefined);
    opened.on('error', () => undefined);
    opened.on('close', () => {
      this.#socket = null;
      if (this.#isStopped) return;
      if (this.#view.isRunning) this.#change({ isRunning: false, can: [], display: [] });
      this.#stopRetry = this.#options.clock.after(RETRY_MS, () => this.start());
    });
  }

  view(): PracticeView {
    return this.#view;
  }

  /** @throws TERM_NOT_READY while the practice terminal is not running */
  send(command: PracticeCommand): void {
    if (!this.#socket || !this.#view.isRunning) {
      throw new TillError('TERM_NOT_READY', 'The practice terminal is not running.');
    }
    this.#socket.write(`${JSON.stringify(command)}\n`);
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopRetry?.();
    this.#socket?.destroy();
  }

  #change(next: Partial<PracticeView>): void {
    this.#view = { ...this.#view, ...next };
    this.#options.publish(this.#view);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // only a JSON line contains a state
  }
}
