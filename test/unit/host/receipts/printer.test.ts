/** Printers that are there, off, silent, slow and in trouble: over real sockets, a real pseudo-terminal, a real pipe. */
import { spawnSync } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdtempSync, openSync, closeSync, readSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SerialPort } from 'serialport';
import { afterEach, describe, expect, test } from 'vitest';
import { parsePrinter, terminalAddressOf } from '../../../../electron/host/receipts/printer/address.ts';
import { Printer, type PrinterOptions } from '../../../../electron/host/receipts/printer/printer.ts';
import { askStatus, troubleOf } from '../../../../electron/host/receipts/printer/status.ts';
import { hasSocat, layCable } from '../../native/pty.ts';
import { standStill, until } from '../../native/support.ts';
import { FINE, openNetworkPrinter, type Answer } from './printer-simulator.ts';

const job = Uint8Array.from([
  0x1b,
  0x40,
  ...Buffer.from('Harbor Street Bakery\n50,27 \x80\n', 'latin1'),
  0x1d,
  0x56,
  0x01,
]);
const undo: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const task of undo.splice(0).reverse()) await task();
});

const printerAt = (address: string | null, change: Partial<PrinterOptions> = {}) => {
  const printer = new Printer({ address, now: () => Date.now(), isEscPos: true, ...change });
  undo.push(() => printer.close());
  return printer;
};

const networkPrinter = (answer: Answer | null = null) => openNetworkPrinter(undo, answer);

describe('addresses', () => {
  test.each([
    ['tcp://192.168.1.40:9100', { kind: 'tcp', host: '192.168.1.40', port: 9100 }],
    ['tcp://[fe80::1]:9100', { kind: 'tcp', host: 'fe80::1', port: 9100 }],
    ['tcp://receipts.shop.lan:9100', { kind: 'tcp', host: 'receipts.shop.lan', port: 9100 }],
    ['serial:/dev/ttyUSB1@38400', { kind: 'serial', path: '/dev/ttyUSB1', baudRate: 38_400 }],
    ['serial:COM4@9600', { kind: 'serial', path: 'COM4', baudRate: 9600 }],
    ['path:/dev/usb/lp0', { kind: 'path', path: '/dev/usb/lp0' }],
    ['path:\\\\counter-2\\receipts', { kind: 'path', path: '\\\\counter-2\\receipts' }],
  ])('%s', (address, place) => expect(parsePrinter(address)).toEqual(place));

  test.each([
    ['tcp://[fe80::1]:9100', 'tcp:[fe80::1]:9100'],
    ['tcp://192.168.1.40:9100', 'tcp:192.168.1.40:9100'],
    ['serial:COM4@9600', 'serial:COM4'],
    ['path:/dev/ttyUSB1', 'serial:/dev/ttyUSB1'],
  ])('%s is where a terminal would be %s', (address, terminal) =>
    expect(terminalAddressOf(parsePrinter(address))).toBe(terminal),
  );

  test.each(['', '192.168.1.40', 'tcp:192.168.1.40:9100', 'tcp://host', 'tcp://host:0', 'tcp://host:70000', 'serial:/dev/ttyS0', 'serial:/dev/ttyS0@12', 'path:', 'http://host:9100'])(
    '%s is none',
    (address) => expect(() => parsePrinter(address)).toThrow(expect.objectContaining({ code: 'CFG_INVALID' })),
  ); // oxfmt-ignore
});

