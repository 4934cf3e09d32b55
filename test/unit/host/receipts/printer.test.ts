/** Printers that are ready, off, silent, slow and faulty: over real sockets, a real pseudo-terminal, a real pipe. */
import { spawnSync } from 'node:child_process';
import { constants } from 'node:fs';
import {
  closeSync,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SerialPort } from 'serialport';
import { afterEach, describe, expect, test } from 'vitest';
import { parsePrinter, terminalAddressOf } from '../../../../electron/host/receipts/printer/address.ts';
import { Printer, type PrinterOptions } from '../../../../electron/host/receipts/printer/printer.ts';
import { askStatus, troubleOf } from '../../../../electron/host/receipts/printer/status.ts';
import { mayBePrinter } from '../../../../electron/config/index.ts';
import { hasSocat, layCable } from '../../native/pty.ts';
import { standStill } from '../../native/support.ts';
import { FINE, openNetworkPrinter, type Answer } from './printer-simulator.ts';
import { until } from '../../../waiting.ts';

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

describe('the address of a printer', () => {
  test.each([
    ['tcp://192.168.1.40:9100', { kind: 'tcp', host: '192.168.1.40', port: 9100 }],
    ['tcp://[fe80::1]:9100', { kind: 'tcp', host: 'fe80::1', port: 9100 }],
    ['tcp://receipts.shop.lan:9100', { kind: 'tcp', host: 'receipts.shop.lan', port: 9100 }],
    ['serial:/dev/ttyUSB1@38400', { kind: 'serial', path: '/dev/ttyUSB1', baudRate: 38_400 }],
    ['serial:COM4@9600', { kind: 'serial', path: 'COM4', baudRate: 9600 }],
    ['path:/dev/usb/lp0', { kind: 'path', path: '/dev/usb/lp0' }],
    ['path:\\\\counter-2\\receipts', { kind: 'path', path: '\\\\counter-2\\receipts' }],
  ])('is parsed: %s', (address, place) => expect(parsePrinter(address)).toEqual(place));

  test.each([
    ['tcp://[fe80::1]:9100', 'tcp:[fe80::1]:9100'],
    ['tcp://192.168.1.40:9100', 'tcp:192.168.1.40:9100'],
    ['serial:COM4@9600', 'serial:COM4'],
    ['path:/dev/ttyUSB1', 'serial:/dev/ttyUSB1'],
  ])('is compared with terminals: %s is at %s', (address, terminal) =>
    expect(terminalAddressOf(parsePrinter(address))).toBe(terminal),
  );

  test.each([
    '',
    '192.168.1.40',
    'tcp:192.168.1.40:9100',
    'tcp://host',
    'tcp://host:0',
    'tcp://host:70000',
    'serial:/dev/ttyS0',
    'serial:/dev/ttyS0@12',
    'path:',
    'http://host:9100',
  ])('is refused: %s', (address) =>
    expect(() => parsePrinter(address)).toThrow(expect.objectContaining({ code: 'CFG_INVALID' })),
  );
});

