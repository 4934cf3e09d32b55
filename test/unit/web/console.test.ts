import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { ChildProcess } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { isInBackground, onEnter } from '../../../electron/web/enter-key.ts';
import { DEFAULT_PORT, parseFlags } from '../../../electron/web/flags.ts';
import { KioskWindow } from '../../../electron/web/kiosk.ts';
import { kioskCandidates, kioskCommand, openCommand } from '../../../electron/web/open-browser.ts';
import { StillClock } from '../starter/stand-ins.ts';

test('the program reads kiosk, port, data folder and terminals from its flags, and has defaults', () => {
  expect(parseFlags([])).toMatchObject({ isKiosk: false, opensBrowser: true, port: null, data: null, terminals: [] });
  expect(
    parseFlags(['--no-open', '--port', '0', '--data', 'a b', '--kiosk', '--terminal', 'hid:1', '--terminal', 'hid:2']),
  ).toMatchObject({ isKiosk: true, opensBrowser: false, port: 0, data: 'a b', terminals: ['hid:1', 'hid:2'] });
  expect(DEFAULT_PORT).toBeGreaterThan(1023);
});

test.each([
  [['--port', 'x'], /--port x is not a port number/],
  [['--port', '65536'], /is not a port number/],
  [['--port=-1'], /is not a port number/],
  [['--data', ''], /--data needs a folder/],
  [['--prot', '1'], /Unknown option '--prot'/],
  [['hello'], /Unexpected argument 'hello'/],
])('the program refuses the flags %o', (args, message) => {
  expect(() => parseFlags(args)).toThrow(message);
  expect(() => parseFlags(args)).toThrow(expect.objectContaining({ code: 'CFG_INVALID' }));
});

test('the program opens pages in the way of each system', () => {
  const url = '/data/open/a.html';
  expect(openCommand(url, 'linux')).toEqual({ file: 'xdg-open', args: [url] });
  expect(openCommand(url, 'darwin')).toEqual({ file: 'open', args: [url] });
  expect(openCommand(url, 'win32').args.at(-1)).toBe(`start "" "${url}"`);
});

test('the program gives the kiosk a profile of its own and no browser controls', () => {
  const { args } = kioskCommand('/b', '/data/open/a b.html', '/data/kiosk-browser');
  expect(args).toContain('--kiosk');
  // Windows puts the drive in front.
  expect(args).toContain(`--app=${pathToFileURL('/').href}data/open/a%20b.html`);
  expect(args).toContain('--user-data-dir=/data/kiosk-browser');
  expect(args).not.toContain('--no-sandbox');
  expect(kioskCandidates({ PATH: ['/a', '/b'].join(delimiter) }, 'linux').slice(0, 2)).toEqual(
    ['/a', '/b'].map((folder) => join(folder, 'chromium')),
  );
});

class StandInBrowser extends EventEmitter {
  readonly pid = 1;
  readonly stdio = [];
  readonly kills: string[] = [];
  kill(signal: string): boolean {
    this.kills.push(signal);
    return true;
  }
}

test('a closed kiosk window is opened again, more slowly if it keeps closing, and not after stop', async () => {
  const clock = new StillClock();
  const browsers: StandInBrowser[] = [];
  const start = () => {
    const browser = new StandInBrowser();
    browsers.push(browser);
    return browser as unknown as ChildProcess;
  };
  const kiosk = new KioskWindow({ clock, start });
  kiosk.open();
  browsers[0]?.emit('exit', 0);
  await clock.move(500);
  expect(browsers.length).toBe(2);
  browsers[1]?.emit('exit', 0);
  await clock.move(500);
  browsers[2]?.emit('error', new Error('gone'));
  browsers[2]?.emit('exit', 1);
  await clock.move(999);
  expect(browsers.length).toBe(3);
  await clock.move(1);
  expect(browsers.length).toBe(4);
  const stopped = kiosk.stop();
  expect(browsers[3]?.kills).toEqual(['SIGTERM']);
  await clock.move(3_000);
  expect(browsers[3]?.kills).toEqual(['SIGTERM', 'SIGKILL']);
  browsers[3]?.emit('exit', null);
  await stopped;
  await clock.move(10_000);
  expect(browsers.length).toBe(4);
});

test('the program asks for a link at Enter until the listener is removed', async () => {
  const stdin = new PassThrough() as unknown as NodeJS.ReadStream & PassThrough;
  let times = 0;
  const stopListening = onEnter(stdin, () => (times += 1));
  stdin.write('x');
  stdin.write('\n');
  await new Promise((resolve) => setImmediate(resolve));
  expect(times).toBe(1);
  stopListening();
  stdin.write('\n');
  await new Promise((resolve) => setImmediate(resolve));
  expect(times).toBe(1);
});

test('the program distinguishes a background job from a job in the foreground', () => {
  expect(isInBackground(() => '12 (node (x) y) S 1 12 5 34816 12 0')).toBe(false);
  expect(isInBackground(() => '12 (node (x) y) S 1 12 5 34816 99 0')).toBe(true);
  expect(isInBackground(() => '12 (node) S 1 12 5 0 -1 0')).toBe(false);
  expect(
    isInBackground(() => {
      throw new Error('no such file');
    }),
  ).toBe(false);
});
