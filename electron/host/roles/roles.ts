/**
 * Who may do what needs a name (blueprint, section 6): refunds, voids, an operator's decision. The check is here, in the
 * host, and every such act is in the append-only audit log before it is done. A till without managers (training, or a
 * shop of one) takes any name; with managers their PIN is asked for, and wrong ones make whoever gave them wait.
 */
import { crc32 } from 'node:zlib';
import { TillError, type AuditView, type Operator } from '../../contract/index.ts';
import type { AuditEntry } from '../journal/index.ts';
import { personKey, type LockOut } from './lockout.ts';
import { isPin, isPinBeside, type PinHash } from './pin.ts';

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
  lockOut: LockOut;
}

/** What needs a manager where there are any. */
export type Act = 'refund' | 'release' | 'reverse' | 'decide' | 'link';

export class Roles {
  readonly #options: RolesOptions;
  /** PINs whose hashes were worked out and whose acts follow. */
  readonly #proofs = new Map<string, boolean>();
  /** One hash at a time: each takes memory, and a wrong one makes the next wait. */
  #lastProof: Promise<unknown> = Promise.resolve();

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

  /**
   * Works the hash of a PIN out on another thread, so that `record` has not to: a payment may be running meanwhile. Gives what
   * is to be called once the act is over. Without it everything is as right, and slower.
   */
  async prove(operator: Operator | undefined): Promise<() => void> {
    const { managers, lockOut } = this.#options;
    if (!operator?.pin || managers.length === 0) return () => undefined;
    const { pin, name } = operator;
    const proof = this.#lastProof.then(async () => {
      if (lockOut.waitMs(name) > 0) return;
      this.#proofs.set(proofKey(operator), await isPinBeside(pin, this.#claimed(name).hash));
    });
    this.#lastProof = proof.catch(() => undefined);
    await proof;
    return () => void this.#proofs.delete(proofKey(operator));
  }

  log(limit: number, attempt?: string): AuditView[] {
    return this.#options.audited(limit, attempt).map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() }));
  }

  #check(operator: Operator | undefined): { name: string; role: string } {
    const { managers, lockOut } = this.#options;
    if (!operator) throw new TillError('ROLE_REQUIRED', 'This needs the name of whoever asks for it.', needed);
    if (managers.length === 0) return { name: operator.name, role: 'operator' };
    lockOut.check(operator.name);
    if (!operator.pin) throw new TillError('ROLE_REQUIRED', 'A manager must confirm this with a PIN.', needed);
    const { manager, hash } = this.#claimed(operator.name);
    const isRight = this.#taken(operator) ?? isPin(operator.pin, hash);
    if (!isRight || !manager) return lockOut.wrong(operator.name);
    lockOut.right(manager.name);
    return { name: manager.name, role: 'manager' };
  }

  /** Who has this name. A name that nobody has is held against somebody's hash: it takes as long, and tells the same. */
  #claimed(name: string): { manager: Manager | undefined; hash: PinHash } {
    const { managers } = this.#options;
    const key = personKey(name);
    const manager = managers.find((one) => personKey(one.name) === key);
    return { manager, hash: (manager ?? managers[crc32(key) % managers.length])?.pin ?? '' };
  }

  /** What was worked out before, once. */
  #taken(operator: Operator): boolean | undefined {
    const proof = this.#proofs.get(proofKey(operator));
    this.#proofs.delete(proofKey(operator));
    return proof;
  }
}

const proofKey = ({ name, pin }: Operator): string => JSON.stringify([personKey(name), pin]);

const needed = { context: { role: 'manager' } };