describe('in the network', () => {
  test('a printer that answers: asked before and after, and the bytes arrive as they are', async () => {
    const { address, jobs, asked } = await networkPrinter(() => FINE);
    await expect(printerAt(address).print(job)).resolves.toMatchObject({ printer: address, isConfirmed: true });
    await until(() => jobs.length === 1, 'the job');
    expect(jobs[0]).toEqual(Buffer.from(job));
    expect(asked()).toBe(6);
  });

  test('one that never answers: printed without its word, and asked no more', async () => {
    const { address, jobs, asked } = await networkPrinter();
    const printer = printerAt(address);
    await expect(printer.print(job)).resolves.toMatchObject({ isConfirmed: false });
    await printer.print(job);
    await until(() => jobs.length === 2, 'both jobs');
    expect(asked()).toBe(3);
    expect(printer.state()).toMatchObject({ isBusy: false, last: { failure: null, isConfirmed: false } });
  });

  test.each([
    ['paper', (question: number) => (question === 4 ? FINE | 0x60 : FINE)],
    ['cover', (question: number) => (question === 2 ? FINE | 0x04 : FINE)],
    ['offline', (question: number) => (question === 1 ? FINE | 0x08 : FINE)],
  ] as const)('%s: said before anything is printed', async (reason, answer) => {
    const { address, jobs } = await networkPrinter(answer);
    const printer = printerAt(address);
    await expect(printer.print(job)).rejects.toMatchObject({
      code: 'PRINTER_NOT_READY',
      context: { reason, isAfter: false },
    });
    await until(() => jobs.length === 1, 'the end of the connection');
    expect(jobs[0]).toHaveLength(0);
    expect(printer.state().last?.failure?.code).toBe('PRINTER_NOT_READY');
  });

  test('paper that ran out in the middle is found afterwards', async () => {
    const { address, jobs } = await networkPrinter((question, asked) => (asked >= 3 && question === 4 ? FINE | 0x60 : FINE));
    await expect(printerAt(address).print(job)).rejects.toMatchObject({
      code: 'PRINTER_NOT_READY',
      context: { reason: 'paper', isAfter: true },
    });
    await until(() => jobs.length === 1, 'the job');
    expect(jobs[0]).toEqual(Buffer.from(job));
  }); // oxfmt-ignore

  test('off: nobody listens; a name nobody has; and it is reached again when it is back', async () => {
    const { address, server } = await networkPrinter();
    await new Promise((closed) => server.close(closed));
    const printer = printerAt(address);
    await expect(printer.print(job)).rejects.toMatchObject({ code: 'PRINTER_UNREACHABLE', context: { why: 'ECONNREFUSED' } });
    await expect(printerAt('tcp://printer.invalid:9100').print(job)).rejects.toMatchObject({ code: 'PRINTER_UNREACHABLE' });
    await new Promise<void>((resolve) => server.listen(Number(address.split(':')[2]), '127.0.0.1', resolve));
    await expect(printer.print(job)).resolves.toMatchObject({ printer: address });
  }); // oxfmt-ignore

  test('no answer to the connection at all', async () => {
    // An address of a test network (RFC 5737): packets to it go nowhere, or are refused at once.
    const printer = printerAt('tcp://192.0.2.1:9100', { openWithinMs: 60 });
    await expect(printer.print(job)).rejects.toMatchObject({ code: 'PRINTER_UNREACHABLE' });
  });

  test('slow: takes a big job in small bites, and in time', async () => {
    const taken: number[] = [];
    const server = createServer({ pauseOnConnect: true }, (socket) => {
      const bite = setInterval(() => taken.push((socket.read(200_000) as Buffer | null)?.length ?? 0), 5);
      socket.on('close', () => clearInterval(bite));
      socket.on('error', () => undefined);
      socket.on('end', () => socket.end());
      socket.on('readable', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    undo.push(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const big = new Uint8Array(12_000_000).fill(0x41);
    await expect(printerAt(`tcp://127.0.0.1:${port}`).print(big)).resolves.toMatchObject({ isConfirmed: false });
    expect(taken.length).toBeGreaterThan(2);
  });

  test('takes nothing: given up after its time, and the next job is its own', async () => {
    const sockets: Socket[] = [];
    const server = createServer({ pauseOnConnect: true }, (socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    undo.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const printer = printerAt(`tcp://127.0.0.1:${port}`, { jobWithinMs: 1_500 });
    const big = new Uint8Array(40_000_000);
    await expect(printer.print(big)).rejects.toMatchObject({ code: 'PRINTER_TIMEOUT', context: { withinMs: 1_500 } });
    await expect(printer.print(job)).resolves.toMatchObject({ isConfirmed: false });
    expect(sockets).toHaveLength(2);
  });

  test('hangs up in the middle', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.resetAndDestroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    undo.push(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const big = new Uint8Array(40_000_000);
    await expect(printerAt(`tcp://127.0.0.1:${port}`).print(big)).rejects.toMatchObject({ code: 'PRINTER_UNREACHABLE' });
  }); // oxfmt-ignore

  test('one job after another, in the order they were asked for, each with its own connection', async () => {
    let open = 0;
    let most = 0;
    const { address, jobs, server } = await networkPrinter();
    server.on('connection', (socket: Socket) => {
      open += 1;
      most = Math.max(most, open);
      socket.on('close', () => (open -= 1));
    });
    const printer = printerAt(address);
    const texts = ['first', 'second', 'third', 'fourth'];
    const printed = texts.map((text) => printer.print(Buffer.from(text)));
    expect(printer.state().isBusy).toBe(true);
    await Promise.all(printed);
    await until(() => jobs.length === texts.length, 'all jobs');
    expect(jobs.map(String)).toEqual(texts);
    expect(most).toBe(1);
    expect(printer.state().isBusy).toBe(false);
  });

  test('a failure of one job is not the next one’s', async () => {
    let isOut = true;
    const { address } = await networkPrinter((question) => (isOut && question === 4 ? FINE | 0x60 : FINE));
    const printer = printerAt(address);
    await expect(printer.print(job)).rejects.toMatchObject({ code: 'PRINTER_NOT_READY' });
    isOut = false;
    await expect(printer.print(job)).resolves.toMatchObject({ isConfirmed: true });
  });
});

test('none configured, and a till that is closing', async () => {
  await expect(printerAt(null).print(job)).rejects.toMatchObject({ code: 'PRINTER_NOT_CONFIGURED' });
  const { address } = await networkPrinter();
  const printer = printerAt(address);
  await printer.close();
  await expect(printer.print(job)).rejects.toMatchObject({ code: 'HOST_STOPPING' });
});

test('what a status means, worst first', () => {
  expect(troubleOf([FINE, FINE, FINE])).toBeNull();
  expect(troubleOf([FINE | 0x08, FINE | 0x04, FINE | 0x60])).toBe('paper');
  expect(troubleOf([FINE | 0x08, FINE | 0x04, FINE])).toBe('cover');
  expect(troubleOf([FINE | 0x08, FINE | 0x40, FINE])).toBe('error');
  // Paper near its end is no reason not to print.
  expect(troubleOf([FINE, FINE, FINE | 0x0c])).toBeNull();
});

describe.skipIf(!hasSocat)('on a serial line', () => {
  /** A cable, and the printer's end of it, open. */
  async function line() {
    const cable = await layCable();
    undo.push(() => cable.pull());
    const far = new SerialPort({ path: cable.far, baudRate: 38_400 });
    undo.push(() => new Promise<void>((closed) => far.close(() => closed())));
    await new Promise((opened) => far.once('open', opened));
    return { cable, far };
  }

  test('the bytes arrive at the other end', async () => {
    const { cable, far } = await line();
    const heard: Buffer[] = [];
    far.on('data', (chunk: Buffer) => heard.push(chunk));
    const printer = printerAt(`serial:${cable.near}@38400`, { isEscPos: false });
    await expect(printer.print(job)).resolves.toMatchObject({ isConfirmed: false });
    await until(() => Buffer.concat(heard).length >= job.length, 'the job');
    expect(Buffer.concat(heard)).toEqual(Buffer.from(job));
    // The port was let go of: the next job opens it anew.
    await expect(printer.print(job)).resolves.toBeTruthy();
  });

  test('bytes still under way when the job is done arrive: letting go of the port does not throw them away', async () => {
    const { cable, far } = await line();
    const heard: Buffer[] = [];
    far.on('data', (chunk: Buffer) => heard.push(chunk));
    const goOn = cable.hold();
    await printerAt(`serial:${cable.near}@38400`, { isEscPos: false }).print(job);
    goOn();
    await until(() => Buffer.concat(heard).length >= job.length, 'the job');
    expect(Buffer.concat(heard)).toEqual(Buffer.from(job));
  });

  test('it answers how it is', async () => {
    const { cable, far } = await line();
    far.on('data', (chunk: Buffer) => {
      for (const [at, byte] of chunk.entries()) {
        if (byte === 0x10 && chunk[at + 1] === 0x04) far.write(Uint8Array.of(chunk[at + 2] === 4 ? FINE | 0x60 : FINE));
      }
    });
    const printer = printerAt(`serial:${cable.near}@38400`);
    await expect(printer.print(job)).rejects.toMatchObject({ context: { reason: 'paper', isAfter: false } });
  });

  /** The printer's port in another program's hands. */
  async function heldBySomebody(path: string): Promise<() => Promise<void>> {
    const holder = new SerialPort({ path, baudRate: 115_200 });
    await new Promise((opened) => holder.once('open', opened));
    let isFree = false;
    const free = async (): Promise<void> => {
      if (isFree) return;
      isFree = true;
      await new Promise<void>((closed) => holder.close(() => closed()));
    };
    undo.push(free);
    return free;
  }

  test('a port that somebody else has for a moment is waited for', async () => {
    const { cable, far } = await line();
    const heard: Buffer[] = [];
    far.on('data', (chunk: Buffer) => heard.push(chunk));
    const free = await heldBySomebody(cable.near);
    const printed = printerAt(`serial:${cable.near}@38400`, { isEscPos: false }).print(job);
    setTimeout(() => void free(), 400);
    await expect(printed).resolves.toBeTruthy();
    await until(() => Buffer.concat(heard).length >= job.length, 'the job');
    expect(Buffer.concat(heard)).toEqual(Buffer.from(job));
  });

  test('a port that stays in use is said to be, once its time is over', async () => {
    const { cable } = await line();
    await heldBySomebody(cable.near);
    const printer = printerAt(`serial:${cable.near}@38400`, { openWithinMs: 300 });
    const startedAt = performance.now();
    await expect(printer.print(job)).rejects.toMatchObject({
      code: 'PRINTER_UNREACHABLE',
      context: { why: 'another program has it open' },
    });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(290);
  });

  test('no such port', async () => {
    const printer = printerAt('serial:/dev/tty-not-there@9600');
    await expect(printer.print(job)).rejects.toMatchObject({ code: 'PRINTER_UNREACHABLE' });
  });
});

describe.skipIf(process.platform === 'win32')('behind a file', () => {
  const pipe = (): { path: string; folder: string } => {
    const folder = mkdtempSync(join(tmpdir(), 'tillbridge-printer-'));
    undo.push(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'lp0');
    spawnSync('mkfifo', [path]);
    return { path, folder };
  };

  test('the bytes arrive', async () => {
    const { path } = pipe();
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    undo.push(() => closeSync(reader));
    await printerAt(`path:${path}`).print(job);
    const heard = Buffer.alloc(200);
    expect(heard.subarray(0, readSync(reader, heard))).toEqual(Buffer.from(job));
  });

  test('a device that takes no more is given up in time, and no thread waits for it', async () => {
    const { path } = pipe();
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    undo.push(() => closeSync(reader));
    const printer = printerAt(`path:${path}`, { jobWithinMs: 200 });
    // More than a pipe holds.
    const stuck = await Promise.allSettled(Array.from({ length: 6 }, () => printer.print(new Uint8Array(300_000))));
    for (const one of stuck) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'PRINTER_TIMEOUT' } });
    // Every thread is free: a plain file is read at once.
    const plain = join(path, '..', 'plain');
    writeFileSync(plain, 'x');
    await printerAt(`path:${plain}`).print(Buffer.from('printed'));
    expect(readFileSync(plain, 'utf8')).toBe('printed');
  });

  test('nothing there: it is not made, and said to be unreachable', async () => {
    const { folder, path } = pipe();
    await expect(printerAt(`path:${join(folder, 'lp9')}`).print(job)).rejects.toMatchObject({
      code: 'PRINTER_UNREACHABLE',
      context: { why: 'ENOENT' },
    });
    // A pipe that nobody reads is a printer that is off.
    await expect(printerAt(`path:${path}`).print(job)).rejects.toMatchObject({ context: { why: 'ENXIO' } });
  });
});

test('what a printer answered while this process stood still counts', async () => {
  let hear: (bytes: Uint8Array) => void = () => undefined;
  const asked = askStatus(
    {
      canAnswer: true,
      onData: (listener) => {
        hear = listener;
        return () => undefined;
      },
      // Its answer lies here as an operating system's does: to be read after the timers.
      write: async () =>
        void open(import.meta.filename).then((file) => {
          hear(Uint8Array.of(0x12, 0x12, 0x12));
          return file.close();
        }),
      drain: async () => undefined,
      close: async () => undefined,
    },
    100,
  );
  standStill(250);
  expect(await asked).toBe('fine');
});
