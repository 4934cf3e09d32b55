/** The check of replies can fail: it reports every reply that does not match the document, in whole or in part. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { parsed, violations } from './document-check.ts';
import { checkSent } from './reply-record.ts';

const headers = {
  'content-type': 'application/hal+json',
  'x-request-id': 'r',
  date: 'd',
  'service-apiuser-role': 'ROLE_ADMIN',
};
const check = (method: string, path: string, status: number, body: unknown, more: Record<string, string> = {}) =>
  violations(method, path, status, new Headers({ ...headers, ...more }), body);
const notFound = { total: 1, _embedded: { errors: [{ code: 'NOT_FOUND', logref: 'l', message: 'm' }] } };

test('a documented reply passes the check', () => {
  expect(check('GET', '/fees/FE1', 404, notFound)).toEqual([]);
  expect(check('DELETE', '/disputes/DI1/evidence/EV1', 204, undefined)).toEqual([]);
  expect(check('GET', '/files/FI1/download', 200, new Uint8Array(3), { 'content-type': 'image/png' })).toEqual([]);
});

test.each([
  ['a record that lacks a required field', check('GET', '/fees/FE1', 200, { id: 'FE1' })],
  ['a status that is not documented', check('GET', '/fees/FE1', 299, notFound)],
  ['a web page', check('GET', '/fees/FE1', 200, new Uint8Array(3), { 'content-type': 'text/html' })],
  ['a body where the document has none', check('DELETE', '/disputes/DI1/evidence/EV1', 204, {})],
  ['no request id', check('GET', '/fees/FE1', 404, notFound, { 'x-request-id': '' })],
  ['no role', check('GET', '/fees/FE1', 404, notFound, { 'service-apiuser-role': '' })],
  ['an error that differs from the envelope', check('GET', '/no/such/path', 404, { error: 'no' })],
])('%s is reported as a violation', (_, found) => {
  expect(found).not.toEqual([]);
});

test('bytes that differ from the declared JSON are reported as a violation', () => {
  expect(() => parsed('application/hal+json', Buffer.from('{"id":'))).toThrow(SyntaxError);
  expect(parsed('application/hal+json', Buffer.alloc(0))).toBeUndefined();
});

test('replies of a sandbox in another process are recorded there, and checked later, once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge replies '));
  const sent = (status: number) => ({
    method: 'GET',
    url: '/fees/FE1',
    status,
    headers,
    body: JSON.stringify(notFound),
  });
  const program = `
    const { channel } = await import('node:diagnostics_channel');
    for (const { body, ...reply } of ${JSON.stringify([sent(404), sent(299)])})
      channel('tillbridge.sandbox.reply').publish({ ...reply, body: Buffer.from(body) });`;
  try {
    const watch = pathToFileURL(join(import.meta.dirname, 'reply-watch.mjs')).href;
    const { status } = spawnSync(process.execPath, [`--import=${watch}`, '--input-type=module', '-e', program], {
      env: { ...process.env, NODE_OPTIONS: '', TILLBRIDGE_REPLIES: folder },
    });
    expect(status).toBe(0);
    expect(checkSent(folder)).toEqual([expect.stringContaining('GET /fees/FE1 299: undocumented status 299')]);
    const lines = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(lines.join('')).toMatch(/^\w+\t404\tok\n\w+\t299\tundocumented/);
    expect(checkSent(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
