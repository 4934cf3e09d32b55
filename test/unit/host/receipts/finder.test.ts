/**
 * Found printers: over real TCP, real pseudo-terminals and CUPS's own commands. This computer lacks a USB printer and a
 * CUPS scheduler: the kernel's list is a folder in the form of sysfs, and `lpstat` and `lp` are two scripts on the
 * path.
 */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PRINTER_NAME_MAX } from '../../../../electron/contract/index.ts';
import { PrinterFinder, type FinderOptions } from '../../../../electron/host/receipts/finding/finder.ts';
import { usbPrinters } from '../../../../electron/host/receipts/finding/usb.ts';
import { readPrinters } from '../../../../electron/host/receipts/finding/windows.ts';
import { Printer } from '../../../../electron/host/receipts/printer/printer.ts';
import { defaultReceiptSettings, type ReceiptSettings } from '../../../../electron/config/index.ts';
import { hasSocat, layCable } from '../../native/pty.ts';
import { readJob } from './escpos-reader.ts';
import { FINE, openNetworkPrinter, openSerialPrinter, type Answer, type Undo } from './printer-simulator.ts';
import { until } from '../../../waiting.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

const undo: Undo = [];
let folder: string;
beforeEach(() => {
  folder = temporaryFolder('tillbridge-printers-');
});
afterEach(async () => {
  for (const task of undo.splice(0).reverse()) await task();
});

/**
 * Timeouts for tests in which a printer answers, so that a slow computer does not matter. A silent printer gets the
 * usual timeouts.
 */
const PATIENT = { timeoutFactor: 10 };
const paper = { columns: 42, codePage: 'cp858' };

function finder(receipts: Partial<ReceiptSettings> = {}, change: Partial<FinderOptions> = {}): PrinterFinder {
  const settings = { ...defaultReceiptSettings, ...receipts };
  const { timeoutFactor = 1 } = change;
  const printer = new Printer({ address: settings.printer, now: () => Date.now(), isEscPos: true, timeoutFactor });
  undo.push(() => printer.close());
  return new PrinterFinder({
    settings: () => settings,
    printer,
    serialPorts: async () => [],
    terminalAt: () => null,
    adviseOn: async () => 'sudo usermod -aG lp "$USER"',
    till: () => ({ shop: 'Harbor Street Bakery', locale: 'en-US' }),
    sys: folder,
    ...change,
  });
}

/** Two scripts that act as CUPS: its queues, whether they accept jobs, and the printed bytes. */
function installCups(queues: Readonly<Record<string, 'takes' | 'refuses'>>): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const names = Object.keys(queues);
  const states = names.map((name) => `${name} ${queues[name] === 'takes' ? '' : 'not '}accepting requests since today`);
  const script = (name: string, text: string): void => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  script(
    'lpstat',
    `case "$1" in -e) printf '%s\\n' ${names.join(' ')};; -a) cat <<'EOF'\n${states.join('\n')}\nEOF\n;; esac`,
  );
  script(
    'lp',
    `[ "$2" = Broken ] && { echo 'lp: The printer or class does not exist.' >&2; exit 1; }\necho "$@" >"${folder}/asked"; exec cat >"${folder}/printed"`,
  );
  const { PATH } = process.env;
  process.env['PATH'] = `${bin}:${PATH}`;
  undo.push(() => void (process.env['PATH'] = PATH));
  return join(folder, 'printed');
}

const wrong: readonly [what: string, answer: Answer | null, expected: object][] = [
  ['is well', () => FINE, { state: 'ready', reason: null, problem: null }],
  ['is out of paper', (question) => (question === 4 ? FINE | 0x60 : FINE), { state: 'not-ready', reason: 'paper' }],
  ['has its cover open', (question) => (question === 2 ? FINE | 0x04 : FINE), { state: 'not-ready', reason: 'cover' }],
  ['is offline', (question) => (question === 1 ? FINE | 0x08 : FINE), { state: 'not-ready', reason: 'offline' }],
  ['says nothing', null, { state: 'not-answering', reason: null }],
  ['answers NAK', () => 0x15, { state: 'not-answering', reason: null }],
];

