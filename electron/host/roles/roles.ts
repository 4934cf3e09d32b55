/**
 * Who may do what needs a name (contract/rights.ts): refunds, voids, an operator's decision, Devices. The check is here, in
 * the host, and every such act is in the append-only audit log before it is done. Where no people are set up (training, or a shop
 * of one) any name does; else the names of these people alone. Where a person has a PIN, the PIN of a person with the act's role is
 * asked for, and a wrong one makes the person wait.
 */
import { crc32 } from 'node:zlib';
import { personKey, type Person } from '../../domain/index.ts';
import { acts, joinNames, TillError, type Act, type AuditView, type Operator } from '../../contract/index.ts';
import type { AuditEntry } from '../journal/index.ts';
import type { LockOut } from './lockout.ts';
import { isPin, isPinBeside, type PinHash } from './pin.ts';

export interface RolesOptions {
  people: readonly Person[];
  now: () => number;
  /** Appends to the audit log, and returns when that is on disk. Throws JRNL_UNWRITABLE. */
  audit: (entry: AuditEntry) => void;
  audited: (limit: number, attempt?: string) => AuditEntry[];
  lockOut: LockOut;
}

type Known = Person & { pin: string };

export class Roles {
  readonly #options: RolesOptions;
  /** PINs whose hashes were worked out and whose acts follow. */
  readonly #proofs = new Map<string, boolean>();
  /** One hash at a time: each takes memory, and a wrong one makes the next wait. */
  #lastProof: Promise<unknown> = Promise.resolve();
  /** Everybody with a PIN. */
  readonly #known: readonly Known[];
  /** Every person by `personKey`, which takes too long to be built for each of many people at each request. */
  readonly #byKey: ReadonlyMap<string, Person>;
  readonly #knownByKey: ReadonlyMap<string, Known>;

  constructor(options: RolesOptions) {
    this.#options = options;
    this.#known = options.people.filter((one): one is Known => one.pin !== undefined);
    this.#byKey = byKey(options.people);
    this.#knownByKey = byKey(this.#known);
  }

  /**
   * Checks that this operator may do it, writes it down, and gives their name. Throws ROLE_REQUIRED, ROLE_PIN_WRONG,
   * ROLE_LOCKED, JRNL_UNWRITABLE.
   * @param signedIn at the window that asks: does what anybody may do, under this name or that of a person with a PIN who proves it
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
    // What anybody may do stands with what was done; a name that was proven is written down as such.
    if (role !== null || 'isLogged' in acts[act]) this.#write(name, role ?? 'anybody', act, attempt, data);
    return name;
  }

  /** Checks that this operator may do it, and writes nothing down: for looking at what they may change. Throws as `record`. */
  confirm(act: Act, operator: Operator | undefined): void {
    this.#check(act, operator);
  }

  /** Somebody of this name can prove that it is theirs. */
  hasPin(name: string): boolean {
    return this.#named(name)?.pin !== undefined;
  }

  /** Who signs in: by the PIN, or, of somebody without one, by the name. Throws ROLE_REQUIRED, ROLE_PIN_WRONG, ROLE_LOCKED. */
  identify({ name, pin }: Operator): Person {
    const person = this.#named(name);
    if (!person) throw new TillError('ROLE_REQUIRED', 'Nobody here has this name.');
    if (person.pin === undefined) return person;
    this.#options.lockOut.check(name, this.#locked(name));
    if (pin) return this.#prove({ name, pin });
    throw new TillError('ROLE_REQUIRED', `${person.name} has a PIN, and it was not given.`, {
      context: { ask: joinNames([person.name]) },
    });
  }

  /** What became of an act that was written down. Throws JRNL_UNWRITABLE. */
  appendAudit(action: string, name: string, data: AuditEntry['data']): void {
    this.#write(name, 'host', action, null, data);
  }

  /**
   * Works the hash of a PIN out on another thread, so that `record` has not to: a payment may be running meanwhile. Gives what
   * is to be called once the act is over. Without it everything is as right, and slower.
   */
  async prove(operator: Operator | undefined, signal?: AbortSignal): Promise<() => void> {
    const { lockOut } = this.#options;
    if (!operator?.pin || this.#known.length === 0) return () => undefined;
    const { pin, name } = operator;
    const proof = this.#lastProof.then(async () => {
      // Nobody waits any more for what this would allow.
      if (signal?.aborted || lockOut.waitMs(name) > 0) return;
      this.#proofs.set(proofKey(operator), await isPinBeside(pin, this.#claimed(name).hash));
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

  /** `role` null: anybody, and nobody's name but theirs. */
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
      throw refused('This needs the name of whoever asks for it.', ask);
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

  /** The names of those who may, for whoever may not. */
  #allowed(act: Act): { ask?: string } {
    const names = this.#known.filter(this.#able(act)).map(({ name }) => name);
    return names.length === 0 ? {} : { ask: joinNames(names) };
  }

  /** Who is locked, as they are known, and who else may; for what anybody may, and for a sign-in, the managers. */
  #locked(typed: string, act?: Act): { name: string; ask?: string } {
    const name = this.#claimed(typed).person?.name ?? typed.trim();
    const asked = act && acts[act].role !== null ? act : 'release';
    const others = this.#known.filter(this.#able(asked)).filter((one) => one.name !== name);
    return others.length === 0 ? { name } : { name, ask: joinNames(others.map((one) => one.name)) };
  }

  /** Who may do it. Where nobody is a technician, managers look after the terminals. */
  #able(act: Act): (person: Person) => boolean {
    const { role } = acts[act];
    const isManaged = role === 'technician' && !this.#known.some(({ roles }) => roles.includes('technician'));
    return ({ roles }) => role === null || roles.includes(role) || (isManaged && roles.includes('manager'));
  }

  /** Throws unless this is the PIN of whoever has the name. */
  #prove(operator: Operator & { pin: string }, act?: Act): Known {
    const { lockOut } = this.#options;
    const { person, hash } = this.#claimed(operator.name);
    const isRight = this.#taken(operator) ?? isPin(operator.pin, hash);
    if (!isRight || !person) return lockOut.wrong(operator.name, this.#locked(operator.name, act));
    lockOut.right(person.name);
    return person;
  }

  /** Who has this name. A name that nobody has is held against somebody's hash: it takes as long, and tells the same. */
  #claimed(name: string): { person: Known | undefined; hash: PinHash } {
    const key = personKey(name);
    const person = this.#knownByKey.get(key);
    return { person, hash: (person ?? this.#known[crc32(key) % this.#known.length])?.pin ?? '' };
  }

  /** What was worked out before, once. */
  #taken(operator: Operator): boolean | undefined {
    const proof = this.#proofs.get(proofKey(operator));
    this.#proofs.delete(proofKey(operator));
    return proof;
  }
}

/** An act without a role of whoever is signed in, under no name or their own. */
function isOwn(act: Act, operator: Operator | undefined, signedIn: Person | null): signedIn is Person {
  if (signedIn === null || acts[act].role !== null) return false;
  return !operator || (!operator.pin && personKey(operator.name) === personKey(signedIn.name));
}

/** Finds the first of two people with the same key. */
const byKey = <One extends Person>(people: readonly One[]): Map<string, One> =>
  new Map(people.toReversed().map((one) => [personKey(one.name), one]));

const proofKey = ({ name, pin }: Operator): string => JSON.stringify([personKey(name), pin]);
