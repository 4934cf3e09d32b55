/** Others on the same computer: non-terminals, users without permission, programs that hold a port. */
import { closeSync, constants, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync, spawn } from 'node:child_process';
import type { Failure } from '../../../../electron/contract/index.ts';
import { discoverTerminals } from '../../../../native/index.ts';
import { listSerialPorts } from '../../../../native/link/serial-link.ts';
import { atCounter } from '../at-counter.ts';
import { Gadget } from '../gadget.ts';
import type { LabCase } from '../lab.ts';
import { hidAddress } from '../nodes.ts';
import { probe } from '../programs.ts';
import { LabTerminal } from '../terminal.ts';
import { Till } from '../till.ts';
import { raisedLines, settingsNow, setUp, UART } from '../uart.ts';
import { check, TIMEOUT_MS, until } from '../waiting.ts';
import { paidSale } from './sales.ts';

const CASE_MS = 4 * TIMEOUT_MS;
const AMOUNT_MINOR = 1_500;
/** Id of the system's unprivileged user. */
const NOBODY = 65_534;

interface Connected {
  readonly failure?: Failure;
  readonly serialNumber?: string;
}

/**
 * Reads and ignores bytes on a device's serial line, like a modem. Without a reader, closing the port waits half a
 * minute. Returns a function that ends it.
 */
