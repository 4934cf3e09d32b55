/**
 * Checks which person may perform an act (contract/rights.ts): refunds, voids, an operator's decision, Devices. The
 * host makes the check, and audits each such act in the append-only audit log before performing it. If no people are
 * configured (training, or a shop with one person), any name is accepted; otherwise only the configured names. If any
 * person has a PIN, the act needs the PIN of a person with its role, and a wrong PIN makes that person wait.
 */
import { crc32 } from 'node:zlib';
import { personKey, type Person } from '../../domain/index.ts';
import { acts, joinNames, TillError, type Act, type AuditView, type Operator } from '../../contract/index.ts';
import type { AuditEntry } from '../journal/index.ts';
import type { LockOut } from './lockout.ts';
import { isPin, isPinOnWorker, type PinHash } from './pin.ts';

export interface RolesOptions {
  people: readonly Person[];
  now: () => number;
  /**
   * Appends to the audit log; returns when the entry is on disk.
   * @throws JRNL_UNWRITABLE
   */
  audit: (entry: AuditEntry) => void;
  audited: (limit: number, attempt?: string) => AuditEntry[];
  lockOut: LockOut;
}

type Known = Person & { pin: string };

export class Roles {
  readonly #options: RolesOptions;
  /** Results of PIN checks whose acts follow. */
  readonly #proofs = new Map<string, boolean>();
  /** Serializes hashing: each hash takes memory, and a wrong PIN delays the next. */
  #lastProof: Promise<unknown> = Promise.resolve();
  /** People with a PIN. */
  readonly #known: readonly Known[];
  /** People by `personKey`, built once because the keys are slow to compute for many people on each request. */
  readonly #byKey: ReadonlyMap<string, Person>;
  readonly #knownByKey: ReadonlyMap<string, Known>;

  constructor(options: RolesOptions) {
    this.#options = options;
    this.#known = options.people.filter((one): one is Known => one.pin !== undefined);
    this.#byKey = byKey(options.people);
    this.#knownByKey = byKey(this.#known);
  }

  /**
   * Checks that the operator may perform the act, audits it, and returns the operator's name.
   * @param signedIn person signed in at the requesting window; acts without a role are recorded under this name, or
   * under that of a person who proves a PIN
   * @throws ROLE_REQUIRED, ROLE_PIN_WRONG, ROLE_LOCKED or JRNL_UNWRITABLE
   */
  record(
    act: Act,
    operator: Operator | undefined,
    attempt: string | null,
    data: AuditEntry['data'],
    signedIn: Person | null = null,
  ): string {
    const { name, role } = isOwn(act, operator, signedIn)
      ? { name: signedIn.name, role: signedIn.pin === undefined ? null : signedIn.roles.join(',') }
      : this.#check(act, operator, signedIn);
    // An act without a role keeps the name in its own record, so only a proven name is audited.
    if (role !== null || 'isLogged' in acts[act]) this.#write(name, role ?? 'anybody', act, attempt, data);
    return name;
  }

  /**
   * Checks, without an audit entry, that the operator may perform the act. Views show by it what the operator may change.
   * @throws the same codes as `record`
   */
  confirm(act: Act, operator: Operator | undefined): void {
    this.#check(act, operator);
  }

  /** True if the person with this name has a PIN. */
  hasPin(name: string): boolean {
    return this.#named(name)?.pin !== undefined;
  }

  /**
   * Person who signs in, by PIN, or by name for a person without a PIN.
   * @throws ROLE_REQUIRED, ROLE_PIN_WRONG or ROLE_LOCKED
   */
  identify({ name, pin }: Operator): Person {
    const person = this.#named(name);
    if (!person) throw new TillError('ROLE_REQUIRED', 'There is no person with this name.');
    if (person.pin === undefined) return person;
    this.#options.lockOut.check(name, this.#locked(name));
    if (pin) return this.#prove({ name, pin });
    throw new TillError('ROLE_REQUIRED', `${person.name} has a PIN, and it was not given.`, {
      context: { ask: joinNames([person.name]) },
    });
  }

  /**
   * Audits the result of an earlier audited act.
   * @throws JRNL_UNWRITABLE
   */
  appendAudit(action: string, name: string, data: AuditEntry['data']): void {
    this.#write(name, 'host', action, null, data);
  }

