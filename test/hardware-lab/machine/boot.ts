/**
 * The lab's machine: QEMU with the computer's own root, read-only. It always uses software emulation: hardware
 * virtualization is often offered where it does not work, and the machine then hangs.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Parts } from './prepare.ts';

/** USER_HZ, the same on every Linux that QEMU's x86 build runs on. */
const TICKS_PER_S = 100;
const WATCH_MS = 2_000;

export interface BootOptions {
  readonly parts: Parts;
  /** Absolute paths of this suite's folder and of the Node that runs it. */
  readonly suite: string;
  readonly node: string;
  readonly code: string;
  /** Folder that the guest sees as /run/exchange and writes to. */
  readonly exchange: string;
  /** Limit of processor time in seconds; the real time depends on the computer's load. */
  readonly withinS: number;
  /**
   * Called with every line of the cases and of the machine itself, and the machine's processor time so far in seconds.
   * The kernel's console goes to `console` on the exchange.
   */
  readonly onLine: (line: string, processorS: number) => void;
}

export interface BootEnd {
  readonly isLate: boolean;
  /** Exit code of QEMU itself; 0 after the guest has powered off. */
  readonly code: number | null;
}

/** Runs the machine until it powers itself off, or exceeds its processor time. */
export async function boot(options: BootOptions): Promise<BootEnd> {
  const sockets = mkdtempSync(join(tmpdir(), 'tillbridge-lab-'));
  const { programs } = options.parts;
  const { suite, node, code, exchange } = options;
  // The kernel's command line cannot carry the paths: it ends a word at a space and takes 7-bit characters only.
  writeFileSync(join(exchange, 'paths'), `export LAB=${quoted(suite)} NODE=${quoted(node)} CODE=${quoted(code)}\n`);
  const libraries = `${programs}/usr/lib/x86_64-linux-gnu`;
  const qemu = spawn(`${programs}/usr/bin/qemu-system-x86_64`, qemuArguments(options, sockets), {
    // The open standard input is required: without it QEMU considers its output disconnected.
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, LD_LIBRARY_PATH: libraries, QEMU_MODULE_DIR: `${libraries}/qemu` },
  });
  const stop = (): void => void qemu.kill('SIGKILL');
  process.once('exit', stop);
  let isLate = false;
  const watch = setInterval(() => {
    if (processorTime(qemu.pid) < options.withinS) return;
    isLate = true;
    stop();
  }, WATCH_MS);
  try {
    for (const stream of [qemu.stdout, qemu.stderr]) {
      createInterface({ input: stream }).on('line', (line) =>
        options.onLine(line.replace(/\r$/, ''), processorTime(qemu.pid)),
      );
    }
    const code = await new Promise<number | null>((resolve, reject) => {
      qemu.once('error', reject);
      qemu.once('close', resolve);
    });
    return { isLate, code };
  } finally {
    clearInterval(watch);
    process.off('exit', stop);
    rmSync(sockets, { recursive: true, force: true });
  }
}

/**
 * Kernel options without protection between programs or checks for kernel errors: the lab is the only user of its
 * processor. highres=off matters most. The emulated USB buses (dummy_hcd) poll every 125 microseconds while a device is
 * plugged in, and each poll wakes the machine; without high-resolution timers they poll every 4 ms.
 */
const KERNEL_WORDS =
  'console=ttyS0 quiet panic=-1 mitigations=off nopti norandmaps nokaslr rodata=off highres=off nowatchdog audit=0 apparmor=0 ' +
  // Simulates a computer with a single serial port.
  '8250.nr_uarts=1';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Escapes commas, which end a value in QEMU's options. */
const plain = (path: string): string => path.replaceAll(',', ',,');

/** Returns a process's user and system time (proc(5)), in seconds. */
function processorTime(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return ((fields[11] ?? 0) + (fields[12] ?? 0)) / TICKS_PER_S;
  } catch {
    return 0;
  }
}

function qemuArguments({ parts, exchange }: BootOptions, sockets: string): string[] {
  const share = '/usr/share';
  const words: string[][] = [
    ['-L', `${parts.programs}${share}/qemu`, '-L', `${parts.programs}${share}/seabios`],
    [
      '-M',
      'q35',
      '-accel',
      'tcg,thread=single',
      '-icount',
      'shift=1,sleep=off',
      '-cpu',
      'Nehalem',
      '-smp',
      '1',
      '-m',
      '1536',
    ],
    ['-nodefaults', '-no-user-config', '-display', 'none', '-no-reboot', '-monitor', 'none'],
    ['-chardev', 'stdio,id=out,signal=off', '-serial', `file:${exchange}/console`],
    ['-kernel', parts.kernel, '-initrd', parts.initrd],
    ['-append', KERNEL_WORDS],
    ['-virtfs', 'local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap'],
    ['-virtfs', `local,path=${plain(parts.programs)},mount_tag=layer,security_model=none,readonly=on,multidevs=remap`],
    ['-virtfs', `local,path=${plain(exchange)},mount_tag=exchange,security_model=none,multidevs=remap`],
    ['-device', 'qemu-xhci,id=xhci', '-device', 'virtio-serial-pci'],
    // QEMU's own monitor, reached from inside the guest: it plugs and pulls the USB serial adapter.
    ...pipe('qmp', join(sockets, 'qmp'), 'lab.qmp'),
    ['-mon', 'chardev=qmp0,mode=control'],
    // The far end of that adapter's line.
    ...pipe('line', join(sockets, 'line'), 'lab.line'),
    // Output of the cases. The serial console is unsuitable: the till treats it like any port and queries it.
    ['-device', 'virtserialport,chardev=out,name=lab.out'],
  ];
  return words.flat();
}

/** Two ends of a socket: `ID0` for the device that is plugged in there, the other end as a port of the guest. */
function pipe(id: string, path: string, port: string): string[][] {
  return [
    ['-chardev', `socket,id=${id}0,path=${plain(path)},server=on,wait=off`],
    ['-chardev', `socket,id=${id}1,path=${plain(path)}`, '-device', `virtserialport,chardev=${id}1,name=${port}`],
  ];
}
