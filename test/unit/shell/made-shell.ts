/** A shell over the simulated Electron, in its own folder. Test files that use it mock `electron` themselves. */
import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { Shell } from '../../../electron/shell/shell.ts';
import { systemClock } from '../../../electron/domain/index.ts';
import { Secrets } from '../../../electron/config/index.ts';
import { type ProgramLocation } from '../../../electron/starter/index.ts';
import { ipcMain, resetElectron, StandInUtility, StandInWindow } from './stand-in-electron.ts';

const till = { name: 'T', shop: 'S', currency: 'USD', locale: 'en', maxAmountMinor: 100, cardTimeoutMs: 60_000 };
/** First output lines of sandbox and practice terminal. */
export const sandboxLine = Buffer.from(
  `${JSON.stringify({ url: 'http://127.0.0.1:4001', username: 'U', password: 'P', merchant: 'M', processor: 'DUMMY_V1' })}\n`,
);
export const simulatorLine = Buffer.from(
  `${JSON.stringify({ address: 'tcp:127.0.0.1:9001', serialNumber: 'B61378A', model: 'M', control: '127.0.0.1:9002' })}\n`,
);

export let folder: string;
const shells: Shell[] = [];
/** Source of signals; a new source for each test. */
export let program: EventEmitter;
beforeEach(() => {
  program = new EventEmitter();
  folder = mkdtempSync(join(tmpdir(), 'tillbridge shell '));
  mkdirSync(join(folder, 'renderer'));
  writeFileSync(join(folder, 'renderer/index.html'), '<title>UI</title>');
});
afterEach(async () => {
  for (const child of StandInUtility.all) child.end(0);
  await Promise.all(shells.splice(0).map((shell) => shell.stop()));
  resetElectron();
  rmSync(folder, { recursive: true });
});

export const turns = async (count = 10): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

export function makeShell(more: { isKiosk?: boolean; opensDisplay?: boolean; ground?: ProgramLocation } = {}) {
  const announced: string[] = [];
  const said: string[] = [];
  const messages: string[] = [];
  const shell = new Shell({
    dataDir: folder,
    isKiosk: more.isKiosk ?? false,
    isVerbose: false,
    opensDisplay: more.opensDisplay ?? true,
    version: '1.2.3',
    rendererDir: join(folder, 'renderer'),
    preload: '/app/preload.cjs',
    entries: { host: '/app/host.js', sandbox: '/app/sandbox.js', simulator: '/app/simulator.js' },
    settings: async () => ({ mode: 'training', till, platform: null, terminals: [] }),
    ground: more.ground ?? null,
    secrets: new Secrets({ dataDir: folder, env: {}, places: [], clock: systemClock, now: () => 0 }),
    say: (line) => said.push(line),
    messages: { up: () => messages.push('up'), failureShown: () => messages.push('told') },
    announce: (line) => announced.push(line),
    program: program as unknown as NodeJS.Process,
  });
  shells.push(shell);
  return { shell, announced, said, messages };
}

/** Makes sandbox and practice terminal ready, so that the host is started. */
export async function helpersReady(): Promise<void> {
  await turns();
  StandInUtility.last('/app/sandbox.js').stdout.emit('data', sandboxLine);
  StandInUtility.last('/app/simulator.js').stdout.emit('data', simulatorLine);
  await turns();
}

export const window = (): StandInWindow => {
  const made = StandInWindow.all.at(-1);
  if (!made) throw new Error('no window');
  return made;
};
export const pageReady = (sender = window().webContents, frame: unknown = sender.mainFrame): boolean =>
  ipcMain.emit('page/ready', { sender, senderFrame: frame });
