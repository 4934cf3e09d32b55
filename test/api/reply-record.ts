/** Every reply of every sandbox of a test run: checked against the OpenAPI document, and written down. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { operationIdOf, parsed, violations } from './document-check.ts';

/** As the sandbox publishes it (electron/sandbox/server/reply.ts). */
export interface SentReply {
  method: string;
  url: string;
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** One line a reply: operation id or `-`, status, and `ok` or what is wrong with it. Read by build/scripts. */
const ownFolder = resolve(import.meta.dirname, '../results/replies');

/** Controls and pages are ours and not the platform's. */
const isOurs = (url: string): boolean => url.startsWith('/sandbox/');

function check({ method, url, status, headers, body }: SentReply): string[] {
  // Node adds the date as the reply leaves.
  const all = new Headers({ ...headers, date: headers['date'] ?? 'now' });
  try {
    return violations(method, url, status, all, parsed(all.get('content-type'), body));
  } catch (error) {
    return [`not readable: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** Checks and records; returns what is wrong, one line each. */
export function record(replies: readonly SentReply[], folder = ownFolder): string[] {
  const lines: string[] = [];
  const wrong: string[] = [];
  for (const reply of replies) {
    if (isOurs(reply.url)) continue;
    const found = check(reply);
    const id = operationIdOf(reply.method, reply.url) ?? '-';
    lines.push(`${id}\t${reply.status}\t${found.length === 0 ? 'ok' : found.join('; ').replaceAll(/\s+/g, ' ')}\n`);
    wrong.push(...found.map((words) => `${reply.method} ${reply.url} ${reply.status}: ${words}`));
  }
  if (lines.length > 0) {
    mkdirSync(folder, { recursive: true });
    appendFileSync(join(folder, `${process.pid}.tsv`), lines.join(''));
  }
  return wrong;
}

/** Checks and records the replies that other processes kept, which are gone then; returns what is wrong with them. */
export function checkSent(folder = ownFolder): string[] {
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(folder).filter((name) => name.endsWith('.sent'));
  return files.flatMap((name) => {
    const file = join(folder, name);
    // A process that was killed may have left half a line: it has no end, and is not counted.
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    const wrong = record(lines.map(readSent), folder);
    rmSync(file);
    return wrong;
  });
}

function readSent(line: string): SentReply {
  const sent = JSON.parse(line) as Omit<SentReply, 'body'> & { body: string };
  return { ...sent, body: Buffer.from(sent.body, 'base64') };
}
