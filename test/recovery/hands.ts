/** A customer at a simulated terminal, over its control port: presents a card when asked, removes it, walks away. */
import { createConnection, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { delay } from './process-children.ts';

export type Gesture = 'insert' | 'tap' | 'swipe' | 'remove' | 'press-cancel';

interface Face {
  display: string[];
  can: string[];
  asks: string | null;
  isPluggedIn: boolean;
}

export class Hands {
  readonly #control: string;
  #socket: Socket | null = null;
  #face: Face = { display: [], can: [], asks: null, isPluggedIn: true };
  #shown: string[] = [];
  #wish: { card: string; gesture: Gesture } | null = null;
  readonly #looks = new Set<() => void>();

  constructor(control: string) {
    this.#control = control;
  }

  async connect(): Promise<void> {
    const [host = '', port = ''] = this.#control.split(':');
    const socket = createConnection({ host, port: Number(port), noDelay: true });
    this.#socket = socket;
    const lines = createInterface({ input: socket });
    lines.on('error', () => undefined);
    socket.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => {
      socket.once('close', () => reject(new Error('the terminal is gone')));
      lines.on('line', (line) => {
        const said = JSON.parse(line) as Face & { type: string };
        if (said.type !== 'state') return;
        this.#face = said;
        this.#shown.push(said.display.join(' '));
        resolve();
        this.#act();
        for (const look of this.#looks) look();
      });
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  /** Discards what the terminal has shown so far. */
  forget(): void {
    this.#shown = [];
  }

  /** True if the terminal has shown such a text to its customer. */
  hasShown(words: RegExp): boolean {
    return this.#shown.some((text) => words.test(text));
  }

  /** Presents the card as soon as the terminal accepts a card. */
  present(card: string, gesture: Gesture): void {
    this.#wish = { card, gesture };
    this.#act();
  }

  /** Presents no further card. */
  walkAway(): void {
    this.#wish = null;
    this.#act();
  }

  /** Removes the card, whatever the terminal is doing with it. */
  takeOut(): void {
    this.#send({ type: 'gesture', gesture: 'remove' });
  }

  cable(isPluggedIn: boolean): void {
    this.#send({ type: 'cable', isPluggedIn });
  }

  /** True once the terminal asks for a card; false if it does not in time. */
  async asked(withinMs: number): Promise<boolean> {
    return this.#until(({ can }) => can.includes('tap') || can.includes('insert'), withinMs);
  }

  /** True once the terminal has no transaction that waits for this customer. */
  async idle(withinMs: number): Promise<boolean> {
    return this.#until(({ can }) => can.length === 0, withinMs);
  }

  async #until(isEnough: (face: Face) => boolean, withinMs: number): Promise<boolean> {
    const end = performance.now() + withinMs;
    while (!isEnough(this.#face)) {
      const left = end - performance.now();
      if (left <= 0) return false;
      const late = new AbortController();
      const changed = new Promise<void>((resolve) => {
        const look = (): void => {
          this.#looks.delete(look);
          resolve();
        };
        this.#looks.add(look);
      });
      await Promise.race([changed, delay(left, late.signal)]);
      late.abort();
    }
    return true;
  }

  #act(): void {
    const { can, display, asks } = this.#face;
    if (this.#wish && can.includes(this.#wish.gesture)) {
      const { card, gesture } = this.#wish;
      this.#wish = null;
      if (gesture !== 'press-cancel') this.#send({ type: 'choose', card });
      this.#send({ type: 'gesture', gesture });
      return;
    }
    // A card in the slot is removed when the terminal asks for it, or stays in it if nothing ever ends. A reader
    // without a display leaves that message to the till.
    const isSaid = display.length === 0 ? asks === 'remove' : display.some((line) => /remove|take/i.test(line));
    const isOver = can.length === 1 && isSaid;
    if (can.includes('remove') && isOver) this.#send({ type: 'gesture', gesture: 'remove' });
  }

  #send(command: object): void {
    this.#socket?.write(`${JSON.stringify(command)}\n`);
  }
}
