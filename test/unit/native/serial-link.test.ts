/** @module-tag own-process */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  openSync,
  readdirSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SerialPort } from 'serialport';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { connectTerminal } from '../../../native/index.ts';
import { hidPermissionAdvice, serialPermissionAdvice } from '../../../native/link/permission.ts';
import { callOut, explainOpenFailure, listSerialPorts, openSerialLink } from '../../../native/link/serial-link.ts';
import { asOtherUser } from '../../fixtures/other-user.ts';
import { hasSocat, layCable, type Cable } from './pty.ts';
import { codeOf } from './support.ts';
import { SPINS_FROM, storyTime, until, wakeUpsDuring } from '../../waiting.ts';

const settings = { baudRate: 115_200, dtr: true, rts: true, hupcl: false };
const cables: Cable[] = [];
if (!hasSocat) console.warn('serial link tests skipped: socat is not installed');

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(cables.splice(0).map((cable) => cable.pull()));
});

async function cable(): Promise<Cable> {
  const laid = await layCable();
  cables.push(laid);
  return laid;
}

/** Output of `stty -g`: all settings of a terminal line. */
function settingsOf(path: string): string {
  const line = openSync(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  try {
    return execFileSync('stty', ['-g'], { stdio: [line, 'pipe', 'inherit'] })
      .toString()
      .trim();
  } finally {
    closeSync(line);
  }
}

describe.skipIf(!hasSocat)('the settings of a port', () => {
  const SET_UP = ['4800', 'ixon', 'ixoff', '-ignpar', 'icrnl', 'opost', 'isig', 'hupcl', 'min', '3', 'time', '7'];

  async function prepared(...more: string[]): Promise<{ near: string; before: string }> {
    const { near } = await cable();
    execFileSync('stty', ['-F', near, ...SET_UP, ...more]);
    return { near, before: settingsOf(near) };
  }

  it.each([['hupcl'], ['-hupcl']])('are restored after a probe that found no terminal (%s)', async (hupcl) => {
    const { near, before } = await prepared(hupcl);
    const look = codeOf(connectTerminal(`serial:${near}`, { timeouts: { replyMs: 100 } }));
    await until(() => settingsOf(near) !== before, 'the look');
    expect(await look).toBe('TERM_SILENT');
    expect(settingsOf(near)).toBe(before);
  });

  it('stay unchanged because the port is never opened when another program holds it', async () => {
    const { near } = await cable();
    const holder = new SerialPort({ path: near, baudRate: 9_600 });
    await new Promise((resolve) => holder.once('open', resolve));
    execFileSync('stty', ['-F', near, 'icrnl', 'opost', 'ixon']);
    const before = settingsOf(near);
    const open = vi.spyOn(SerialPort.binding, 'open');
    expect(await codeOf(openSerialLink(near, settings))).toBe('LINK_BUSY');
    if (process.platform === 'linux') expect(open).not.toHaveBeenCalled();
    expect(settingsOf(near)).toBe(before);
    await new Promise<void>((resolve) => holder.close(() => resolve()));
  });

  it('are restored after a link was used and closed, together with its descriptors', async () => {
    const { near, before } = await prepared();
    const openFiles = () => readdirSync('/proc/self/fd').length;
    const first = await openSerialLink(near, settings);
    await first.close();
    const count = process.platform === 'linux' ? openFiles() : 0;
    for (let round = 0; round < 5; round += 1) await (await openSerialLink(near, settings)).close();
    expect(settingsOf(near)).toBe(before);
    if (process.platform === 'linux') expect(openFiles()).toBeLessThanOrEqual(count + 2);
  });

  it('are restored without lowering the lines that the port’s owner keeps up on close', async () => {
    const asked: unknown[] = [];
    const binding = SerialPort.binding as unknown as {
      open(options: object): Promise<{ set(options: object): Promise<void> }>;
    };
    const open = binding.open.bind(binding);
    vi.spyOn(binding, 'open').mockImplementation(async (options) => {
      const port = await open(options);
      port.set = async (wanted) => void asked.push(wanted);
      return port;
    });
    const lowered = { ...settings, dtr: false, rts: false };
    const keeps = await prepared('-hupcl');
    await (await openSerialLink(keeps.near, lowered)).close();
    expect(asked).toEqual([]);
    const drops = await prepared('hupcl');
    await (await openSerialLink(drops.near, lowered)).close();
    // The lines are raised again at the end, because another program that has the port open expects raised lines.
    expect(asked).toEqual([
      expect.objectContaining({ dtr: false, rts: false }),
      expect.objectContaining({ dtr: true, rts: true }),
    ]);
  });
});

describe.skipIf(!hasSocat)('a serial link over a pseudo-terminal', () => {
  it('carries every byte value both ways', async () => {
    const { near, far } = await cable();
    const link = await openSerialLink(near, settings);
    expect(link).toMatchObject({ kind: 'serial', address: `serial:${near}` });
    const other = await openSerialLink(far, settings);
    const all = Uint8Array.from({ length: 256 }, (_, index) => index);
    const heard: number[] = [];
    link.onData((bytes) => heard.push(...bytes));
    other.onData((bytes) => void other.write(bytes));
    await link.write(all);
    await until(() => heard.length === 256, 'the echo');
    expect(heard).toEqual([...all]);
    await Promise.all([link.close(), other.close()]);
    expect(await link.closed).toBeNull();
    expect(await codeOf(link.write(all))).toBe('LINK_CLOSED');
    await link.close();
  });

  it('notices an unplug without listeners, while nothing reads, and rejects later writes', async () => {
    const laid = await layCable();
    const link = await openSerialLink(laid.near, settings);
    void laid.pull();
    const reason = await link.closed;
    expect(reason?.code).toBe('LINK_LOST');
    expect(await codeOf(link.write(Uint8Array.of(1)))).toBe('LINK_LOST');
    await link.close();
  });

  it('settles a pending write when the cable is unplugged', async () => {
    const laid = await layCable();
    const link = await openSerialLink(laid.near, settings);
    // The far end is not read: the pseudo-terminal's buffer fills and the write stays pending.
    const written = codeOf(link.write(new Uint8Array(200_000)));
    await storyTime(50, 'the write fills what the pseudo-terminal holds');
    await laid.pull();
    expect(await written).toBe('LINK_LOST');
    await link.close();
  });

  it('settles a pending write on close', async () => {
    const { near } = await cable();
    const link = await openSerialLink(near, settings);
    const written = codeOf(link.write(new Uint8Array(200_000)));
    await storyTime(50, 'the write fills what the pseudo-terminal holds');
    await link.close();
    expect(await written).toBe('LINK_CLOSED');
  });

  it('is never paused, and the process sleeps after an unplug', async () => {
    const laid = await layCable();
    const link = await openSerialLink(laid.near, settings);
    await laid.pull();
    await link.closed;
    expect(await wakeUpsDuring(400)).toBeLessThan(SPINS_FROM);
    await link.close();
  });

  it('is lost when another device gets the name of the node', async () => {
    const first = await cable();
    const second = await cable();
    const name = join(first.near, '..', 'by-name');
    symlinkSync(first.near, name);
    const link = await openSerialLink(name, settings);
    symlinkSync(second.near, `${name}.new`);
    renameSync(`${name}.new`, name);
    const reason = await link.closed;
    expect(reason?.plainMessage).toMatch(/the device node is gone/);
    unlinkSync(name);
    await link.close();
  });

  it('rejects with LINK_BUSY when another program holds the port, and the port is free again after close', async () => {
    const { near } = await cable();
    const link = await openSerialLink(near, settings);
    expect(await codeOf(openSerialLink(near, settings))).toBe('LINK_BUSY');
    await link.close();
    const again = await openSerialLink(near, settings);
    await again.close();
  });

  it('rejects with LINK_NOT_FOUND and a reason when the path is no port', async () => {
    const { near } = await cable();
    const file = join(near, '..', 'plain-file');
    writeFileSync(file, 'x');
    await expect(openSerialLink(`${near}-nope`, settings)).rejects.toThrow(/there is no such port \(LINK_NOT_FOUND\)/);
    await expect(openSerialLink(file, settings)).rejects.toThrow(/not a serial port \(LINK_NOT_FOUND\)/);
    await expect(openSerialLink(join(near, '..'), settings)).rejects.toThrow(/not a serial port \(LINK_NOT_FOUND\)/);
  });

  it('stops opening when the signal aborts, and closes what opens too late', async () => {
    const { near } = await cable();
    const abort = new AbortController();
    const stopped = codeOf(openSerialLink(near, settings, { signal: abort.signal }));
    abort.abort();
    expect(await stopped).toBe('LINK_CLOSED');
    // The late opening releases the port, so that another open succeeds.
    const code = await until(async () => {
      const tried = await codeOf(openSerialLink(near, settings).then((link) => link.close()));
      return tried !== 'LINK_BUSY' && tried;
    }, 'a port that is free again');
    expect(code).toBe('resolved');
    expect(await codeOf(openSerialLink(near, settings, { timeoutMs: 0 }))).toMatch(/LINK_TIMEOUT|resolved/);
  });

  // The root user always has access, so an unprivileged child process opens the port.
  it.skipIf(process.getuid?.() !== 0)(
    'rejects with LINK_PERMISSION and the line that grants the permission',
    async () => {
      const { near } = await cable();
      // The other user needs access to the node's folder.
      chmodSync(join(near, '..'), 0o755);
      const printed = await asOtherUser(
        { link: new URL('../../../native/link/serial-link.ts', import.meta.url).href },
        `try { await link.openSerialLink(${JSON.stringify(near)}, ${JSON.stringify(settings)}); console.log('opened'); }
        catch (error) { console.log(error.code + ' ' + error.message); }
        process.exit(0);`,
      );
      expect(printed).toMatch(/^LINK_PERMISSION .*(usermod -aG|udev rule)/);
    },
  );
});

describe('errors of the binding', () => {
  const advise = async () => 'ADVICE';
  it.each([
    ['Error Resource temporarily unavailable Cannot lock port', 'LINK_BUSY'],
    ['Error: Device or resource busy, cannot open /dev/ttyS0', 'LINK_BUSY'],
    ['Opening COM3: Access denied', 'LINK_BUSY'],
    ['Error: Permission denied, cannot open /dev/ttyS0', 'LINK_PERMISSION'],
    ['Error: No such file or directory, cannot open /dev/ttyUSB9', 'LINK_NOT_FOUND'],
    ['Opening COM9: File not found', 'LINK_NOT_FOUND'],
    ['Error: Inappropriate ioctl for device setting custom baud rate of 115200', 'LINK_NOT_FOUND'],
    ['an unknown error', 'LINK_NOT_FOUND'],
  ])('become codes: %s -> %s', async (message, code) => {
    const { code: got, words } = await explainOpenFailure(message, '/dev/x', advise);
    expect(got).toBe(code);
    expect(words.includes('ADVICE')).toBe(code === 'LINK_PERMISSION');
  });

  it('contain advice to join the group, or a udev rule when no group can be joined', () => {
    const groups = 'root:x:0:\ndialout:x:20:pat\nuucp:x:986:\n';
    expect(serialPermissionAdvice('/dev/ttyUSB0', 20, groups)).toContain('usermod -aG dialout');
    expect(serialPermissionAdvice('/dev/ttyUSB0', 0, groups)).toContain('KERNEL=="ttyUSB0"');
    expect(serialPermissionAdvice('/dev/ttyUSB0', 77, groups)).toContain('udev rule');
    expect(hidPermissionAdvice(0x0801, 0x2020)).toContain('ATTRS{idVendor}=="0801", ATTRS{idProduct}=="2020"');
  });

  it('contain a HID rule that also works for a till without a signed-in user', () => {
    expect(hidPermissionAdvice(0x0801, 0x2020)).toMatch(/TAG\+="uaccess", GROUP="dialout", MODE="0660"$/);
  });

  it('the list of ports has a path for each port', async () => {
    const ports = await listSerialPorts();
    expect(Array.isArray(ports)).toBe(true);
    for (const port of ports) expect(port.path).not.toBe('');
  });
});

it('uses the call-out node of a macOS port, which the watch also checks and which waits for no carrier', () => {
  expect(callOut('/dev/tty.usbmodem1101', 'darwin')).toBe('/dev/cu.usbmodem1101');
  expect(callOut('/dev/cu.usbmodem1101', 'darwin')).toBe('/dev/cu.usbmodem1101');
  for (const path of ['/dev/ttyUSB0', '/dev/tty.odd']) expect(callOut(path, 'linux')).toBe(path);
});
