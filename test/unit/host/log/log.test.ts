import { mkdtempSync, readFileSync, existsSync, rmSync, statSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  FileSink,
  createLogger,
  createLogHub,
  createRedactor,
  type LogSink,
} from '../../../../electron/host/log/index.ts';
import { othersMay } from '../../../fixtures/system.ts';

const clock = { now: () => Date.UTC(2026, 10, 21, 3, 51, 48, 123) };

function memorySink(): LogSink & { lines: string[]; isClosed: boolean } {
  const sink = {
    lines: [] as string[],
    isClosed: false,
    write: (line: string) => void sink.lines.push(line),
    close: () => {
      sink.isClosed = true;
    },
  };
  return sink;
}

describe('logger and hub', () => {
  it('writes one JSON object per line', () => {
    const hub = createLogHub({ clock });
    const sink = memorySink();
    hub.install(sink);
    createLogger('platform', hub).warn('asked\nagain', { device: 'DV1', tries: 2 });
    expect(sink.lines).toHaveLength(1);
    expect(sink.lines[0]).not.toContain('\n');
    expect(JSON.parse(sink.lines[0] ?? '')).toEqual({
      at: '2026-11-21T03:51:48.123Z',
      level: 'warn',
      topic: 'platform',
      message: 'asked\nagain',
      context: { device: 'DV1', tries: 2 },
    });
  });

  it('keeps lines written before the first sink, and passes them on once', () => {
    const hub = createLogHub({ clock });
    const log = createLogger('host', hub);
    log.info('first');
    const sink = memorySink();
    const remove = hub.install(sink);
    log.info('second');
    const late = memorySink();
    hub.install(late);
    expect(sink.lines.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual(['first', 'second']);
    expect(late.lines).toEqual([]);
    remove();
    expect(sink.isClosed).toBe(true);
    log.info('third');
    expect(sink.lines).toHaveLength(2);
    expect(hub.recent(2)).toHaveLength(2);
    hub.close();
    expect(late.isClosed).toBe(true);
  });

  it('keeps a limited number of lines in memory and drops those below its level', () => {
    const hub = createLogHub({ clock, ringSize: 3, level: 'info' });
    const log = createLogger('host', hub);
    log.debug('unseen');
    for (let n = 1; n <= 5; n += 1) log.info(`line ${n}`);
    expect(hub.recent().map((line) => (JSON.parse(line) as { message: string }).message)).toEqual([
      'line 3',
      'line 4',
      'line 5',
    ]);
  });

  it('accepts any context', () => {
    const hub = createLogHub({ clock });
    const log = createLogger('host', hub);
    const circular: Record<string, unknown> = { n: 1n, bytes: Buffer.from('abc'), when: new Date(0), fn: () => 1 };
    circular['self'] = circular;
    log.error('odd', circular);
    log.error('odd', {
      get broken(): string {
        throw new Error('no');
      },
    });
    log.error('long', { list: Array.from({ length: 500 }, (_, n) => `${n}-`.repeat(400)) });
    const lines = hub.recent().map((line) => JSON.parse(line) as { context: Record<string, unknown> });
    expect(lines[0]?.context).toMatchObject({ n: '1', bytes: '[3 bytes]', self: '[circular]' });
    expect(lines[1]?.context).toEqual({ unreadable: 'Error' });
    expect(hub.recent()[2]?.length).toBeLessThan(20_000);
  });
});

describe('redaction', () => {
  const redactor = createRedactor({ homeDirectory: '/srv/till', secrets: ['correct-horse-battery'] });

  it.each([
    ['Authorization: Basic VVNlcjpwYXNzd29yZA==', 'VVNlcjpwYXNzd29yZA'],
    ['{"authorization":"Bearer abcdef0123456789"}', 'abcdef0123456789'],
    ['sent Basic VVNlcjpwYXNzd29yZA== along', 'VVNlcjpwYXNzd29yZA'],
    ['authorization=s3cr3tvalue99', 's3cr3tvalue99'],
    ['https://US123:hunter2hunter@platform.example/devices', 'hunter2hunter'],
    ['password=hunter2&x=1', 'hunter2'],
    ['"secret_signing_key": "abc123def456"', 'abc123def456'],
    ['GET /?token=1f2e3d4c5b6a HTTP/1.1', '1f2e3d4c5b6a'],
    ['set-cookie: till=abcdef; Path=/', 'abcdef'],
    ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'eyJzdWIiOiIxIn0'],
    ['oops correct-horse-battery', 'correct-horse-battery'],
    ['ENOENT /srv/till/data/journal.db', '/srv/till'],
    ['at file:///home/alice/app/main.ts:3', 'alice'],
    ['C:\\Users\\Alice\\AppData', 'Alice'],
    ['card 4111 1111 1111 1111', '1111'],
    ['frame 5A0841111111111111115F3401', '411111'],
  ])('hides the secret in %s', (text, secret) => {
    expect(redactor.text(text)).not.toContain(secret);
    expect(JSON.stringify(redactor.value({ deep: [{ text }] }))).not.toContain(secret);
    expect(JSON.stringify(redactor.value(new Error(text, { cause: new Error(text) })))).not.toContain(secret);
  });

  it('also depends on field names', () => {
    const redacted = JSON.stringify(
      redactor.value({
        password: 'p1',
        apiKey: 'p2',
        payment_instrument: { encrypted_emv_data: 'F9AABB', emv_data_key_serial_number: 'FFFF9876543210E00001' },
        headers: { Authorization: 'p3 p3', Cookie: 'p4' },
        number: 4111111111111111,
        pin: 1234,
      }),
    );
    for (const secret of ['"p1"', '"p2"', 'p3', 'p4', 'F9AABB', '4111111111111111', '1234']) {
      expect(redacted).not.toContain(secret);
    }
  });

  it('leaves text that support needs', () => {
    const context = {
      attempt: '01936f0a-1234-7abc-8def-0123456789ab',
      authorization: 'AUkX3vT1bQ9mZ2cY7pL5',
      transfer: null,
      at: '2026-11-21T03:51:48.123Z',
      epochMs: 1_795_319_508_123,
      amountMinor: 1234,
      hasToken: true,
      device: 'DVrq8vT1bQ9mZ2cY7pL5',
      lastFour: '1111',
      path: '/srv/tillbridge/data',
    };
    expect(redactor.value(context)).toEqual(context);
    const text = 'attempt 01936f0a-1234-7abc-8def-0123456789ab authorization=AUkX3vT1bQ9mZ2cY7pL5 12.34 USD';
    expect(redactor.text(text)).toBe(text);
  });

  it('applies to every line before it is stored', () => {
    const hub = createLogHub({ clock });
    hub.protect('s3cret-of-the-day');
    const sink = memorySink();
    hub.install(sink);
    createLogger('payments', hub).info('sale with 4111111111111111', {
      note: 's3cret-of-the-day',
      n: 5454545454545454,
    });
    const kept = `${sink.lines.join('')}${hub.recent().join('')}`;
    expect(kept).not.toMatch(/4111111111111111|s3cret-of-the-day|5454545454545454/);
  });
});

