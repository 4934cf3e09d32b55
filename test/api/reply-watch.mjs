/**
 * Preloaded into the processes tests start (NODE_OPTIONS, see reply-setup.ts): where one turns out to be a sandbox, each of
 * its replies is kept as it was sent. check-sent.ts checks them all at the end of the run: reading the document and making its
 * validators costs more than most of these processes do.
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