describe('a printer in the network', () => {
  test('is queried before and after printing, and the bytes arrive unchanged', async () => {
    const { address, jobs, asked } = await networkPrinter(() => FINE);
    await expect(printerAt(address).print(job)).resolves.toMatchObject({ printer: address, isConfirmed: true });
    await until(() => jobs.length === 1, 'the job');
    expect(jobs[0]).toEqual(Buffer.from(job));
    expect(asked()).toBe(6);
  });

  test('prints without confirmation if it is silent, and is not queried again', async () => {
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
  ] as const)('is reported before printing with the fault "%s"', async (reason, answer) => {
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

  test('is still queried if its first answer is late, so that empty paper is noticed later', async () => {
    // The first three answers belong to the query before the first job.
    const { address } = await openNetworkPrinter(
      undo,
      (question, asked) => (question === 4 && asked > 5 ? FINE | 0x60 : FINE),
      (asked) => (asked < 3 ? 1_200 : 0),
    );
    const printer = printerAt(address, { timeoutFactor: 4 });
    expect(await printer.print(job)).toMatchObject({ isConfirmed: true });
    await expect(printer.print(job)).rejects.toMatchObject({ code: 'PRINTER_NOT_READY', context: { reason: 'paper' } });
  });

  test('reports after printing that the paper ran out', async () => {
    const { address, jobs } = await networkPrinter((question, asked) =>
      asked >= 3 && question === 4 ? FINE | 0x60 : FINE,
    );
    await expect(printerAt(address).print(job)).rejects.toMatchObject({
      code: 'PRINTER_NOT_READY',
      context: { reason: 'paper', isAfter: true },
    });
    await until(() => jobs.length === 1, 'the job');
    expect(jobs[0]).toEqual(Buffer.from(job));
  });

  test('is unreachable without a listener or with an unknown name, and reachable once it is back', async () => {
    const { address, server } = await networkPrinter();
    await new Promise((closed) => server.close(closed));
    const printer = printerAt(address);
    await expect(printer.print(job)).rejects.toMatchObject({
      code: 'PRINTER_UNREACHABLE',
      context: { why: 'ECONNREFUSED' },
    });
    await expect(printerAt('tcp://printer.invalid:9100').print(job)).rejects.toMatchObject({
      code: 'PRINTER_UNREACHABLE',
    });
    await new Promise<void>((resolve) => server.listen(Number(address.split(':')[2]), '127.0.0.1', resolve));
    await expect(printer.print(job)).resolves.toMatchObject({ printer: address });
  });

  test('is reported as unreachable if the connection is never answered', async () => {
    // Address of a test network (RFC 5737): packets to it are lost, or refused at once.
    const printer = printerAt('tcp://192.0.2.1:9100', { openWithinMs: 60 });
    await expect(printer.print(job)).rejects.toMatchObject({ code: 'PRINTER_UNREACHABLE' });
  });

  test('gets a big job in small pieces, and in time, if it is slow', async () => {
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

  test('is dropped at the time limit if it accepts nothing, and the next job is separate', async () => {
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

  test('is reported as unreachable if it disconnects during a job', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.resetAndDestroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    undo.push(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const big = new Uint8Array(40_000_000);
    await expect(printerAt(`tcp://127.0.0.1:${port}`).print(big)).rejects.toMatchObject({
      code: 'PRINTER_UNREACHABLE',
    });
  });

  test('prints jobs one after another, in order, each with its own connection', async () => {
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

  test('prints the next job after a failed job', async () => {
    let isOut = true;
    const { address } = await networkPrinter((question) => (isOut && question === 4 ? FINE | 0x60 : FINE));
    const printer = printerAt(address);
    await expect(printer.print(job)).rejects.toMatchObject({ code: 'PRINTER_NOT_READY' });
    isOut = false;
    await expect(printer.print(job)).resolves.toMatchObject({ isConfirmed: true });
  });
});

test('the till refuses a job without a configured printer and on a till that closes', async () => {
  await expect(printerAt(null).print(job)).rejects.toMatchObject({ code: 'PRINTER_NOT_CONFIGURED' });
  const { address } = await networkPrinter();
  const printer = printerAt(address);
  await printer.close();
  await expect(printer.print(job)).rejects.toMatchObject({ code: 'HOST_STOPPING' });
});

test('the till reads a status as its worst fault', () => {
  expect(troubleOf([FINE, FINE, FINE])).toBeNull();
  expect(troubleOf([FINE | 0x08, FINE | 0x04, FINE | 0x60])).toBe('paper');
  expect(troubleOf([FINE | 0x08, FINE | 0x04, FINE])).toBe('cover');
  expect(troubleOf([FINE | 0x08, FINE | 0x40, FINE])).toBe('error');
  // Paper near its end does not prevent printing.
  expect(troubleOf([FINE, FINE, FINE | 0x0c])).toBeNull();
});

/** A cable, and the printer's end of it, open. */
async function line() {
  const cable = await layCable();
  undo.push(() => cable.pull());
  const far = new SerialPort({ path: cable.far, baudRate: 38_400 });
  undo.push(() => new Promise<void>((closed) => far.close(() => closed())));
  await new Promise((opened) => far.once('open', opened));
  return { cable, far };
}

describe.skipIf(!hasSocat)('a printer on a serial line', () => {
  test('gets the bytes of a job', async () => {
    const { cable, far } = await line();
    const heard: Buffer[] = [];
    far.on('data', (chunk: Buffer) => heard.push(chunk));
    const printer = printerAt(`serial:${cable.near}@38400`, { isEscPos: false });
    await expect(printer.print(job)).resolves.toMatchObject({ isConfirmed: false });
    await until(() => Buffer.concat(heard).length >= job.length, 'the job');
    expect(Buffer.concat(heard)).toEqual(Buffer.from(job));
    // The port was released: the next job opens it again.
    await expect(printer.print(job)).resolves.toBeTruthy();
  });

  test('gets the bytes that are in transit when the port is closed', async () => {
    const { cable, far } = await line();
    const heard: Buffer[] = [];
    far.on('data', (chunk: Buffer) => heard.push(chunk));
    const goOn = cable.hold();
    await printerAt(`serial:${cable.near}@38400`, { isEscPos: false }).print(job);
    goOn();
    await until(() => Buffer.concat(heard).length >= job.length, 'the job');
    expect(Buffer.concat(heard)).toEqual(Buffer.from(job));
  });

  test('answers status queries', async () => {
    const { cable, far } = await line();
    // A query may arrive in pieces.
    let last = [0, 0, 0];
    far.on('data', (chunk: Buffer) => {
      for (const byte of chunk) {
        last = [...last, byte].slice(-3);
        if (last[0] === 0x10 && last[1] === 0x04) far.write(Uint8Array.of(byte === 4 ? FINE | 0x60 : FINE));
      }
    });
    const printer = printerAt(`serial:${cable.near}@38400`);
    await expect(printer.print(job)).rejects.toMatchObject({ context: { reason: 'paper', isAfter: false } });
  });

  /** Another program holds the printer's port. */
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

  test('is retried while another program holds the port briefly', async () => {
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

  test('is reported after its time limit if the port stays in use', async () => {
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

  test('is unreachable if the port is missing', async () => {
    const printer = printerAt('serial:/dev/tty-not-there@9600');
    await expect(printer.print(job)).rejects.toMatchObject({ code: 'PRINTER_UNREACHABLE' });
  });
});

describe.skipIf(!hasSocat)('a printer behind a device file', () => {
  const folderOf = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'tillbridge-printer-'));
    undo.push(() => rmSync(folder, { recursive: true }));
    return folder;
  };

  test('gets the bytes of a job', async () => {
    const { cable, far } = await line();
    const heard: Buffer[] = [];
    far.on('data', (chunk: Buffer) => heard.push(chunk));
    await printerAt(`path:${cable.near}`, { isEscPos: false }).print(job);
    await until(() => Buffer.concat(heard).length >= job.length, 'the job');
    expect(Buffer.concat(heard)).toEqual(Buffer.from(job));
  });

  test('is dropped in time if it accepts no more, and blocks no thread', async () => {
    const { cable } = await line();
    cable.hold();
    const printer = printerAt(`path:${cable.near}`, { isEscPos: false, jobWithinMs: 200 });
    // Each job is larger than the buffer of a pseudo-terminal.
    const stuck = await Promise.allSettled(Array.from({ length: 6 }, () => printer.print(new Uint8Array(300_000))));
    for (const one of stuck) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'PRINTER_TIMEOUT' } });
    // Every thread is free: a plain file is read at once.
    await expect(readFile(import.meta.filename)).resolves.toBeTruthy();
  });

  test('is reported as unreachable on a path without a file, and no file is created', async () => {
    const folder = folderOf();
    await expect(printerAt(`path:${join(folder, 'lp9')}`).print(job)).rejects.toMatchObject({
      code: 'PRINTER_UNREACHABLE',
      context: { why: 'ENOENT' },
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is not printed to if it is a file, a link to a file, a folder, a pipe or a block device', async () => {
    const folder = folderOf();
    const file = join(folder, 'accounts.txt');
    writeFileSync(file, 'all of them');
    symlinkSync(file, join(folder, 'link'));
    linkSync(file, join(folder, 'second-name'));
    spawnSync('mkfifo', [join(folder, 'pipe')]);
    const reader = openSync(join(folder, 'pipe'), constants.O_RDONLY | constants.O_NONBLOCK);
    undo.push(() => closeSync(reader));
    // Only root can create a block device.
    spawnSync('mknod', [join(folder, 'disk'), 'b', '7', '250']);
    for (const name of readdirSync(folder))
      await expect(printerAt(`path:${join(folder, name)}`).print(job), name).rejects.toMatchObject({
        code: 'PRINTER_UNREACHABLE',
        context: { why: 'it is not a printer' },
      });
    await expect(printerAt(`path:${folder}`).print(job)).rejects.toMatchObject({
      context: { why: 'it is not a printer' },
    });
    expect(readFileSync(file, 'utf8')).toBe('all of them');
    expect(() => readSync(reader, Buffer.alloc(1))).not.toThrow();
    expect(readSync(reader, Buffer.alloc(1))).toBe(0);
    // A file is refused as a serial address too.
    await expect(printerAt(`serial:${file}@9600`).print(job)).rejects.toMatchObject({ code: 'PRINTER_UNREACHABLE' });
    expect(readFileSync(file, 'utf8')).toBe('all of them');
  });

  test('is not printed to if it becomes a link to a file between two checks', async () => {
    const folder = folderOf();
    const [file, printer] = [join(folder, 'accounts.txt'), join(folder, 'lp0')];
    writeFileSync(file, 'all of them');
    symlinkSync(file, printer);
    const swaps = `const { symlinkSync, renameSync } = require('node:fs');
      const { folder, targets } = require('node:worker_threads').workerData;
      for (let turn = 0; ; turn += 1) {
        symlinkSync(targets[turn % 2], folder + '/new');
        renameSync(folder + '/new', folder + '/lp0');
      }`;
    const swapper = new Worker(swaps, { eval: true, workerData: { folder, targets: ['/dev/null', file] } });
    const outcomes = new Set<string>();
    let tries = 0;
    // The other thread decides how many tries are needed before the printer was seen in both states.
    await until(async () => {
      const printed = printerAt(`path:${printer}`, { isEscPos: false }).print(job);
      outcomes.add(
        await printed.then(
          () => 'printed',
          () => 'refused',
        ),
      );
      tries += 1;
      return tries >= 500 && outcomes.size === 2;
    }, 'a print and a refusal');
    await swapper.terminate();
    expect(outcomes).toEqual(new Set(['printed', 'refused']));
    expect(readFileSync(file, 'utf8')).toBe('all of them');
  });
});

test.each([
  ['LPT1', true],
  ['\\\\.\\LPT1', true],
  ['com12', true],
  ['\\\\counter-2\\receipts', true],
  ['\\\\localhost\\Bon Drucker', true],
  ['C:\\Tillbridge\\journal.sqlite', false],
  ['C:journal.sqlite', false],
  ['journal.sqlite', false],
  ['\\\\counter-2\\receipts\\journal.sqlite', false],
  ['\\\\?\\C:\\Tillbridge\\journal.sqlite', false],
  ['\\\\.\\PhysicalDrive0', false],
  ['\\\\.\\C:', false],
  ['\\\\?\\C:', false],
  ['LPT1.txt', false],
])('the till decides whether %s may be a printer on Windows: %s', (path, may) => {
  expect(mayBePrinter(`path:${path}`, 'win32')).toBe(may);
});

test('an answer that arrived while this process was paused counts', async () => {
  let hear: (bytes: Uint8Array) => void = () => undefined;
  const asked = askStatus(
    {
      canAnswer: true,
      onData: (listener) => {
        hear = listener;
        return () => undefined;
      },
      // The answer waits like one in the operating system, and is read after the timers.
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