describe('printers in the network', () => {
  test.each(wrong)('have the right state if a printer %s', async (_, answer, expected) => {
    const { address, jobs } = await openNetworkPrinter(undo, answer);
    const found = await finder({}, 'state' in expected && expected.state === 'not-answering' ? {} : PATIENT).probe(
      address,
    );
    expect(found).toMatchObject({ address, transport: 'network', isChosen: false, ...expected });
    await until(() => jobs.length === 1, 'the end of the connection');
    expect(jobs[0]).toHaveLength(0);
  });

  test('begin with the configured printer, even if unreachable; a wrong host is reported as unreachable', async () => {
    const { address } = await openNetworkPrinter(undo, () => FINE);
    const serialPorts = async () => [{ path: '/dev/null', vendorId: null, productId: null }];
    const list = await finder({ printer: address }, { serialPorts, ...PATIENT }).list();
    expect(list.map(({ state, isChosen }) => [state, isChosen])).toEqual([
      ['ready', true],
      ['not-asked', false],
    ]);
    expect(await finder({ printer: 'tcp://printer.invalid:9100' }).list()).toMatchObject([
      { state: 'unusable', problem: 'away', isChosen: true, name: 'printer.invalid' },
    ]);
    await expect(finder({}, PATIENT).probe('tcp://127.0.0.1:1')).resolves.toMatchObject({
      problem: 'away',
      detail: 'ECONNREFUSED',
    });
    await expect(finder().probe('my printer')).rejects.toMatchObject({ code: 'CFG_INVALID' });
  });

  test('print a test page on a new printer and on the configured printer, queued behind its jobs', async () => {
    const { address, jobs } = await openNetworkPrinter(undo, () => FINE);
    await expect(finder({}, PATIENT).test(address, paper)).resolves.toEqual({ printer: address, isConfirmed: true });
    const own = finder({ printer: address }, PATIENT);
    await Promise.all([own.test(address, paper), own.test(address, { ...paper, columns: 32 })]);
    await until(() => jobs.length === 3, 'three pages');
    const widths = jobs.map((job) => readJob(job).lines.find((line) => line.startsWith('123'))?.length);
    expect(widths).toEqual([42, 42, 32]);
  });

  test('fail during the page when they disappear; the terminal’s address and files get no page', async () => {
    const { address } = await openNetworkPrinter(undo, (_, asked) => (asked < 3 ? FINE : FINE | 0x08));
    await expect(finder({}, PATIENT).test(address, paper)).rejects.toMatchObject({
      code: 'PRINTER_NOT_READY',
      context: { isAfter: true },
    });
    const terminalAt = (at: string) => (at === address.replace('//', '') ? 'practice' : null);
    await expect(finder({}, { terminalAt }).test(address, paper)).rejects.toMatchObject({
      code: 'PRINTER_UNREACHABLE',
    });
    await expect(finder({}, { terminalAt }).probe(address)).resolves.toMatchObject({
      state: 'unusable',
      problem: 'terminal',
    });
    const file = join(folder, 'accounts.txt');
    writeFileSync(file, 'all of them');
    await expect(finder().test(`path:${file}`, paper)).rejects.toMatchObject({ code: 'PRINTER_UNREACHABLE' });
    await finder().probe(`path:${file}`);
    expect(readFileSync(file, 'utf8')).toBe('all of them');
    await expect(finder().test(`path:${folder}/none`, paper)).rejects.toMatchObject({ context: { why: 'ENOENT' } });
    await expect(finder().test(address, { ...paper, codePage: 'cp9999' })).rejects.toMatchObject({
      code: 'CFG_INVALID',
    });
  });
});

