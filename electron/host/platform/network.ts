/**
 * Way to the platform: connections, an optional proxy, and trusted certificates. All of it is fixed when the client is
 * created, because it connects to one address only.
 */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Agent, buildConnector, Pool, ProxyAgent, type Dispatcher } from 'undici';
import { TillError } from '../../contract/index.ts';
import { PROBE_EVERY_MS } from './call.ts';

export interface NetworkOptions {
  origin: string;
  /** Time limit for DNS, TCP and TLS together. Default 10 s. */
  connectTimeoutMs?: number;
  /**
   * Maximum connections, each with one request at a time. Default: two for each of sixteen terminals, so that they
   * never wait for each other.
   */
  connections?: number;
  /**
   * Idle time after which a connection is closed, unless the platform announces another. The default leaves it open for
   * the next probe.
   */
  keepAliveMs?: number;
  /** `http://[user:password@]host:port`; null or absent for a direct connection. The whole value is secret. */
  proxy?: string | null;
  /** PEM texts of certificate authorities that are trusted in addition to the system's. */
  authorities?: readonly string[];
}

/** @throws CFG_INVALID when the proxy address is invalid */
export function createDispatcher(options: NetworkOptions): Dispatcher {
  const timeout = options.connectTimeoutMs ?? 10_000;
  const context = trusting(options.authorities ?? []);
  // Set explicitly: otherwise NODE_TLS_REJECT_UNAUTHORIZED decides, and the password goes to any server that answers.
  const tls = (): object => ({ rejectUnauthorized: true, ...context() });
  const shared = {
    // HTTP/1.1 without pipelining: one request at a time per connection, so that a broken connection breaks one request
    // only.
    allowH2: false,
    pipelining: 1,
    connections: options.connections ?? 32,
    keepAliveTimeout: options.keepAliveMs ?? PROBE_EVERY_MS + 15_000,
    keepAliveMaxTimeout: 60_000,
    // Each exchange measures its timeout with the till's own clock.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (!options.proxy) {
    let connector: buildConnector.connector | undefined;
    const connect: buildConnector.connector = (to, done) => {
      connector ??= buildConnector({ timeout, allowH2: false, ...tls() });
      connector(to, done);
    };
    return new Agent({ ...shared, connect });
  }
  const { uri, token } = readProxy(options.proxy);
  return new ProxyAgent({
    ...shared,
    uri,
    ...(token === null ? {} : { token }),
    // Limits a proxy that accepts the connection but never opens the tunnel.
    clientFactory: (origin, opts) => new Pool(origin, { ...opts, headersTimeout: timeout, bodyTimeout: timeout }),
    requestTls: { timeout, ...tls() },
    // A proxy with https often uses a certificate of the private authority too.
    proxyTls: { timeout, ...tls() },
  });
}

/** Address and credentials of a proxy, separated so that the address can be shown. */
function readProxy(proxy: string): { uri: string; token: string | null } {
  let url: URL;
  try {
    url = new URL(proxy);
  } catch {
    throw new TillError('CFG_INVALID', 'the proxy address is not a web address');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new TillError('CFG_INVALID', 'the proxy address must begin with http:// or https://');
  const login = `${decode(url.username)}:${decode(url.password)}`;
  const token = url.username === '' ? null : `Basic ${Buffer.from(login, 'utf8').toString('base64')}`;
  return { uri: url.origin, token };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Host and port of a proxy, never its credentials; for logs and `tillbridge doctor`. */
export function proxyHost(proxy: string): string {
  return new URL(readProxy(proxy).uri).host;
}

/** Secrets of a proxy: its password, raw and decoded, and the encoded credentials. */
export function proxySecrets(proxy: string): string[] {
  const { token } = readProxy(proxy);
  const { password } = new URL(proxy);
  return [password, decode(password), token?.slice('Basic '.length) ?? ''].filter((secret) => secret !== '');
}

/**
 * Trusts Node's list, the operating system's list and the configured authorities; any configured list would replace
 * Node's. The lists are read once, at the first connection: reading blocks for 0.2 s or more.
 */
function trusting(authorities: readonly string[]): () => { secureContext?: SecureContext } {
  if (authorities.length === 0) return () => ({});
  let secureContext: SecureContext | undefined;
  return () => {
    // Node's and the system's lists overlap almost completely.
    const all = (): string[] => [...getCACertificates('default'), ...getCACertificates('system'), ...authorities];
    return { secureContext: (secureContext ??= createSecureContext({ ca: [...new Set(all())] })) };
  };
}

/** Certificate authority from a PEM file. */
export interface Authority {
  pem: string;
  subject: string;
  /** Milliseconds since 1970. */
  validTo: number;
}

const block = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * Certificates of a PEM file, in order.
 * @throws CFG_INVALID when the file is unreadable, contains no certificate or an invalid certificate, or if all its
 * certificates have expired at `nowMs`; the message contains the reason and the path
 */
export function readAuthorities(path: string, nowMs: number): Authority[] {
  const fail = (words: string, cause?: unknown): never => {
    throw new TillError('CFG_INVALID', `${path}: ${words}`, cause === undefined ? {} : { cause });
  };
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    fail(code === 'ENOENT' ? 'there is no such file of certificates' : `cannot be read: ${code ?? 'no reason given'}`);
  }
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text))
    fail('holds a private key; the till needs the certificate of the authority and nothing else');
  const found = (text.match(block) ?? []).map((pem): Authority => {
    try {
      const certificate = new X509Certificate(pem);
      const subject = certificate.subject.replaceAll('\n', ', ');
      return { pem, subject, validTo: certificate.validToDate.getTime() };
    } catch (error) {
      return fail('holds a certificate that cannot be read', error);
    }
  });
  if (found.length === 0) fail('holds no certificate in PEM form (-----BEGIN CERTIFICATE-----)');
  if (found.every(({ validTo }) => validTo <= nowMs)) {
    const newest = new Date(Math.max(...found.map(({ validTo }) => validTo))).toISOString().slice(0, 10);
    fail(
      `every certificate in it has expired, the last on ${newest}; ask your network’s administrator for the new certificate`,
    );
  }
  return found;
}
