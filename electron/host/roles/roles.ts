/**
 * Who may do what needs a name (blueprint, section 6): refunds, voids, an operator's decision. The check is here, in the
 * host, and every such act is in the append-only audit log before it is done. A till without managers (training, or a
 * shop of one) takes any name; with managers their PIN is asked for, and wrong ones lock everybody out for a while.
 */
import { TillError, type AuditView, type Operator } from '../../contract/index.ts';
import type { AuditEntry } from '../journal/index.ts';
import { isPin, type PinHash } from './pin.ts';

interface Manager {
  name: string;
  pin: PinHash;
}

export interface RolesOptions {
  managers: readonly Manager[];
  now: () => number;
  /** Appends to the audit log, and returns when that is on disk. Throws JRNL_UNWRITABLE. */
  audit: (entry: AuditEntry) => void;
  audited: (limit: number, attempt?: string) => AuditEntry[];
}

/** What needs a manager where there are any. */
export type Act = 'refund' | 'release' | 'reverse' | 'decide' | 'link';

export const TRIES = 5;
export const LOCKED_MS = 10 * 60_000;

export class Roles {
  readonly #options: RolesOptions;
  #wrong = 0;
  #lockedUntil = 0;

  constructor(options: RolesOptions) {
    this.#options = options;
  }

  /** The name to write down for something anybody may do. */
  nameOf(operator: Operator | undefined): string {
    return operator?.name ?? 'cashier';
  }

  /**
   * Checks that this operator may do it, writes it down, and gives their name. Throws ROLE_REQUIRED, ROLE_PIN_WRONG,
   * ROLE_LOCKED, JRNL_UNWRITABLE.
   */
  record(act: Act, operator: Operator | undefined, attempt: string | null, data: AuditEntry['data']): string {
    const { name, role } = this.#check(operator);
    this.#options.audit({ at: this.#options.now(), operator: name, role, action: act, attempt, data });
    return name;
  }

  log(limit: number, attempt?: string): AuditView[] {
    return this.#options.audited(limit, attempt).map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() }));
  }

  #check(operator: Operator | undefined): { name: string; role: string } {
    const { managers, now, audit } = this.#options;
    if (!operator) throw new TillError('ROLE_REQUIRED', 'This needs the name of whoever asks for it.', needed);
    if (managers.length === 0) return { name: operator.name, role: 'operator' };
    const at = now();
    if (at < this.#lockedUntil) throw locked(this.#lockedUntil);
    const manager = managers.find(({ name }) => name.toLowerCase() === operator.name.toLowerCase());
    if (!operator.pin) throw new TillError('ROLE_REQUIRED', 'A manager must confirm this with a PIN.', needed);
    // An unknown name takes as long and counts as a wrong PIN, so that names cannot be guessed.
    const isRight = isPin(operator.pin, manager?.pin ?? managers[0]?.pin ?? '') && manager !== undefined;
    if (isRight) {
      this.#wrong = 0;
      return { name: manager.name, role: 'manager' };
    }
    this.#wrong += 1;
    const data = { tries: this.#wrong };
    audit({ at, operator: operator.name, role: 'unknown', action: 'wrong-pin', attempt: null, data });
    if (this.#wrong >= TRIES) {
      this.#wrong = 0;
      this.#lockedUntil = at + LOCKED_MS;
      throw locked(this.#lockedUntil);
    }
    throw new TillError('ROLE_PIN_WRONG', 'That PIN is not right.', { context: { triesLeft: TRIES - this.#wrong } });
  }
}

const needed = { context: { role: 'manager' } };

function locked(until: number): TillError {
  return new TillError('ROLE_LOCKED', 'Too many wrong PINs.', { context: { until: new Date(until).toISOString() } });
}
