/**
 * Connections to the till under its name: browsers resolve names under `.localhost` themselves, Node asks the system.
 */
import { request, type IncomingHttpHeaders } from 'node:http';
import type { LookupFunction } from 'node:net';

/** Lookup function for `request` and for a WebSocket's options. */
export const toLoopback: LookupFunction = (_name, options, done) => {
  if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
};

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request exactly as written: only these headers, and an unnormalized `path` if given. */
export function askPage(
  url: string,
  { headers = {}, method = 'GET', path }: { headers?: Record<string, string>; method?: string; path?: string } = {},
): Promise<Answer> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const asked = {
    hostname,
    port,
    method,
    path: path ?? pathname + search,
    headers: { host, ...headers },
    lookup: toLoopback,
  };
  return new Promise((resolve, reject) => {
    const sent = request(asked, (response) => {
      let body = '';
      response.on('data', (chunk) => (body += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** A browser's access after a link: its cookie, and the key in its page's storage. */
export interface Let {
  readonly cookie: string;
  readonly key: string;
}

/** Opens a one-time link like a browser. */
export async function openLink(link: string): Promise<Let & { status: number }> {
  const { status, headers, body } = await askPage(link);
  return {
    status,
    cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '',
    key: /data-key="([\w-]{43})"/.exec(body)?.[1] ?? '',
  };
}
