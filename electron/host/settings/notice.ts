/**
 * Compares the settings and the version of each start, and each change in the running host, with the previous settings
 * and version: the audit log records a difference before the host uses it. The log itself keeps the last known
 * settings, so that a change between two starts is noticed:
 *
 *   settings-known    { version, settings, because }   once, and again if it cannot be read
 *   settings-changed  { key, from, to, mark? }         for each changed key
 *   updated           { from, to }                     after a change of the program version
 *
 * For a secret the log has only 16 bits of a salted hash, which reveal most changes and keep the secret.
 */
import { createHash, randomBytes } from 'node:crypto';
import { peopleOf, type HostConfig } from '../../config/index.ts';
import type { AuditEntry } from '../journal/index.ts';

export interface SettingsNoticeOptions {
  config: HostConfig;
  /** Rows of the audit log about settings, oldest first; `data` is null where a row cannot be read. */
  known: () => readonly { action: string; data: object | null }[];
  audit: (entry: AuditEntry) => void;
  now: () => number;
  /** Masks card numbers, as on each write to the log. */
  clean: (text: string) => string;
}

/** Values by key, e.g. `till.currency`; secrets are still in clear text here. */
type Values = ReadonlyMap<string, string>;
interface Known {
  version: string | null;
  values: Map<string, string>;
}

/** Maximum characters of a value; longer values are cut and get a hash that distinguishes them. */
const MAX_CHARACTERS = 300;
/** Settings that a command uses. */
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

  /** Adopts a configuration; `write` records its differences. */
  about(config: HostConfig): void {
    this.#config = config;
    this.#isWritten = false;
  }

  /** Writes the differences once for each configuration. @throws TillError JRNL_UNWRITABLE */
  write(): void {
    const config = this.#config;
    if (this.#isWritten || config.settingsNoted === undefined) return;
    const values = this.#values();
    const known = knownOf(this.#rows());
    const version = config.settingsNoted === 'all' ? config.version : null;
    if (typeof known === 'string') this.#noteAll(version, values, known);
    else {
      // Until now only commands have run here, so values are unknown for the settings that commands do not use.
      const isFirst = version !== null && known.version === null;
      if (version !== null && !isFirst && version !== known.version)
        this.#note('updated', { from: known.version, to: version });
      for (const key of new Set([...known.values.keys(), ...values.keys()])) {
        if (isFirst ? ofCommands.test(key) : this.#isCompared(key))
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

  /** A command uses a part of the settings only, so that the others cannot be compared. */
  #isCompared(key: string): boolean {
    return this.#config.settingsNoted === 'all' || ofCommands.test(key);
  }

  #values(): Values {
    const { clean } = this.#options;
    return new Map(
      [...settingsOf(this.#config)]
        .filter(([key]) => this.#isCompared(key))
        .map(([key, value]) => [clean(key), isSecret(key) ? value : cut(clean(value))]),
    );
  }

  #note(action: string, data: AuditEntry['data']): void {
    const { audit, now } = this.#options;
    audit({ at: now(), operator: 'tillbridge', role: 'host', action, attempt: null, data });
  }
}

const cut = (value: string): string =>
  value.length <= MAX_CHARACTERS ? value : `${value.slice(0, MAX_CHARACTERS)}… (${sha256(value).slice(0, 16)})`;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function markOf(secret: string, salt = randomBytes(8).toString('hex')): string {
  return `${salt}:${sha256(`${salt}:${secret}`).slice(0, 4)}`;
}

const isMarkOf = (mark: string, secret: string): boolean => markOf(secret, mark.split(':')[0]) === mark;
const shown = (key: string, value: string): string => (isSecret(key) ? markOf(value) : value);

/** Newest settings in the log, or the reason why the log has none. */
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

/** Applies a row to the known settings. @returns false if the row cannot be read */
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

/** Values of the settings, by key. Values that differ at each start without a change of a setting are omitted. */
function settingsOf({ platform, terminals, managers, people, ...config }: HostConfig): Map<string, string> {
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
  const { formerWorks: _works, trouble: _trouble, ...account } = platform ?? {};
  // In training the platform is the sandbox of this computer, on a different port at each start.
  put(values, '', { ...rest, platform: config.mode === 'live' ? account : undefined });
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
  if (typeof value !== 'object' || Array.isArray(value))
    values.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  else for (const [name, part] of Object.entries(value)) put(values, key === '' ? name : `${key}.${name}`, part);
}
