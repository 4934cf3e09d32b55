/**
 * Pitfalls of the real bindings (found in the hardware lab) that need special settings. The other pitfalls are in
 * serial-link.test.ts and hid-link.test.ts.
 * @module-tag own-process
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SerialPort } from 'serialport';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectTerminal } from '../../../native/index.ts';
import { families } from '../../../native/families/index.ts';
import { explainHidOpenFailure } from '../../../native/link/hid-link.ts';
import { openSerialLink } from '../../../native/link/serial-link.ts';
import { asOtherUser } from '../../fixtures/other-user.ts';
import { hasSocat, layCable, type Cable } from './pty.ts';
import { codeOf } from './support.ts';
import { SPINS_FROM, storyTime, wakeUpsDuring } from '../../waiting.ts';

/** Records the requests to the real binding: how the port is opened, and each setting of its lines. */
function overhear(): { opened: Record<string, unknown>[]; lines: Record<string, unknown>[] } {
  const [opened, lines]: [Record<string, unknown>[], Record<string, unknown>[]] = [[], []];
  // The operating system's binding does not matter here: all bindings have these methods.
  const binding = SerialPort.binding as unknown as {
    open(options: object): Promise<{ set(options: object): Promise<void> }>;
  };
  const open = binding.open.bind(binding);
  vi.spyOn(binding, 'open').mockImplementation(async (options) => {
    opened.push({ ...options });
    const port = await open(options);
    const set = port.set.bind(port);
    port.set = async (wanted) => {
      lines.push({ ...wanted });
      return set(wanted);
    };
    return port;
  });
  return { opened, lines };
}

/** Cable whose lines drop on close, like a UART's unless its owner changes that; a pseudo-terminal's do not. */
async function layUart(): Promise<Cable> {
  const cable = await layCable();
  onTestFinished(() => cable.pull());
  execFileSync('stty', ['-F', cable.near, 'hupcl']);
  return cable;
}

describe.skipIf(!hasSocat)(
  'the control lines DTR and RTS, with which opening and closing a port restart some devices',
  () => {
    it.each(families)('are set explicitly, with hupcl: $family', async ({ serial }) => {
      const heard = overhear();
      const cable = await layUart();
      const link = await openSerialLink(cable.near, serial);
      onTestFinished(() => link.close());
      expect(heard.opened).toEqual([
        expect.objectContaining({
          baudRate: serial.baudRate,
          dataBits: 8,
          parity: 'none',
          stopBits: 1,
          rtscts: false,
          xon: false,
          xoff: false,
          lock: true,
          hupcl: serial.hupcl,
        }),
      ]);
      expect(heard.lines).toEqual([expect.objectContaining({ dtr: serial.dtr, rts: serial.rts })]);
    });

    it('have the levels that the models of each probed family need', async () => {
      const heard = overhear();
      const cable = await layUart();
      const timeouts = { replyMs: 60 };
      expect(await codeOf(connectTerminal(`serial:${cable.near}`, { timeouts }))).toBe('TERM_SILENT');
      // A port is reopened only if the next family wants other lines.
      const wanted = families.map(({ serial: { dtr, rts } }) => ({ dtr, rts }));
      const changes = wanted.filter((one, i) => one.dtr !== wanted[i - 1]?.dtr || one.rts !== wanted[i - 1]?.rts);
      const asked = heard.lines.slice(0, changes.length);
      expect(asked.map(({ dtr, rts }) => ({ dtr, rts }))).toEqual(changes);
    });
  },
);

describe.skipIf(!hasSocat)(
  'a hang-up between a poll and its read, after which the binding spins without an event',
  () => {
    it('ends the link, and leaves no spinning process, even under traffic', async () => {
      const settings = families[0].serial;
      // The error occurs within a narrow time, so that only some of the rounds hit it.
      for (let round = 0; round < 40; round++) {
        const cable = await layCable();
        const [near, far] = [await openSerialLink(cable.near, settings), await openSerialLink(cable.far, settings)];
        const chatter = setInterval(() => void far.write(new Uint8Array(20)).catch(() => undefined), 1);
        await storyTime(15 + (round % 7), 'traffic, so long that the cut falls elsewhere each time');
        const pulled = cable.pull();
        expect((await near.closed)?.code).toBe('LINK_LOST');
        clearInterval(chatter);
        await pulled;
        await Promise.all([near.close(), far.close()]);
      }
      expect(await wakeUpsDuring(1_000)).toBeLessThan(SPINS_FROM);
    }, 180_000);
  },
);

describe('an HID binding that reports "cannot open device" for every reason', () => {
  // The root user always has access, so an unprivileged child process checks the node.
  it.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
    'is explained with the udev rule that grants access',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tillbridge-hidraw-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      chmodSync(folder, 0o755);
      const path = join(folder, 'hidraw0');
      writeFileSync(path, '', { mode: 0o600 });
      const device = { path, vendorId: 0x0801, productId: 0x2023 };
      const said = await asOtherUser(
        { link: new URL('../../../native/link/hid-link.ts', import.meta.url).href },
        `const error = await link.explainHidOpenFailure('cannot open device', ${JSON.stringify(device)}, 'hid:B61378A');
      console.log(error.code + ' ' + error.message);`,
      );
      expect(said).toContain('LINK_PERMISSION hid:B61378A: permission denied');
      expect(said).toContain('ATTRS{idVendor}=="0801", ATTRS{idProduct}=="2023"');
    },
  );

  it('gets a message that another program holds an accessible node that cannot be opened', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tillbridge-hidraw-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'hidraw0');
    writeFileSync(path, '');
    const error = await explainHidOpenFailure('cannot open device', { path, vendorId: 1, productId: 2 }, 'hid:X');
    expect(error).toMatchObject({ code: 'LINK_BUSY' });
    expect(error.message).toContain('cannot open device');
  });
});