describe.runIf(hasSocat)('printers on a serial line', () => {
  test('are listed without a probe; a probe on request detects the speed, and a page is printed', async () => {
    const cable = await layCable();
    undo.push(() => cable.pull());
    // The printer does not understand the first speed, which costs the full timeout once.
    const timeoutFactor = 4;
    const { heard, asked } = await openSerialPrinter(undo, cable.far, (_, before) => (before < 3 ? null : FINE));
    const serialPorts = async () => [{ path: cable.near, vendorId: '0403', productId: '6001' }];
    const own = finder({}, { serialPorts, timeoutFactor });
    expect(await own.list()).toMatchObject([
      { address: `serial:${cable.near}`, transport: 'serial', state: 'not-asked', isChosen: false },
    ]);
    expect([asked(), heard]).toEqual([0, []]);
    const found = await own.probe(`serial:${cable.near}`);
    // The stored name is the adapter's persistent one.
    const serialNames = mkdtempSync(join(tmpdir(), 'tillbridge-by-id-'));
    const name = join(serialNames, 'usb-FTDI_A1-if00-port0');
    symlinkSync(cable.near, name);
    const lasting = finder({}, { serialPorts, timeoutFactor, serialNames });
    expect(await lasting.list()).toMatchObject([{ address: `serial:${name}` }]);
    expect((await lasting.probe(found.address)).address).toBe(found.address.replace(cable.near, name));
    rmSync(serialNames, { recursive: true });
    expect(found).toMatchObject({ address: expect.stringMatching(/near@(?:19200|38400|115200)$/), state: 'ready' });
    await expect(own.test(found.address, paper)).resolves.toMatchObject({ isConfirmed: true });
    expect(readJob(Uint8Array.from(heard)).cuts).toBe(1);
    expect(await finder({ printer: found.address }, { serialPorts, timeoutFactor }).list()).toMatchObject([
      { address: found.address, state: 'ready', isChosen: true },
    ]);
  });

  test('keep the usual speed when silent; a terminal’s port is not probed, and a pulled cable is unreachable', async () => {
    const cable = await layCable();
    undo.push(() => cable.pull());
    const { heard, asked } = await openSerialPrinter(undo, cable.far, null);
    const address = `serial:${cable.near}`;
    const terminalAt = (at: string) => (at === address ? 'serial' : null);
    await expect(finder({}, { terminalAt }).probe(address)).resolves.toMatchObject({ problem: 'terminal' });
    await expect(finder({}, { terminalAt }).test(`${address}@9600`, paper)).rejects.toMatchObject({
      code: 'PRINTER_UNREACHABLE',
    });
    expect([asked(), heard]).toEqual([0, []]);
    await expect(finder().probe(address)).resolves.toMatchObject({
      address: `${address}@9600`,
      state: 'not-answering',
    });
    await cable.pull();
    await expect(finder().probe(address)).resolves.toMatchObject({ state: 'unusable', problem: 'away' });
  });

  test('are also read behind a device file: a printer on /dev/usb/lp0 reports its status', async () => {
    const cable = await layCable();
    undo.push(() => cable.pull());
    const { heard } = await openSerialPrinter(undo, cable.far, (question) =>
      question === 4 && heard.length === 0 ? FINE | 0x60 : FINE,
    );
    const address = `path:${cable.near}`;
    await expect(finder({}, PATIENT).probe(address)).resolves.toMatchObject({ state: 'not-ready', reason: 'paper' });
    heard.push(0);
    await expect(finder({}, PATIENT).probe(address)).resolves.toMatchObject({ state: 'ready' });
    heard.splice(0, 1, 0);
    await expect(finder({}, PATIENT).test(address, paper)).resolves.toMatchObject({ isConfirmed: true });
    expect(readJob(Uint8Array.from(heard.slice(1))).lines).toContain('12,50 €');
  });
});

