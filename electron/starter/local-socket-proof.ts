/**
 * Mutual authentication on the host's local socket. On Windows the name of a pipe can be listed, and another program
 * can take the name once the host has ended. So each end proves that it has a secret of this run of the host, without
 * sending the secret.
 *
 *   client ── number used once, HMAC(secret, "client" + number) ──► host: else 401
 *   client ◄── HMAC(secret, "host" + number) ── host: else the client closes before it sends a message
 *
 * The address is `PATH#SECRET`. host.json, which only this user can read, contains it, and the starter of the host gets
 * it.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';

const NUMBER = 'x-tillbridge-number';
const PROOF = 'x-tillbridge-proof';

export interface LocalAddress {
  readonly path: string;
  /** Secret in hexadecimal, or an empty string, which denies access. */
  readonly secret: string;
}

/** Address of a new run of the host. */
export function newLocalAddress(path: string): LocalAddress {
  return { path, secret: randomBytes(32).toString('hex') };
}

export function localAddressText({ path, secret }: LocalAddress): string {
  return `${path}#${secret}`;
}

export function readLocalAddress(text: string): LocalAddress {
  const [, path = text, secret = ''] = /^(.*)#([0-9a-f]{64})$/s.exec(text) ?? [];
  return { path, secret };
}

const proof = (secret: string, who: 'client' | 'host', number: string): string =>
  createHmac('sha256', secret).update(`${who} ${number}`).digest('hex');

const isSame = (given: string, wanted: string): boolean =>
  given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted));

/** Answer of the host to a client that has the secret, or null for another program. */
export function answerChallenge(headers: IncomingHttpHeaders, { secret }: LocalAddress): string | null {
  const [number, given] = [headers[NUMBER], headers[PROOF]];
  if (secret === '' || typeof number !== 'string' || typeof given !== 'string') return null;
  return isSame(given, proof(secret, 'client', number)) ? `${PROOF}: ${proof(secret, 'host', number)}` : null;
}

/** The part of a WebSocket of ws that is used here. */
interface Knocking {
  once(event: 'upgrade', seen: (answer: { readonly headers: IncomingHttpHeaders }) => void): unknown;
  terminate(): void;
}

/**
 * Options of a WebSocket of ws to the host's address, and a watch that closes the socket if another program answers.
 */
export function provenConnection(text: string): {
  readonly options: { readonly createConnection: () => Socket; readonly headers: Record<string, string> };
  readonly watch: (socket: Knocking) => void;
} {
  const { path, secret } = readLocalAddress(text);
  const number = randomBytes(16).toString('hex');
  const wanted = proof(secret, 'host', number);
  return {
    options: {
      createConnection: () => connect(path),
      headers: { [NUMBER]: number, [PROOF]: proof(secret, 'client', number) },
    },
    watch: (socket) => {
      socket.once('upgrade', ({ headers }) => {
        const given = headers[PROOF];
        if (typeof given !== 'string' || !isSame(given, wanted)) socket.terminate();
      });
    },
  };
}
