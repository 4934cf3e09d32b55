/**
 * A failed start: the message that the user sees, and the retries.
 * @module-tag own-process
 */
import { expect, test, vi } from 'vitest';

vi.mock('electron', () => import('./stand-in-electron.ts'));

const { StandInUtility, app, dialog } = await import('./stand-in-electron.ts');
const { failShell } = await import('../../../electron/shell/shell.ts');
const { helpersReady, makeShell, pageReady, sandboxLine, simulatorLine, turns, window } =
  await import('./made-shell.ts');

/** The first start of a host that reports a fatal failure, run as main.ts does. */
async function failing(isKiosk: boolean) {
  const { shell, said, announced, messages } = makeShell({ isKiosk });
  const run = shell.run();
  await helpersReady();
  const host = StandInUtility.last('/app/host.js');
  host.emit('message', { type: 'fatal', failure: { code: 'CFG_INVALID', message: 'No such currency' } });
  host.end(1);
  const failed = run.catch((error: unknown) => failShell(shell, error, (line) => said.push(line)));
  await turns();
  expect(said).toEqual(['No such currency (CFG_INVALID)']);
  expect(announced).toEqual([]);
  // The other shell is not tried: it would fail the same way.
  expect(messages).toEqual(['told']);
  expect(StandInUtility.all.some((child) => child.isAlive)).toBe(false);
  return failed;
}

test('a host that cannot start leaves the shell with the reason until it was read, and no process running', async () => {
  const failed = failing(false);
  await turns(30);
  expect(dialog.asked).toMatchObject([
    { message: 'Tillbridge could not start.', detail: expect.stringContaining('No such currency (CFG_INVALID)') },
  ]);
  expect(app.exitCode).toBeUndefined();
  dialog.answer(0);
  await failed;
  expect(app.exitCode).toBe(1);
});

test('a host that cannot start ends a kiosk at once, because its users cannot act on a message', async () => {
  await failing(true);
  expect(dialog.asked).toEqual([]);
  expect(app.exitCode).toBe(1);
});

test.each([
  ['JRNL_CORRUPT', 'The journal is damaged'],
  ['JRNL_IN_USE', 'Another Tillbridge is running with this data folder.'],
])('%s at the first start leaves the window open with the reason, and the host is retried', async (code, message) => {
  const { shell, announced } = makeShell();
  const run = shell.run();
  await helpersReady();
  const host = StandInUtility.last('/app/host.js');
  host.emit('message', { type: 'fatal', failure: { code, message } });
  host.end(1);
  await turns();
  pageReady(); // a page that loads later also gets the code
  expect(window().webContents.sent).toEqual([['host/stopped', code]]);
  expect(app.exitCode).toBeUndefined();
  const next = StandInUtility.last('/app/host.js');
  expect(next).not.toBe(host);
  next.emit('message', { type: 'ready', socket: '', epoch: 'two' });
  await run;
  expect(announced).toHaveLength(1);
  expect(window().webContents.posted).toHaveLength(1);
});

test('sandbox records in use by another program are shown too in training, and the start continues', async () => {
  const { shell, announced } = makeShell();
  const run = shell.run();
  await turns();
  const sandbox = StandInUtility.last('/app/sandbox.js');
  const failure = { code: 'JRNL_IN_USE', message: 'Another sandbox uses it' };
  sandbox.stdout.emit('data', Buffer.from(`${JSON.stringify({ failure })}\n`));
  sandbox.end(1);
  StandInUtility.last('/app/simulator.js').stdout.emit('data', simulatorLine);
  await turns();
  pageReady();
  expect(window().webContents.sent).toEqual([['host/stopped', 'JRNL_IN_USE']]);
  StandInUtility.last('/app/sandbox.js').stdout.emit('data', sandboxLine);
  await turns();
  StandInUtility.last('/app/host.js').emit('message', { type: 'ready', socket: '', epoch: 'one' });
  await run;
  expect(announced).toHaveLength(1);
  // A later failure of the sandbox does not stop a screen with a host.
  StandInUtility.last('/app/sandbox.js').end(1);
  const again = StandInUtility.last('/app/sandbox.js');
  again.stdout.emit('data', Buffer.from(`${JSON.stringify({ failure })}\n`));
  again.end(1);
  await turns();
  expect(window().webContents.sent).toHaveLength(1);
});

test('an installed till started with a debugging port exits before it begins', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  app.switches.add('remote-debugging-port');
  await import('../../../electron/shell/main.ts');
  expect(said.mock.calls.join()).toContain('--remote-debugging-port would let other programs use the till');
  expect(app.exitCode).toBe(1);
  expect(app.switches.size).toBe(0);
  expect(StandInUtility.all).toEqual([]);
  said.mockRestore();
});
