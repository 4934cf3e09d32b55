import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listSerialPorts } from '../../../native/link/serial-link.ts';
import { listSysfsPorts } from '../../../native/link/sysfs-ports.ts';

test.runIf(process.platform === 'linux')('the kernel lists the ports if there is no device manager', async () => {
  const path = process.env['PATH'];
  process.env['PATH'] = '/nowhere';
  try {
    expect(await listSerialPorts()).toEqual(await listSysfsPorts());
  } finally {
    process.env['PATH'] = path;
  }
});

test.runIf(process.platform === 'linux')(
  'ports on USB have their ids, and consoles and ports without a chip are excluded',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'tillbridge-sysfs-'));
    try {
      const usb = join(root, 'devices/usb1/1-2');
      const files: Record<string, string> = {
        [`${usb}/idVendor`]: '0403\n',
        [`${usb}/idProduct`]: '6001\n',
        [`${usb}/serial`]: 'A50285BI\n',
        [`${usb}/1-2:1.0/ttyUSB0/port_number`]: '0\n',
        [`${root}/devices/pnp0/00:03/id`]: 'PNP0501\n',
        [`${root}/class/ttyS0/type`]: '4\n',
        [`${root}/class/ttyS1/type`]: '0\n',
        [`${root}/class/tty1/dev`]: '4:1\n',
        [`${root}/class/ttyUSB0/dev`]: '188:0\n',
      };
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
      symlinkSync(join(usb, '1-2:1.0/ttyUSB0'), join(root, 'class/ttyUSB0/device'));
      for (const name of ['ttyS0', 'ttyS1'])
        symlinkSync(join(root, 'devices/pnp0/00:03'), join(root, 'class', name, 'device'));
      expect(await listSysfsPorts(join(root, 'class'))).toEqual([
        { path: '/dev/ttyS0', vendorId: null, productId: null, serialNumber: null },
        { path: '/dev/ttyUSB0', vendorId: '0403', productId: '6001', serialNumber: 'A50285BI' },
      ]);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
);
