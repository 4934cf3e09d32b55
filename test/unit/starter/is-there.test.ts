import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { isProcessAlive } from '../../../electron/starter/index.ts';

test('a process exists until it has ended, and this process exists', async () => {
  expect(isProcessAlive(process.pid)).toBe(true);
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const ended = new Promise((done) => child.once('exit', done));
  expect(isProcessAlive(child.pid ?? 0)).toBe(true);
  child.kill('SIGKILL');
  await ended;
  expect(isProcessAlive(child.pid ?? 0)).toBe(false);
});