  /**
   * Verifies a PIN on a worker thread in advance, because `record` would block a running payment. Returns a function to
   * call when the act has ended. Skipping this is correct but slower.
   */
  async prove(operator: Operator | undefined, signal?: AbortSignal): Promise<() => void> {
    const { lockOut } = this.#options;
    if (!operator?.pin || this.#known.length === 0) return () => undefined;
    const { pin, name } = operator;
    const proof = this.#lastProof.then(async () => {
      // The caller has disconnected or must wait, so skip the work.
      if (signal?.aborted || lockOut.waitMs(name) > 0) return;
      this.#proofs.set(proofKey(operator), await isPinOnWorker(pin, this.#claimed(name).hash));
    });
    this.#lastProof = proof.catch(() => undefined);
    await proof;
    return () => void this.#proofs.delete(proofKey(operator));
  }

  log(limit: number, attempt?: string): AuditView[] {
    return this.#options.audited(limit, attempt).map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() }));
  }

  #write(operator: string, role: string, action: string, attempt: string | null, data: AuditEntry['data']): void {
    this.#options.audit({ at: this.#options.now(), operator, role, action, attempt, data });
  }

  /** Returns the operator's name and role; a null role means that the act needs none and the name is unproven. */
  #check(
    act: Act,
    operator: Operator | undefined,
    signedIn: Person | null = null,
  ): { name: string; role: string | null } {
    const { role, isNamed } = acts[act];
    const ask = this.#allowed(act);
    const refused = (message: string, more = {}): TillError =>
      new TillError('ROLE_REQUIRED', message, { context: { role: role ?? 'cashier', ...more } });
    const { people } = this.#options;
    if (!operator && (isNamed === 'of-people' ? this.#known.length > 0 : isNamed))
      throw refused('This needs the name of the person who asks for it.', ask);
    const person = operator && this.#named(operator.name);
    const name = person?.name ?? operator?.name ?? 'cashier';
    const needsNoPin = role === null || this.#known.length === 0;
    if (operator && needsNoPin && person?.pin === undefined) {
      const ask = joinNames((signedIn ? [signedIn, ...this.#known] : people).map((one) => one.name));
      if (people.length > 0 && !person) throw refused('The name is of no person who works here.', { name, ask });
      if (signedIn) throw refused(`${signedIn.name} is signed in here, not ${name}.`, { name, ask });
    }
    if (this.#known.length === 0) return { name, role: role && 'operator' };
    if (role === null && person?.pin === undefined) return { name, role: null };
    if (operator) this.#options.lockOut.check(operator.name, this.#locked(operator.name, act));
    if (!operator?.pin) {
      if (role === null) throw refused(`${name} has a PIN, and it was not given.`, { ask: joinNames([name]) });
      throw refused(`A ${role} must confirm this with a PIN.`, ask);
    }
    const proven = this.#prove({ ...operator, pin: operator.pin }, act);
    if (role === null || this.#able(act)(proven)) return { name: proven.name, role: role ?? proven.roles.join(',') };
    this.#write(proven.name, proven.roles.join(','), 'not-allowed', null, { act });
    throw refused(`${proven.name} may not do this.`, { name: proven.name, ...ask });
  }

  #named(name: string): Person | undefined {
    return this.#byKey.get(personKey(name));
  }

  /** Names of the people who may perform the act, to show to a person who may not. */
  #allowed(act: Act): { ask?: string } {
    const names = this.#known.filter(this.#able(act)).map(({ name }) => name);
    return names.length === 0 ? {} : { ask: joinNames(names) };
  }

  /**
   * Name of the locked person, and names of others who may act; for acts without a role, and for sign-ins, the
   * managers.
   */
  #locked(typed: string, act?: Act): { name: string; ask?: string } {
    const name = this.#claimed(typed).person?.name ?? typed.trim();
    const asked = act && acts[act].role !== null ? act : 'release';
    const others = this.#known.filter(this.#able(asked)).filter((one) => one.name !== name);
    return others.length === 0 ? { name } : { name, ask: joinNames(others.map((one) => one.name)) };
  }

  /** Test for who may perform an act. If the shop has no technician, managers maintain the terminals. */
  #able(act: Act): (person: Person) => boolean {
    const { role } = acts[act];
    const isManaged = role === 'technician' && !this.#known.some(({ roles }) => roles.includes('technician'));
    return ({ roles }) => role === null || roles.includes(role) || (isManaged && roles.includes('manager'));
  }

  /** @throws ROLE_PIN_WRONG or ROLE_LOCKED unless this is the PIN of the operator */
  #prove(operator: Operator & { pin: string }, act?: Act): Known {
    const { lockOut } = this.#options;
    const { person, hash } = this.#claimed(operator.name);
    const isRight = this.#taken(operator) ?? isPin(operator.pin, hash);
    if (!isRight || !person) return lockOut.wrong(operator.name, this.#locked(operator.name, act));
    lockOut.right(person.name);
    return person;
  }

  /**
   * Person with this name. An unknown name is compared with another person's hash, so that timing and answer reveal
   * nothing.
   */
  #claimed(name: string): { person: Known | undefined; hash: PinHash } {
    const key = personKey(name);
    const person = this.#knownByKey.get(key);
    return { person, hash: (person ?? this.#known[crc32(key) % this.#known.length])?.pin ?? '' };
  }

  /** Takes the result of an earlier PIN check, once. */
  #taken(operator: Operator): boolean | undefined {
    const proof = this.#proofs.get(proofKey(operator));
    this.#proofs.delete(proofKey(operator));
    return proof;
  }
}

/** True if the act needs no role and the signed-in person performs it, either without a name or under their name. */
function isOwn(act: Act, operator: Operator | undefined, signedIn: Person | null): signedIn is Person {
  if (signedIn === null || acts[act].role !== null) return false;
  return !operator || (!operator.pin && personKey(operator.name) === personKey(signedIn.name));
}

/** Map by key; the first of two people with the same key wins. */
const byKey = <One extends Person>(people: readonly One[]): Map<string, One> =>
  new Map(people.toReversed().map((one) => [personKey(one.name), one]));

const proofKey = ({ name, pin }: Operator): string => JSON.stringify([personKey(name), pin]);
