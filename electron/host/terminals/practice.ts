/**
 * The practice terminal's buttons: a client of the simulator's control port (newline-delimited JSON over loopback TCP).
 * Its cable is an ordinary terminal; this only presents cards to it.
 */
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { practiceViewSchema, TillError, type PracticeView } from '../../contract/index.ts';
import type { Clock } from '../clock.ts';

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

export interface Practice {
  start(): void;
  view(): PracticeView;
  /** Throws TERM_NOT_READY while the practice terminal is away. */
  send(command: PracticeCommand): void;
  stop(): void;
}

const RETRY_MS = 300;

const stateSchema = practiceViewSchema.pick({
  display: true,
  cards: true,
  chosenCard: true,
  can: true,
  isPluggedIn: true,
});

export function createPractice(options: PracticeOptions): Practice {
  const { clock, publish } = options;
  let socket: Socket | null = null;
  let stopRetry: (() => void) | null = null;
  let isStopped = false;
  let view: PracticeView = {
    terminalId: options.terminalId,
    isRunning: false,
    isPluggedIn: true,
    display: [],
    cards: [],
    chosenCard: 'approve',
    can: [],
  };

  function change(next: Partial<PracticeView>): void {
    view = { ...view, ...next };
    publish(view);
  }

  function open(): void {
    const [, host = '127.0.0.1', port = '0'] = /^(.*):([0-9]+)$/.exec(options.control) ?? [];
    const opened = connect({ host, port: Number(port), noDelay: true });
    socket = opened;
    const lines = createInterface({ input: opened });
    lines.on('line', (line) => {
      const state = stateSchema.safeParse(parseJson(line));
      if (state.success && !isStopped) change({ ...state.data, isRunning: true });
    });
    // Both pass the socket's error on, and either would end the host without a listener; 'close' follows.
    lines.on('error', () => undefined);
    opened.on('error', () => undefined);
    opened.on('close', () => {
      socket = null;
      if (isStopped) return;
      if (view.isRunning) change({ isRunning: false, can: [], display: [] });
      stopRetry = clock.after(RETRY_MS, open);
    });
  }

  return {
    start: open,
    view: () => view,
    send(command) {
      if (!socket || !view.isRunning) throw new TillError('TERM_NOT_READY', 'The practice terminal is not running.');
      socket.write(`${JSON.stringify(command)}\n`);
    },
    stop() {
      isStopped = true;
      stopRetry?.();
      socket?.destroy();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a line that is not JSON is no state
  }
}
