/**
 * Another program on the same computer, and with TILLBRIDGE_PROBE_AS=UID[,GROUP…] another user of it: `probe discover`,
 * `probe connect ADDRESS …`, or `probe hold PATH`, which keeps a serial port open until its standard input ends. Prints
 * a single JSON line on standard output.
 */
import { toFailure } from '../../../electron/contract/index.ts';
import { connectTerminal, discoverTerminals } from '../../../native/index.ts';
import { listHidDevices } from '../../../native/link/hid-link.ts';
import { openSerialLink } from '../../../native/link/serial-link.ts';

const as = process.env['TILLBRIDGE_PROBE_AS'];
if (as !== undefined) {
  // Switches users only after everything is loaded, including the HID binding on its first use: the other user cannot
  // enter its folder.
  await listHidDevices();
  const [uid = 0, ...groups] = as.split(',').map(Number);
  process.setgroups?.(groups);
  process.setgid?.(uid);
  process.setuid?.(uid);
}

const [what, ...where] = process.argv.slice(2);
const say = (result: unknown): void => void process.stdout.write(`${JSON.stringify(result)}\n`);

if (what === 'discover') {
  say(await discoverTerminals({ perPortMs: 30_000, totalMs: 60_000 }));
  process.exit(0);
} else if (what === 'connect') {
  const results: unknown[] = [];
  for (const address of where) results.push(await connect(address));
  say(results);
  process.exit(0);
} else {
  const [path = ''] = where;
  await openSerialLink(path, { baudRate: 115_200, dtr: true, rts: true, hupcl: false });
  say({ holding: path });
  process.stdin.on('end', () => process.exit(0)).resume();
}

async function connect(address: string): Promise<unknown> {
  try {
    const terminal = await connectTerminal(address, { timeouts: { openMs: 30_000, replyMs: 3_000, totalMs: 60_000 } });
    await terminal.close();
    return { serialNumber: terminal.identity.serialNumber };
  } catch (error) {
    return { failure: toFailure(error) };
  }
}
