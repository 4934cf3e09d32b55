/** The whole host, like in a shop, with the platform: commands to it, and its state. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { newAttemptId } from '../../../electron/domain/index.ts';
import {
  isOpenAttempt,
  type AttemptView,
  type HostState,
  type TerminalView,
} from '../../../electron/contract/index.ts';
import { composeHost, type Host } from '../../../electron/host/compose/index.ts';
import { receiptSettingsSchema } from '../../../electron/config/index.ts';
import type { Platform } from './platform.ts';
import { TIMEOUT_MS, within } from './waiting.ts';

/** Kept short: a terminal may be silent until this timeout, and the lab waits for unresponsive terminals. */
const CARD_TIMEOUT_MS = 8_000;

export interface TillOptions {
  readonly platform: Platform;
  /** Addresses of configured terminals; without them, the till adds the terminals it finds. */
  readonly terminals?: readonly string[];
  readonly dataDir?: string;
  /** Address of the receipt printer, for example `serial:/dev/ttyUSB0@38400`. */
  readonly printer?: string;
}

export class Till {
  readonly dataDir: string;
  readonly #host: Host;
  readonly #waiting = new Set<() => void>();
  readonly #stop = new AbortController();
  readonly #following: Promise<void>;

  private constructor(host: Host, dataDir: string) {
    this.#host = host;
    this.dataDir = dataDir;
    this.#following = this.#follow();
  }

  static async start({ platform, terminals = [], dataDir, printer }: TillOptions): Promise<Till> {
    const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'till-'));
    const host = await composeHost({
      dataDir: folder,
      mode: 'live',
      isKiosk: false,
      version: 'lab',
      till: {
        name: 'Lab',
        shop: 'Lab',
        currency: 'USD',
        locale: 'en-US',
        maxAmountMinor: 1_000_000,
        cardTimeoutMs: CARD_TIMEOUT_MS,
      },
      platform: platform.settings,
      terminals: terminals.map((address) => ({ address, isPractice: false })),
      practice: null,
      ...(printer === undefined ? {} : { receipts: receiptSettingsSchema.parse({ printer }) }),
      supervision: { adopts: terminals.length === 0, selfTestAt: null, traceDir: null },
      localSocket: false,
    });
    return new Till(host, folder);
  }

  get state(): HostState {
    return this.#host.state();
  }

  terminal(id: string): TerminalView | undefined {
    return this.state.terminals.find((one) => one.id === id);
  }

  /** Calls `look` after every change of the host's state, until it returns a value. */
  async when<T>(look: () => T | undefined | null | false, what: string, withinMs = TIMEOUT_MS): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const again = (): void => {
      try {
        const found = look();
        if (found !== undefined && found !== null && found !== false) resolve(found);
      } catch (error) {
        reject(error);
      }
    };
    this.#waiting.add(again);
    again();
    try {
      return await within(promise, withinMs, what);
    } catch (error) {
      const seen = this.state.terminals.map((one) => `${one.id} ${one.state} ${one.failure?.code ?? ''}`.trim());
      throw new Error(`${(error as Error).message} (terminals: ${seen.join(', ') || 'none'})`, { cause: error });
    } finally {
      this.#waiting.delete(again);
    }
  }

  whenTerminal(id: string, state: TerminalView['state'], withinMs = TIMEOUT_MS): Promise<TerminalView> {
    const look = (): TerminalView | undefined => {
      const view = this.terminal(id);
      return view?.state === state ? view : undefined;
    };
    return this.when(look, `${id} to be ${state}`, withinMs);
  }

  /** Starts a charge. Returns the attempt's id. */
  async sell(terminal: string, amountMinor: number): Promise<string> {
    const id = newAttemptId(Date.now(), randomBytes(8));
    await this.#host.client.payment.start({ id, amountMinor, currency: 'USD', terminal, isRepeatMeant: true });
    return id;
  }

  async cancel(id: string): Promise<void> {
    await this.#host.client.payment.cancel({ attempt: id });
  }

  attempt(id: string): Promise<AttemptView> {
    return this.#host.client.payment.get({ attempt: id });
  }

  /** Resolves with the attempt once it is no longer open. */
  async settled(id: string, withinMs = TIMEOUT_MS): Promise<AttemptView> {
    const isSettled = (): boolean => {
      const view = this.state.attempts.find((one) => one.id === id);
      return view === undefined || !isOpenAttempt(view);
    };
    await this.when(isSettled, `the attempt ${id} to be settled`, withinMs);
    return this.attempt(id);
  }

  discover() {
    return this.#host.client.terminal.discover();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#host.close();
    await this.#following;
  }

  async #follow(): Promise<void> {
    const { epoch, seq } = await this.#host.client.snapshot();
    try {
      const items = await this.#host.client.events({ epoch, after: seq }, { signal: this.#stop.signal });
      for await (const _ of items) for (const look of this.#waiting) look();
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
    }
  }
}