describe.runIf(process.platform === 'linux')('printers on USB', () => {
  function plug(
    bus: string,
    files: Readonly<Record<string, string>>,
    node: string | null,
    interfaceClass = '07',
  ): void {
    const devices = join(folder, 'bus/usb/devices');
    mkdirSync(join(devices, bus), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(devices, bus, name), `${text}\n`);
    mkdirSync(join(devices, `${bus}:1.0`, ...(node === null ? [] : ['usbmisc', node])), { recursive: true });
    writeFileSync(join(devices, `${bus}:1.0`, 'bInterfaceClass'), `${interfaceClass}\n`);
  }

  test('are found by the printer class only, with and without a node', async () => {
    plug('1-1', { manufacturer: 'EPSON', product: 'TM-T20III' }, 'lp0');
    plug('1-2.4', {}, null);
    plug('1-3', { product: 'Scale' }, null, '03');
    expect(await usbPrinters(folder)).toEqual([
      { path: '/dev/usb/lp0', bus: '1-1', name: 'EPSON TM-T20III' },
      { path: null, bus: '1-2.4', name: null },
    ]);
    const list = await finder().list();
    expect(list.map(({ name, state, problem }) => [name, state, problem])).toEqual([
      ['EPSON TM-T20III', 'unusable', 'away'],
      ['1-2.4', 'unusable', 'driver'],
    ]);
    expect(await usbPrinters(join(folder, 'none'))).toEqual([]);
  });

  test('have names of limited length on a single line', async () => {
    plug('1-1', { product: 'x'.repeat(10_000) }, 'lp0');
    plug('1-2', { product: 'Two\nlines' }, 'lp1');
    const names = (await finder().list()).map(({ name }) => name);
    expect(names).toEqual([`${'x'.repeat(PRINTER_NAME_MAX - 1)}…`, 'Two lines']);
  });
});

describe.runIf(process.platform === 'linux')('printers of the operating system', () => {
  test('are never reported as ready by CUPS, and a refusing queue is listed with the remedy', async () => {
    installCups({ Counter: 'takes', Office: 'refuses' });
    expect(await finder({ printer: 'system:Counter' }).list()).toMatchObject([
      { address: 'system:Counter', transport: 'system', state: 'not-answering', isChosen: true },
      { address: 'system:Office', state: 'unusable', problem: 'refuses', detail: 'sudo cupsaccept Office' },
    ]);
  });

  test('get a page as raw bytes; a missing queue or a refusal by lp is a failure with its text', async () => {
    const printed = installCups({ Counter: 'takes', Broken: 'takes' });
    await expect(finder().test('system:Counter', paper)).resolves.toEqual({
      printer: 'system:Counter',
      isConfirmed: false,
    });
    expect(readJob(readFileSync(printed)).lines).toContain('12,50 €');
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toContain('-d Counter -o raw');
    await expect(finder().test('system:None', paper)).rejects.toMatchObject({
      code: 'PRINTER_UNREACHABLE',
      context: { why: 'there is no such queue' },
    });
    await expect(finder().test('system:Broken', paper)).rejects.toMatchObject({
      context: { why: 'The printer or class does not exist.' },
    });
    await expect(finder().test('system:-o', paper)).rejects.toMatchObject({ code: 'CFG_INVALID' });
  });
});

test('the till reads Get-Printer of Windows with one, several and no printers; only a shared printer is usable', () => {
  const one = '{"Name":"Receipts","Shared":true,"ShareName":"receipts"}';
  const other = '{"Name":"Office PDF","Shared":false,"ShareName":""}';
  expect(readPrinters(one)).toEqual([{ name: 'Receipts', path: '\\\\localhost\\receipts' }]);
  expect(readPrinters(`[${one},${other}]`).map(({ path }) => path)).toEqual(['\\\\localhost\\receipts', null]);
  expect(readPrinters('\r\n')).toEqual([]);
  expect(() => readPrinters('{"Name":5}')).toThrow();
});
