/** Checks every reply of every sandbox in a test run against the OpenAPI document, and records the results. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { operationIdOf, parsed, violations } from './document-check.ts';

/** A reply as the sandbox publishes it (electron/sandbox/server/reply.ts). */
export interface SentReply {
  method: string;
  url: string;
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/**
 * Folder of results, one line for each reply: operation id or `-`, status, and `ok` or the violations. build/scripts
 * reads it.
 */
const ownFolder = resolve(import.meta.dirname, '../results/replies');

/** Control commands and pages are part of the sandbox, not of the platform. */
const isOurs = (url: string): boolean => url.startsWith('/sandbox/');

function check({ method, url, status, headers, body }: SentReply): string[] {
  // Node adds the date when it sends the reply.
  const all = new Headers({ ...headers, date: headers['date'] ?? 'now' });
  try {
    return violations(method, url, status, all, parsed(all.get('content-type'), body));
  } catch (error) {
    return [`not readable: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** Checks and records replies. Returns the violations, one line each. */
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

/** Checks and records the replies that other processes stored, and deletes their files. Returns the violations. */
export function checkSent(folder = ownFolder): string[] {
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(folder).filter((name) => name.endsWith('.sent'));
  return files.flatMap((name) => {
    const file = join(folder, name);
    // A killed process may have left an incomplete line, which is ignored.
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
