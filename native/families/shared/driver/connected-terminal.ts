/** Everything around the protocol that the Terminal of every family shares. */
import { TillError, type CardInSlot } from '../../../../electron/contract/index.ts';
import type { Model } from '../models.ts';
import type { Link } from '../../../link/link.ts';
import type { Clock } from '../../../../electron/domain/index.ts';
import type { TerminalCapabilities, TerminalHealth, TerminalIdentity, TerminalNotice } from '../terminal.ts';
import { busyError, closedError } from './errors.ts';

export interface DriverOptions<Times, Limits, Row extends Model = Model> {
  /** Replaces the family's table of models. */
  models?: readonly Row[];
  readonly clock?: Clock;
  /** Time limit of one exchange during identification, in milliseconds. */
  readonly identifyReplyMs?: number;
  readonly times?: Partial<Times>;
  readonly limits?: Partial<Limits>;
}

export const DEFAULT_IDENTIFY_REPLY_MS = 1_000;

export const unknownHealth: TerminalHealth = {
  batteryPercent: null,
  temperatureCelsius: null,
  hasExternalPower: null,
  isTampered: null,
  isOperational: null,
};

interface OpenSession {
  readonly link: Link;
  readonly closed: Promise<TillError | null>;
  close(): Promise<void>;
}

interface RunningTransaction {
  readonly attempt: string;
  lose(error: TillError): void;
}

export abstract class ConnectedTerminal<One extends RunningTransaction, Limits> {
  readonly identity: TerminalIdentity;
  readonly capabilities: TerminalCapabilities;
  readonly closed: Promise<TillError | null>;
  protected readonly clock: Clock;
  protected readonly limits: Limits;
  protected transaction: One | undefined;
  /** Attempt whose transaction is about to begin. */
  #starting: string | undefined;
  /** Last reported state of the previous payment's chip card. */
  #slot: CardInSlot | 'out' = 'out';
  readonly #session: OpenSession;
  readonly #listeners = new Set<(notice: TerminalNotice) => void>();

  constructor(
    session: OpenSession,
    identity: TerminalIdentity,
    capabilities: TerminalCapabilities,
    options: { clock: Clock; limits: Limits },
  ) {
    this.identity = identity;
    this.capabilities = capabilities;
    this.clock = options.clock;
    this.limits = options.limits;
    this.#session = session;
    this.closed = session.link.closed;
    void session.closed.then((reason) => this.transaction?.lose(reason ?? closedError(identity.address)));
  }

  /** Registering the same function twice adds two listeners. */
  onNotice(listener: (notice: TerminalNotice) => void): () => void {
    const entry = (notice: TerminalNotice): void => listener(notice);
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  protected post(notice: TerminalNotice): void {
    if (notice.type === 'slot') {
      if (notice.card === this.#slot) return;
      this.#slot = notice.card;
    }
    for (const listener of this.#listeners) listener(notice);
  }

  /** Any running transaction has delivered `finished` when the promise resolves. */
  close(): Promise<void> {
    return this.#session.close();
  }

  /** Posts that the session received bytes, and that a reply came after its request had timed out. */
  protected get sessionListener() {
    return {
      onHeard: () => this.post({ type: 'heard' }),
      onDiscard: ({ reason }: { reason: string }) => {
        if (reason === 'late-reply') this.post({ type: 'unmatched', what: 'late reply' });
      },
    };
  }

  protected get isBusy(): boolean {
    return this.transaction !== undefined || this.#starting !== undefined;
  }

  /** @throws TERM_BUSY while a transaction runs or starts. */
  protected requireIdle(): void {
    const attempt = this.transaction?.attempt ?? this.#starting;
    if (attempt !== undefined) throw busyError(attempt);
  }

  /** Marks the terminal as busy with the attempt while `prepare` runs. */
  protected async prepareFor<Prepared>(attempt: string, prepare: () => Promise<Prepared>): Promise<Prepared> {
    this.#starting = attempt;
    try {
      return await prepare();
    } finally {
      this.#starting = undefined;
    }
  }
}

/** Sends a restart command. A reader that disconnects before it could answer has accepted the command. */
export async function askToRestart(ask: () => Promise<void>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof TillError) || error.code !== 'LINK_LOST') throw error;
  }
}
