/**
 * Preloaded into the processes tests start (NODE_OPTIONS, see reply-setup.ts): where one turns out to be a sandbox, each of
 * its replies is checked and written down. The checks are loaded with the first reply, so that others pay nothing.
 */
import { channel } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';

/** @type {((replies: unknown[]) => string[]) | undefined} */
let record;

channel('tillbridge.sandbox.reply').subscribe((reply) => {
  record ??= createRequire(import.meta.url)('./reply-record.ts').record;
  record?.([reply]);
});