function listenTo({ tty }: Gadget): () => Promise<void> {
  const words = ['sh', '-c', 'stty -F "$0" raw -echo && cat "$0"', tty ?? ''];
  const listener = spawn('/run/busybox', words, { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => listener.once('close', () => resolve()));
  return () => {
    listener.kill('SIGKILL');
    return ended;
  };
}

const leftAsItWas: LabCase = {
  name: 'a port with a UART keeps its settings, its DTR and its RTS',
  withinMs: CASE_MS,
  cost: 1,
  async run(lab) {
    // The kernel keeps its console open, like another program with a port: its lines are raised and stay raised.
    for (const hupcl of ['hupcl', '-hupcl']) {
      setUp('4800', 'parenb', 'cs7', 'ixon', hupcl);
      const before = settingsNow();
      const lines = raisedLines();
      check(lines === 'RTS DTR', `with ${hupcl} they are "${lines}" before`);
      const seen = new Set<string>();
      const watch = setInterval(() => seen.add(raisedLines()), 20);
      const [found] = await discoverTerminals({ list: async () => [], also: [`serial:${UART}`], perPortMs: 30_000 });
      clearInterval(watch);
      check(found?.failure?.code === 'TERM_SILENT', `the look ended with ${found?.failure?.code}`);
      lab.note(
        `${hupcl}: its lines are during the look ${[...seen].map((one) => `"${one}"`).join(', ')}, after "${raisedLines()}"`,
      );
      check(settingsNow() === before, `with ${hupcl} it was ${before} and is ${settingsNow()}`);
      check(raisedLines() === lines, `with ${hupcl} the lines are "${raisedLines()}" after`);
      if (hupcl === '-hupcl')
        check(
          [...seen].every((one) => one === lines),
          'its lines were lowered during the probe',
        );
    }
  },
};

const strangers: LabCase = {
  name: 'a foreign HID device and a foreign serial device are left alone',
  withinMs: CASE_MS,
  cost: 3,
  async run(lab) {
    const foreign = new Gadget({
      name: 'foreign',
      vendorId: 0x1209,
      productId: 0x0001,
      serialNumber: 'FOREIGN1',
      interfaces: ['acm', 'hid'],
      bus: 6,
    });
    const stopListening = listenTo(foreign);
    try {
      foreign.plug();
      await atCounter(lab, [{ family: 'neo2', link: 'hid' }], async ({ till, terminals: [terminal] }) => {
        check(terminal !== undefined, 'no terminal');
        await until(async () => (await listSerialPorts()).some((port) => port.serialNumber === 'FOREIGN1'), 'its port');
        const reports = openSync(foreign.hid ?? '', constants.O_RDONLY | constants.O_NONBLOCK);
        try {
          // The till itself may be querying the port at that moment: then it is busy.
          const found = await until(async () => {
            const ours = (await till.discover()).filter((one) => one.serialNumber === 'FOREIGN1');
            return ours.some((one) => one.failure?.code === 'LINK_BUSY') ? null : ours;
          }, 'both to be looked at');
          const verdicts = found.map(({ link, verdict, failure }) =>
            `${link} ${verdict} ${failure?.code ?? ''}`.trim(),
          );
          check(
            verdicts.sort().join(', ') === 'hid stranger, serial stranger TERM_SILENT',
            `they are: ${verdicts.join(', ')}`,
          );
          let heard = '';
          try {
            heard = readFileSync(reports).toString('hex');
          } catch (error) {
            check((error as NodeJS.ErrnoException).code === 'EAGAIN', String(error));
          }
          check(heard === '', `the foreign HID device was sent ${heard}`);
        } finally {
          closeSync(reports);
        }
        await paidSale(lab, till, terminal.id, AMOUNT_MINOR);
        check(till.state.terminals.length === 1, `the till has ${till.state.terminals.length} terminals`);
      });
    } finally {
      await stopListening();
      foreign.remove();
    }
  },
};

/** Product ids of refused readers: in the boot loader, and set to type their data. */
const REFUSED = { 'boot loader': 0x5357, 'keyboard mode': 0x0001 } as const;

const refusedReaders: LabCase = {
  name: 'a reader in its boot loader or in keyboard mode gets no query',
  withinMs: CASE_MS,
  cost: 3,
  sampleCost: null,
  run: (lab) =>
    atCounter(lab, [{ family: 'magnesafe', link: 'hid' }], async ({ till, terminals: [terminal] }) => {
      check(terminal !== undefined, 'no terminal');
      for (const [what, productId] of Object.entries(REFUSED)) {
        const serialNumber = lab.serialNumber('magnesafe');
        const options = {
          family: 'magnesafe',
          link: 'hid',
          serialNumber,
          interfaces: ['hid'],
          bus: 1,
          productId,
        } as const;
        const refused = await LabTerminal.start(lab.firmware, options);
        try {
          await refused.plug();
          await until(() => hidAddress(serialNumber), 'its node');
          const found = await till.discover();
          const verdict = found.find((one) => one.serialNumber === serialNumber)?.verdict;
          check(verdict === 'stranger', `in ${what} it is a ${verdict}`);
          await paidSale(lab, till, terminal.id, AMOUNT_MINOR);
          const units = await refused.units();
          check(units === '', `in ${what} it was asked: ${units}`);
          check(till.terminal(refused.id) === undefined, `in ${what} it is a terminal of the till`);
        } finally {
          await refused.remove();
        }
      }
    }),
};

const permission: LabCase = {
  name: 'a user without permission gets the line that grants it, and the line works',
  withinMs: CASE_MS,
  cost: 8,
  sampleCost: null,
  async run(lab) {
    const serialNumber = lab.serialNumber('mms');
    const options = { family: 'mms', link: 'hid', serialNumber, interfaces: ['hid', 'acm'], bus: 0 } as const;
    const terminal = await LabTerminal.start(lab.firmware, options);
    const isListed = async (): Promise<string | undefined> =>
      (await listSerialPorts()).find((port) => port.serialNumber === serialNumber)?.path;
    const dialout = Number(execFileSync('getent', ['group', 'dialout'], { encoding: 'utf8' }).split(':')[2]);
    const asNobody = async (groups: readonly number[], ...addresses: readonly string[]): Promise<Connected[]> => {
      const one = probe(['connect', ...addresses], { uid: NOBODY, groups });
      try {
        return (await one.said) as Connected[];
      } finally {
        await one.end();
      }
    };
    let stopListening = (): Promise<void> => Promise.resolve();
    try {
      await terminal.plug();
      stopListening = listenTo(terminal.gadget);
      const path = await until(isListed, 'its port');
      execFileSync('udevadm', ['settle', '--timeout=60']);
      const [serial] = await asNobody([], `serial:${path}`);
      check(serial?.failure?.code === 'LINK_PERMISSION', `serial: ${JSON.stringify(serial)}`);
      check(serial.failure.message.includes('the group dialout'), serial.failure.message);
      // Permitted, but silent: the firmware uses the other interface.
      const [inGroup, hid] = await asNobody([dialout], `serial:${path}`, `hid:${serialNumber}`);
      check(inGroup?.failure?.code === 'TERM_SILENT', `serial, in the group: ${JSON.stringify(inGroup)}`);
      check(hid?.failure?.code === 'LINK_PERMISSION', `hid: ${JSON.stringify(hid)}`);
      const [, file = '', rule = ''] =
        /into (\S+) and plug the terminal in again: (.*)$/.exec(hid.failure.message) ?? [];
      mkdirSync('/etc/udev/rules.d', { recursive: true });
      writeFileSync(file, `${rule}\n`);
      execFileSync('udevadm', ['control', '--reload']);
      await stopListening();
      await terminal.unplug();
      await terminal.plug();
      await until(isListed, 'its port');
      execFileSync('udevadm', ['settle', '--timeout=60']);
      const [allowed] = await asNobody([dialout], `hid:${serialNumber}`);
      check(allowed?.serialNumber === serialNumber, `hid, with the rule: ${JSON.stringify(allowed)}`);
    } finally {
      await stopListening();
      await terminal.remove();
    }
  },
};

const heldPort: LabCase = {
  name: 'a port that another program holds is reported as busy, and used once it is free',
  withinMs: CASE_MS,
  cost: 4.5,
  sampleCost: null,
  async run(lab) {
    const serialNumber = lab.serialNumber('neo2');
    const options = { family: 'neo2', link: 'acm', serialNumber, interfaces: ['acm'], bus: 0 } as const;
    const terminal = await LabTerminal.start(lab.firmware, options);
    try {
      await terminal.plug();
      const find = async () => (await listSerialPorts()).find((port) => port.serialNumber === serialNumber)?.path;
      const path = await until(find, 'its port');
      const other = probe(['hold', path]);
      await other.said;
      const id = `serial:${path}`;
      const till = await Till.start({ platform: lab.platform, terminals: [id] });
      try {
        const failed = await till.whenTerminal(id, 'failed');
        check(failed.failure?.code === 'LINK_BUSY', `it failed with ${failed.failure?.code}`);
        await other.end();
        await till.whenTerminal(id, 'ready');
        await paidSale(lab, till, id, AMOUNT_MINOR);
      } finally {
        await other.end();
        await till.close();
      }
    } finally {
      await terminal.remove();
    }
  },
};

export const strangerCases: readonly LabCase[] = [strangers, refusedReaders, leftAsItWas, permission, heldPort];
