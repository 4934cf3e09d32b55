/**
 * Settings and version of each start, and each change while the host runs, compared with those before: the audit log
 * has the difference before the host uses it. The log itself keeps the last known settings, so that changing them is noticed:
 *
 *   settings-known    { version, settings, because }   once, and again where it cannot be read
 *   settings-changed  { key, from, to, mark? }         a key each
 *   updated           { from, to }                     another program version
 *
 * Of a secret nothing is kept but a mark that tells most changes and finds nothing: 16 bits of a salted hash.
 */
import { createHash, randomBytes } from 'node:crypto';
import { peopleOf, type HostConfig } from '../../config/index.ts';
import type { AuditEntry } from '../journal/index.ts';

export interface SettingsNoticeOptions {
  config: HostConfig;
  /** Of the audit log: its rows about settings, oldest first; data null where they cannot be read. */
  known: () => readonly { action: string; data: object | null }[];
  audit: (entry: AuditEntry) => void;
  now: () => number;
  /** Stops card numbers, as where the log is written. */
  clean: (text: string) => string;
}

/** By key, e.g. `till.currency`; what is secret as its own text, still. */
type Values = ReadonlyMap<string, string>;
interface Known {
  version: string | null;
  values: Map<string, string>;
}

/** Longer values are cut, and told apart by their hash. */
const MOST = 300;
/** What a command takes of the settings. */
const ofCommands = /^(?:mode$|platform\.|people\.)/;
const secretKey = /(?:^|\.)(?:pin|password|formerPassword|username|proxy|token|secret)$/i;
const isSecret = (key: string): boolean => secretKey.test(key);

export class SettingsNotice {
  readonly #options: SettingsNoticeOptions;
  #config: HostConfig;
  #isWritten = false;

  constructor(options: SettingsNoticeOptions) {
    this.#options = options;
    this.#config = options.config;
  }

  /** Takes over a configuration; `write` records its differences. */
  about(config: HostConfig): void {
    this.#config = config;
    this.#isWritten = false;
  }

  /** Once it was written it does nothing more. Throws JRNL_UNWRITABLE. */
  write(): void {
    const config = this.#config;
    if (this.#isWritten || config.settingsNoted === undefined) return;
    const values = this.#values();
    const known = knownOf(this.#rows());
    const version = config.settingsNoted === 'all' ? config.version : null;
    if (typeof known === 'string') this.#noteAll(version, values, known);
    else {
      // Until now only commands were used here, and what they do not take is not known.
      const isFirst = version !== null && known.version === null;
      if (version !== null && !isFirst && version !== known.version)
        this.#note('updated', { from: known.version, to: version });
      for (const key of new Set([...known.values.keys(), ...values.keys()])) {
        if (isFirst ? ofCommands.test(key) : this.#isLookedAt(key))
          this.#noteKey(key, known.values.get(key), values.get(key));
      }
      if (isFirst) this.#noteAll(version, values, 'first');
    }
    this.#isWritten = true;
  }

  #noteAll(version: string | null, values: Values, because: 'first' | 'damaged'): void {
    const settings = Object.fromEntries([...values].map(([key, value]) => [key, shown(key, value)]));
    this.#note('settings-known', { version, settings: JSON.stringify(settings), because });
  }

  #noteKey(key: string, from: string | undefined, to: string | undefined): void {
    if (!isSecret(key)) {
      if (from !== to) this.#note('settings-changed', { key, from: from ?? null, to: to ?? null });
      return;
    }
    if (to === undefined ? from === undefined : from !== undefined && isMarkOf(from, to)) return;
    const words = { from: from === undefined ? null : 'secret', to: to === undefined ? null : 'changed' };
    this.#note('settings-changed', { key, ...words, mark: to === undefined ? null : markOf(to) });
  }

  #rows(): ReturnType<SettingsNoticeOptions['known']> {
    try {
      return this.#options.known();
    } catch {
      return [{ action: 'settings-known', data: null }];
    }
  }

