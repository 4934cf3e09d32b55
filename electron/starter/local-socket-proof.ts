/**
 * Who is at the other end of the host's local socket. A name of a pipe can be listed on Windows, and taken by somebody else once the
 * host is gone: so each end shows that it knows a secret of this life of the host, without saying it.
 *
 *   client ── number used once, HMAC(secret, "client" + number) ──► host: else 401
 *   client ◄── HMAC(secret, "host" + number) ── host: else the client hangs up before it says a word
 *
 * The address is `PATH#SECRET`. It stands in host.json, which the folder keeps for its user, and goes to whoever started the host.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';

const NUMBER = 'x-tillbridge-number';
const PROOF = 'x-tillbridge-proof';

export interface LocalAddress {
  readonly path: string;
  /** Hexadecimal; empty where an address has none, which opens nothing. */
  readonly secret: string;
}

/** An address of a new life of the host. */
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

/** What the host says to somebody who knows its secret; null: this is somebody else. */
export function answerKnock(headers: IncomingHttpHeaders, { secret }: LocalAddress): string | null {
  const [number, given] = [headers[NUMBER], headers[PROOF]];
  if (secret === '' || typeof number !== 'string' || typeof given !== 'string') return null;
  return isSame(given, proof(secret, 'client', number)) ? `${PROOF}: ${proof(secret, 'host', number)}` : null;
}

/** Of a WebSocket of ws. */
interface Knocking {
  once(event: 'upgrade', seen: (answer: { readonly headers: IncomingHttpHeaders }) => void): unknown;
  terminate(): void;
}

/** A knock at the host's address: options of a WebSocket of ws, and who hangs up where something else answers. */
export function knockAt(text: string): {
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
