/** Redacts every log line: card data and secrets are removed before a line is stored. */
import { maskCardNumbers } from '../../domain/index.ts';

const REMOVED = '[removed]';

/** Key names whose values are never logged, at any depth of a line's context. */
const secretKey =
  /^proxy-?authorization$|passw|passphrase|secret|token|cookie|credential|api-?_?key|^pin$|pin_?block|^cvv|^cvc|^track|encrypted_?emv_?data|emv_?data$|^pan$|card_?number/i;

/** Key names that match `secretKey` but hold no secret. */
const harmlessKey = /^(?:has|is|can)[A-Z_]|[cC]ount$/;

/**
 * In HTTP, `authorization` is a header with a secret; in payments it is the id of a card hold. The ids stay readable.
 */
const authorizationId = /^(?:AU[A-Za-z0-9_-]{4,40}|null|none|undefined|true|false)$/;

export interface Redactor {
  text(value: string): string;
  /** Converts any JSON-like value, including errors and byte arrays, to plain JSON without secrets. */
  value(value: unknown): unknown;
  /** Removes this exact text (such as a password or a one-time token) from everything that follows. */
  protect(secret: string): void;
}

export interface RedactorOptions {
  /** The user's home directory, shown as `~`. */
  homeDirectory?: string;
  secrets?: readonly string[];
}

const MAX_DEPTH = 6;
const MAX_ITEMS = 50;
const MAX_TEXT = 4096;

export function createRedactor(options: RedactorOptions = {}): Redactor {
  const secrets = new Set<string>();
  const protect = (secret: string): void => {
    // Shorter texts would mask ordinary words, and are too short for real secrets.
    if (secret.length >= 6) secrets.add(secret);
  };
  for (const secret of options.secrets ?? []) protect(secret);
  const home = options.homeDirectory ?? '';

  const text = (value: string): string => {
    let result = value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}… (${value.length} characters)` : value;
    for (const secret of secrets) result = result.replaceAll(secret, REMOVED);
    result = redactPatterns(result);
    if (home.length > 1) result = replacePath(result, home);
    result = result
      .replace(/\/(?:home|Users)\/[^/\s"':;,]+/g, '~')
      .replace(/\b[A-Za-z]:(?:\\{1,2})Users(?:\\{1,2})[^\\\s"':;,]+/g, '~');
    // A false alarm costs a few masked characters, so search hexadecimal text aggressively.
    return maskCardNumbers(result, { hex: 'any' });
  };

  const walk = (value: unknown, depth: number, seen: Set<object>): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'bigint') return text(value.toString());
    if (typeof value === 'number') return redactNumber(value, text);
    if (value === null || value === undefined || typeof value === 'boolean') return value ?? null;
    if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`;
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
    if (seen.has(value)) return '[circular]';
    if (depth >= MAX_DEPTH) return '[deeper]';
    const inside = new Set(seen).add(value);
    if (value instanceof Error) return walk(errorFields(value), depth, inside);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
    if (value instanceof Map) return walk(Object.fromEntries(value), depth, inside);
    const items: unknown[] | undefined = Array.isArray(value) ? value : value instanceof Set ? [...value] : undefined;
    if (items) {
      const kept = items.slice(0, MAX_ITEMS).map((item) => walk(item, depth + 1, inside));
      return items.length > MAX_ITEMS ? [...kept, `… ${items.length - MAX_ITEMS} more`] : kept;
    }
    const fields: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value).slice(0, MAX_ITEMS)) {
      fields[text(key)] = isSecret(key, item) ? REMOVED : walk(item, depth + 1, inside);
    }
    return fields;
  };

  return { text, value: (value) => walk(value, 0, new Set()), protect };
}

function isSecret(key: string, value: unknown): boolean {
  if (isBlank(value)) return false;
  if (/^authorization$/i.test(key)) return typeof value === 'string' && !authorizationId.test(value);
  return secretKey.test(key) && !harmlessKey.test(key);
}

/** An empty value hides no secret, and its absence is worth logging. */
function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '' || typeof value === 'boolean';
}

function redactNumber(value: number, text: (value: string) => string): unknown {
  if (!Number.isFinite(value)) return String(value);
  if (!Number.isInteger(value)) return value;
  const written = String(value);
  const redacted = text(written);
  return redacted === written ? value : redacted;
}

/** Fields of an error, including its causes. */
function errorFields(error: Error): Record<string, unknown> {
  const fields: Record<string, unknown> = { name: error.name, message: error.message };
  for (const [key, value] of Object.entries(error)) fields[key] = value;
  if (error.stack !== undefined) fields['stack'] = error.stack;
  if (error.cause !== undefined) fields['cause'] = error.cause;
  return fields;
}

function redactPatterns(text: string): string {
  return (
    text
      // Authorization: Basic …, "authorization":"Bearer …", and either scheme alone.
      .replace(
        /\b((?:proxy-)?authorization["']?\s*[:=,]\s*["']?)((?:(?:basic|bearer|digest)\s+)?[^\s"',;}]+)/gi,
        (whole: string, head: string, value: string) => (authorizationId.test(value) ? whole : `${head}${REMOVED}`),
      )
      .replace(/\b(basic|bearer)\s+[A-Za-z0-9+/._~-]{8,}={0,2}/gi, `$1 ${REMOVED}`)
      // user:password@host in an address.
      .replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi, `$1${REMOVED}@`)
      // password=…, "token": "…", Set-Cookie: …
      .replace(
        /\b((?:password|passwd|passphrase|secret(?:_signing_key)?|[a-z_]*token|api[_-]?key|set-cookie|cookie|cvv|cvc|pin)["']?\s*[:=]\s*["']?)[^\s"'&,;}]+/gi,
        `$1${REMOVED}`,
      )
      // JSON Web Tokens without a scheme.
      .replace(/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g, REMOVED)
  );
}

/** Replaces whole path segments only: `/home/a` must not change `/home/ab`. */
function replacePath(text: string, path: string): string {
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`${escaped}(?=$|[^A-Za-z0-9_.-])`, 'g'), '~');
}
