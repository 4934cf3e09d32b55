/**
 * Preloaded into the processes that tests start (NODE_OPTIONS, see reply-setup.ts). If the process is a sandbox, it
 * records each reply unchecked. check-sent.ts checks all replies at the end of the run: reading the document and
 * building its validators takes longer than most of these processes run.
 */
import { channel } from 'node:diagnostics_channel';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env['TILLBRIDGE_REPLIES'] ?? join(import.meta.dirname, '../results/replies');

channel('tillbridge.sandbox.reply').subscribe((reply) => {
  const { method, url, status, headers, body } = /** @type {import('./reply-record.ts').SentReply} */ (reply);
  const line = JSON.stringify({ method, url, status, headers, body: Buffer.from(body).toString('base64') });
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}.sent`), `${line}\n`);
});
