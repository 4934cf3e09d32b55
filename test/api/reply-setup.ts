/**
 * Runs in every test file. It records the replies of sandboxes in this process and checks them when the file ends.
 * Processes that the tests start record their own (reply-watch.mjs); build/scripts/test.mjs checks those at the end.
 */
import { channel } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect } from 'vitest';
import type { SentReply } from './reply-record.ts';

const replies: SentReply[] = [];
const keep = (reply: unknown): void => void replies.push(reply as SentReply);
channel('tillbridge.sandbox.reply').subscribe(keep);

const preload = `--import=${pathToFileURL(join(import.meta.dirname, 'reply-watch.mjs')).href}`;
const options = process.env['NODE_OPTIONS'] ?? '';
if (!options.includes(preload)) process.env['NODE_OPTIONS'] = `${options} ${preload}`.trim();

afterAll(async () => {
  // The next file in this process records its own replies.
  channel('tillbridge.sandbox.reply').unsubscribe(keep);
  if (replies.length === 0) return;
  const { record } = await import('./reply-record.ts');
  expect(record(replies), 'replies of the sandbox that are not as documented').toEqual([]);
});
