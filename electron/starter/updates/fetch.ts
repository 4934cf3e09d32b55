/** A GET over https with limits for size and silence, which follows redirects to https only. */
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { updateFailure, refused } from './refusal.ts';

// `getBuiltinModule` instead of an import, for the reason in electron/host/api/local-socket.ts.
const { request: requestPlain } = process.getBuiltinModule('node:http');

export interface Way {
  /** Allows http to this computer only; for tests. */
  readonly allowsLoopback: boolean;
  /** Environment with HTTPS_PROXY and NO_PROXY. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Silence of a server after which the download is cancelled. */
const SILENT_MS = 30_000;
const MAX_REDIRECTS = 3;

/** @throws TillError UPDATE_REFUSED: not-https */
export function allowedUrl(text: string, base: string | undefined, { allowsLoopback }: Way): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : null;
  const isHere = url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url?.protocol === 'https:' || (isHere && allowsLoopback && url)) return url;
  throw refused('not-https');
}

/**
 * Head of the response to a GET. `from` skips this many bytes of the content.
 * @throws TillError UPDATE_REFUSED (redirected), UPDATE_FAILED (unreachable)
 */
export async function get(url: URL, way: Way, from = 0): Promise<IncomingMessage> {
  let place = url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await once(place, way, from);
    const to = answer.headers.location;
    const status = answer.statusCode ?? 0;
    if (status < 300 || status >= 400 || to === undefined) {
      if (status === 200 || (status === 206 && from > 0) || (status === 416 && from > 0)) return answer;
      answer.destroy();
      throw updateFailure('unreachable', new Error(`HTTP ${status}`));
    }
    answer.destroy();
    try {
      place = allowedUrl(to, place.href, way);
    } catch {
      throw refused('redirected');
    }
  }
  throw refused('redirected', 'in a circle');
}

function once(url: URL, { env }: Way, from: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'identity', ...(from > 0 ? { range: `bytes=${from}-` } : {}) };
    const asked =
      url.protocol === 'https:'
        ? // `rejectUnauthorized` overrides environment variables that would turn the check of certificates off.
          request(url, {
            headers,
            agent: new Agent({ proxyEnv: { ...env }, rejectUnauthorized: true }),
          })
        : requestPlain(url, { headers, agent: false });
    asked.setTimeout(SILENT_MS, () => asked.destroy(new Error('silent')));
    asked.once('response', resolve);
    asked.once('error', (error) => reject(updateFailure('unreachable', error)));
    asked.end();
  });
}

/** Reads a small response as a whole. @throws TillError UPDATE_REFUSED (too-large), UPDATE_FAILED (unreachable) */
export async function getSmall(url: URL, way: Way, maxBytes: number): Promise<Buffer> {
  const answer = await get(url, way);
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > maxBytes) throw refused('too-large');
      parts.push(part);
    }
  } catch (error) {
    throw size > maxBytes ? error : updateFailure('unreachable', error);
  } finally {
    answer.destroy();
  }
  return Buffer.concat(parts);
}
