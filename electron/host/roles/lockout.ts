/**
 * Delays and locks after wrong PINs. Wrong PINs are counted from the audit log, so that a restart or a separate command
 * does not reset the count. A user's typos delay that user only; many wrong PINs, under any names, delay the till.
 *
 *   consecutive wrong PINs  1    2    3    4     5 and more
 *   the person waits        2 s  4 s  8 s  30 s  10 min, 20, 40, then an hour each: locked until their right PIN
 *   wrong PINs of all people since the last right PIN: the till waits 30 s from the 10th on, 2 min from the 20th on
 */
import { backoff, personKey, type Clock } from '../../domain/index.ts';
import { TillError, type Failure } from '../../contract/index.ts';
import type { AuditEntry } from '../journal/index.ts';

export interface LockOutOptions {
  clock: Pick<Clock, 'now' | 'monotonic'>;
  /** Milliseconds since this computer started, by a clock that cannot be set and that all processes share. */
  sinceBoot: () => number;
  /** All wrong and right PINs in the audit log, oldest first. */
  pins: readonly Pick<AuditEntry, 'operator' | 'action' | 'data'>[];
  /**
   * Appends to the audit log; returns when the entry is on disk.
   * @throws JRNL_UNWRITABLE
   */
  audit: (entry: AuditEntry) => void;
}

/** Consecutive wrong PINs after which a person is locked. */
export const TRIES = 5;
const WAITS_MS = [2_000, 4_000, 8_000, 30_000];
const lockedMs = backoff({ firstMs: 10 * 60_000, maxMs: 60 * 60_000 });

const personWaitMs = (wrong: number): number =>
  wrong < TRIES ? (WAITS_MS[wrong - 1] ?? 0) : lockedMs(wrong - TRIES + 1);
const tillWaitMs = (wrong: number): number => (wrong < 10 ? 0 : wrong < 20 ? 30_000 : 120_000);

/** Consecutive wrong PINs, and the time of the last wrong PIN in milliseconds since boot. */
interface Count {
  wrong: number;
  at: number;
}

export class LockOut {
  readonly #options: LockOutOptions;
  readonly #bootedAt: number;
  readonly #people = new Map<string, Count>();
  #till: Count = { wrong: 0, at: 0 };

  constructor(options: LockOutOptions) {
    this.#options = options;
    // Align both clocks once; after this a clock set by a test drives both.
    this.#bootedAt = options.clock.monotonic() - options.sinceBoot();
    const upMs = this.#upMs();
    for (const { operator, action, data } of options.pins) {
      if (action === 'right-pin') this.#free(operator);
      // A time in the future is from before the computer restarted, so the whole wait starts again. For a past time, at
      // least the difference has really passed.
      else if (typeof data['sinceBootMs'] === 'number') this.#count(operator, Math.min(data['sinceBootMs'], upMs));
    }
  }

  /** Milliseconds until this person may try a PIN again; 0 if at once. */
  waitMs(name: string): number {
    return Math.max(0, this.#personWaitMs(name), this.#tillWaitMs());
  }

  /**
   * @throws ROLE_LOCKED while this person has to wait. `about` goes into its context: the person, and others who may
   * act
   */
  check(name: string, about: Failure['context']): void {
    if (this.waitMs(name) > 0) throw this.#locked(name, about);
  }

  /**
   * Audits a wrong PIN, for a person or an unknown name, then throws.
   * @throws ROLE_PIN_WRONG or ROLE_LOCKED
   */
  wrong(name: string, about: Failure['context']): never {
    const { clock, audit } = this.#options;
    const tries = (this.#people.get(personKey(name))?.wrong ?? 0) + 1;
    const data = { tries, sinceBootMs: Math.floor(this.#upMs()) };
    audit({ at: clock.now(), operator: name, role: 'unknown', action: 'wrong-pin', attempt: null, data });
    this.#count(name, this.#upMs());
    if (tries >= TRIES) throw this.#locked(name, about);
    const waitMs = this.waitMs(name);
    const triesLeft = TRIES - tries;
    throw new TillError('ROLE_PIN_WRONG', 'That PIN is not right.', { context: { triesLeft, waitMs } });
  }

  /**
   * Audits a right PIN and resets the counts.
   * @throws JRNL_UNWRITABLE
   */
  right(name: string): void {
    const { clock, audit } = this.#options;
    if (!this.#people.has(personKey(name)) && this.#till.wrong === 0) return;
    audit({ at: clock.now(), operator: name, role: 'known', action: 'right-pin', attempt: null, data: {} });
    this.#free(name);
  }

  /** Milliseconds since the computer started. */
  #upMs(): number {
    return this.#options.clock.monotonic() - this.#bootedAt;
  }

  #personWaitMs(name: string): number {
    const person = this.#people.get(personKey(name));
    return person ? personWaitMs(person.wrong) + person.at - this.#upMs() : 0;
  }

  #tillWaitMs(): number {
    return tillWaitMs(this.#till.wrong) + this.#till.at - this.#upMs();
  }

  #count(name: string, at: number): void {
    const key = personKey(name);
    this.#people.set(key, { wrong: (this.#people.get(key)?.wrong ?? 0) + 1, at });
    this.#till = { wrong: this.#till.wrong + 1, at };
  }

  #free(name: string): void {
    this.#people.delete(personKey(name));
    this.#till = { wrong: 0, at: 0 };
  }

  #locked(name: string, about: Failure['context']): TillError {
    const waitMs = this.waitMs(name);
    // While the whole till waits, other people cannot help.
    const isTheirs = this.#tillWaitMs() < waitMs;
    // For display only; `waitMs` decides.
    const until = new Date(this.#options.clock.now() + waitMs).toISOString();
    const seconds = Math.ceil(waitMs / 1000);
    const wait = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
    const message = `Wrong PINs were given: no other is looked at for ${wait}.`;
    return new TillError('ROLE_LOCKED', message, {
      context: { until, waitMs: Math.ceil(waitMs), ...(isTheirs ? about : {}) },
    });
  }
}