describe('rotating file', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'till-log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('appends, rotates at its size and keeps a limited number of old files', () => {
    const path = join(folder, 'logs', 'till.log');
    const sink = new FileSink({ path, maxBytes: 100, keep: 2 });
    for (let n = 0; n < 42; n += 1) sink.write(`{"n":${String(n).padStart(12, '0')}}`);
    sink.close();
    expect(readFileSync(path, 'utf8')).toContain('000041');
    expect(existsSync(`${path}.1`)).toBe(true);
    expect(existsSync(`${path}.2`)).toBe(true);
    expect(existsSync(`${path}.3`)).toBe(false);
    for (const file of [path, `${path}.1`, `${path}.2`]) expect(statSync(file).size).toBeLessThanOrEqual(100);
    expect(statSync(path).mode & 0o077).toBe(othersMay);
    const again = new FileSink({ path, maxBytes: 100, keep: 2 });
    again.write('{"n":"continued"}');
    again.close();
    expect(readFileSync(path, 'utf8')).toMatch(/000041[^]*continued/);
  });

  it('counts lines lost on a failing disk, and reports them once it works again', () => {
    const path = join(folder, 'till.log');
    mkdirSync(path);
    const sink = new FileSink({ path });
    for (let n = 0; n < 10; n += 1) sink.write(`{"n":${n}}`);
    // Windows has several codes for this error.
    const lastError: unknown = process.platform === 'win32' ? expect.stringMatching(/^E[A-Z]+$/) : 'EISDIR';
    expect(sink.status()).toEqual({ lost: 10, lastError });
    rmSync(path, { recursive: true });
    for (let n = 0; n < 60; n += 1) sink.write(`{"n":${n}}`);
    expect(sink.status().lastError).toBeNull();
    expect(readFileSync(path, 'utf8')).toContain('log lines lost');
    sink.close();
    sink.write('{"after":"close"}');
    expect(readFileSync(path, 'utf8')).not.toContain('close"');
  });
});