  /** A command takes only part of the settings, and says nothing of the others. */
  #isLookedAt(key: string): boolean {
    return this.#config.settingsNoted === 'all' || ofCommands.test(key);
  }

  #values(): Values {
    const { clean } = this.#options;
    return new Map(
      [...settingsOf(this.#config)]
        .filter(([key]) => this.#isLookedAt(key))
        .map(([key, value]) => [clean(key), isSecret(key) ? value : cut(clean(value))]),
    );
  }

  #note(action: string, data: AuditEntry['data']): void {
    const { audit, now } = this.#options;
    audit({ at: now(), operator: 'tillbridge', role: 'host', action, attempt: null, data });
  }
}

const cut = (value: string): string =>
  value.length <= MOST ? value : `${value.slice(0, MOST)}… (${sha256(value).slice(0, 16)})`;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function markOf(secret: string, salt = randomBytes(8).toString('hex')): string {
  return `${salt}:${sha256(`${salt}:${secret}`).slice(0, 4)}`;
}

const isMarkOf = (mark: string, secret: string): boolean => markOf(secret, mark.split(':')[0]) === mark;
const shown = (key: string, value: string): string => (isSecret(key) ? markOf(value) : value);

/** What was written down last; or why that is not known. */
function knownOf(rows: readonly { action: string; data: object | null }[]): Known | 'first' | 'damaged' {
  let known: Known | 'first' | 'damaged' = 'first';
  for (const { action, data } of rows) {
    if (action === 'settings-known') known = baseOf(data) ?? 'damaged';
    else if (typeof known === 'string' || !changed(known, action, data)) known = 'damaged';
  }
  return known;
}

function baseOf(data: object | null): Known | null {
  const { version, settings } = (data ?? {}) as Record<string, unknown>;
  if (typeof settings !== 'string') return null;
  try {
    const values = Object.entries(JSON.parse(settings) as Record<string, unknown>);
    return { version: textOrNull(version), values: new Map(values.map(([key, value]) => [key, String(value)])) };
  } catch {
    return null;
  }
}

/** False where the row says nothing that can be read. */
function changed(known: Known, action: string, data: object | null): boolean {
  const { key, to, mark } = (data ?? {}) as Record<string, unknown>;
  const value = textOrNull(mark) ?? textOrNull(to);
  if (action === 'updated') {
    known.version = value;
    return value !== null;
  }
  if (typeof key !== 'string') return false;
  if (value === null) known.values.delete(key);
  else known.values.set(key, value);
  return true;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** What a person set, by key. What differs at every start and is nobody's setting is left out. */
function settingsOf(config: HostConfig): Map<string, string> {
  const { mode, platform, terminals, managers, people } = config;
  const {
    dataDir: _folder,
    recordsDir: _records,
    version: _version,
    localSocket: _socket,
    practice: _practice,
    settingsNoted: _noted,
    held: _held,
    ...rest
  } = config;
  const values = new Map<string, string>();
  // In training the platform is this computer's own sandbox, on another port each time.
  const { formerWorks: _works, trouble: _trouble, ...settings } = platform ?? {};
  put(values, '', {
    ...rest,
    platform: mode === 'live' ? settings : undefined,
    terminals: undefined,
    managers: undefined,
    people: undefined,
  });
  for (const { isPractice, address, ...how } of terminals) {
    if (!isPractice) values.set(`terminals.${address}`, JSON.stringify(how));
  }
  for (const { name, roles, pin } of peopleOf({ managers, people })) {
    values.set(`people.${name}.roles`, roles.join(', '));
    if (pin !== undefined) values.set(`people.${name}.pin`, pin);
  }
  return values;
}

function put(values: Map<string, string>, key: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (typeof value !== 'object' || Array.isArray(value)) {
    values.set(key, typeof value === 'string' ? value : JSON.stringify(value));
    return;
  }
  for (const [name, part] of Object.entries(value)) put(values, key === '' ? name : `${key}.${name}`, part);
}
