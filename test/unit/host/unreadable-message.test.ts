/** The host as a process, and an unreadable message from its starter: before the start, and while running. */
import { fork, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FromHost } from '../../../electron/starter/index.ts';
import { program } from '../../fixtures/programs.ts';
import { hostConfig } from './host-config.ts';
import { temporaryFolder } from '../../fixtures/folder.ts';

let folder: string;
let host: ChildProcess;
let said: FromHost[];

beforeEach(() => {
  folder = temporaryFolder('tillbridge-unreadable-');
  host = fork(program('electron/host/main.ts'), { stdio: 'ignore' });
  said = [];
  host.on('message', (message: FromHost) => void said.push(message));
});
afterEach(() => {
  host.kill('SIGKILL');
});

const saysSoon = (wanted: object) =>
  vi.waitFor(() => expect(said).toContainEqual(expect.objectContaining(wanted)), { timeout: 60_000 });

test(
  'a running host logs an unreadable message, reports nothing fatal and keeps answering',
  { timeout: 180_000 },
  async () => {
    host.send({ type: 'config', config: hostConfig(folder) });
    await saysSoon({ type: 'ready' });
    host.send({ type: 'update', update: 'not of this version' });
    host.send({ type: 'closing' });
    await saysSoon({ type: 'closing', isIdle: true });
    expect(said.map(({ type }) => type)).not.toContain('fatal');
    expect(host.exitCode).toBeNull();
    const logs = join(folder, 'logs');
    await vi.waitFor(
      () => {
        const text = readdirSync(logs)
          .map((name) => readFileSync(join(logs, name), 'utf8'))
          .join('');
        expect(text).toContain('a message of the starter cannot be read');
      },
      { timeout: 60_000 },
    );
    host.send({ type: 'stop' });
    await vi.waitFor(() => expect(host.exitCode).toBe(0), { timeout: 60_000 });
  },
);

test('a host that has not started reports an unreadable message and ends', { timeout: 180_000 }, async () => {
  host.send({ type: 'config', config: { dataDir: 7 } });
  await saysSoon({ type: 'fatal', failure: expect.objectContaining({ code: 'CFG_INVALID' }) as unknown });
  await vi.waitFor(() => expect(host.exitCode).toBe(1), { timeout: 60_000 });
});
