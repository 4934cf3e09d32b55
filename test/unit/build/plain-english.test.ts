import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { plainEnglishFaults } from '../../../build/lint/plain-english.mjs';
import { exempt, messageFaults } from '../../../build/lint/plain-messages.mjs';

const root = resolve(import.meta.dirname, '../../..');

describe('a comment', () => {
  it.each([
    'Nobody has seen what was shorter.',
    'Counts the terminals. Of a number, the digits.',
    'The till waits. Where a payment runs, it continues.',
    'Calls the listeners, which are told of the change.',
    '@param id What the platform calls it',
    'Nor does it change a payment.',
    'Each window has a session of its own.',
    'The new settings are in force at once.',
    'The wait is over.',
    'A message from outside is checked.',
    'The journal is ours.',
    'The card data are encrypted.',
    'A gateway proves nothing.',
    'The host dies and its requests are forgotten.',
    'A refusal is believed after a look-up.',
    'Whether the payment runs.',
    '@returns whether a value changed',
    '@param isAlone whether this is the only filter',
    'Null: the till has no platform.',
    'Id of the link; null: the link is unknown.',
    'Releases a hold. If the operator is absent, the window asks for a manager.',
  ])('is refused: %s', (comment) => {
    expect(plainEnglishFaults(`* ${comment}`)).not.toEqual([]);
  });

  it.each([
    'Id of the payment at the platform, or null before the platform has answered.',
    'Called when the terminal reconnects. The caller may retry at once.',
    'The platform\'s answer is late: `Nobody` is a name in code, and "Of" is a quotation.',
    'True if the payment runs. Without `operator`, the window asks whether a manager is present.',
    '@returns true if a value changed, or null if the file is unreadable',
    'Sends hours of data over a slow line; the data is read in blank lines.',
  ])('is accepted: %s', (comment) => {
    expect(plainEnglishFaults(`* ${comment}\n * `)).toEqual([]);
  });
});

describe('an English message', () => {
  const faults = (message: string, key = 'key') => messageFaults('part', { [key]: message });

  it.each([
    'Nobody was charged.',
    'By cable',
    'Where they are: serial:PATH.',
    'The receipt is printed. As the customer wishes.',
    'Who runs this shop?',
    '{count, plural, one {Nobody was charged.} other {{count} customers were charged.}}',
    '{host, select, none {The platform} other {Whose host is {host}}}',
  ])('is refused: %s', (message) => {
    expect(faults(message)).toEqual([expect.stringMatching(/^part\/key: "/)]);
  });

  it.each([
    'Nothing was charged.',
    'Ask the customer who paid.',
    '{who} was charged. {amount} is held.',
    '{count, plural, one {One payment} other {{count} payments}} of today',
  ])('is accepted: %s', (message) => {
    expect(faults(message)).toEqual([]);
  });

  it('is refused in its description too', () => {
    expect(faults('Of a payment.', '@key')).toEqual([expect.stringMatching(/^part\/@key: "Of"/)]);
  });

  it('is exempt by its id, with a reason, as long as a pattern would refuse it', () => {
    expect(messageFaults('signIn', { who: 'Who is at the till?' })).toEqual([]);
    expect(messageFaults('signIn', { who: 'Sign in' })).toEqual([expect.stringContaining('remove its exemption')]);
    for (const reason of exempt.values()) expect(reason.length).toBeGreaterThan(20);
  });
});

describe('npm run lint', () => {
  const folders: string[] = [];
  afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

  /** Runs the check of messages in a copy of the catalogues, with `planted` as additional messages. */
  function check(planted: Readonly<Record<string, string>>) {
    const folder = mkdtempSync(join(tmpdir(), 'plain-english-'));
    folders.push(folder);
    const catalogues = 'electron/words/messages/en';
    mkdirSync(join(folder, 'build'));
    cpSync(join(root, 'build/lint'), join(folder, 'build/lint'), { recursive: true });
    cpSync(join(root, catalogues), join(folder, catalogues), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const file = join(folder, catalogues, 'counter.json');
    const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    writeFileSync(file, JSON.stringify({ ...messages, ...planted }));
    const { status, stdout } = spawnSync(process.execPath, ['build/lint/plain-messages.mjs'], { cwd: folder });
    return { status, said: String(stdout) };
  }

  it('accepts the catalogues, and refuses a planted message', () => {
    expect(check({})).toEqual({ status: 0, said: '' });
    const { status, said } = check({ planted: 'Nobody was charged.' });
    expect(status).toBe(1);
    expect(said).toMatch(/^electron\/words\/messages\/en: counter\/planted: "Nobody": name the actor/);
  });

  it('runs the check of messages', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts['lint']).toMatch(/^oxlint .* && node build\/lint\/plain-messages\.mjs$/);
    expect(readFileSync(join(root, 'build/scripts/test.mjs'), 'utf8')).toContain("'build/lint/plain-messages.mjs'");
  });
});
