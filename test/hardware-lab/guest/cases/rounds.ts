/** Plugs and pulls a device again and again, and opens a link each time. */
import { openLink } from '../../../../native/link/open.ts';
import type { Link } from '../../../../native/link/link.ts';
import { parseTerminalAddress } from '../../../../native/link/address.ts';
import type { Lab, LabCase } from '../lab.ts';
import { asAtRest, atRest } from '../leftovers.ts';
import { hidAddress, serialAddress } from '../nodes.ts';
import { LabTerminal } from '../terminal.ts';
import { check, until } from '../waiting.ts';

const ROUNDS = 100;
const SAMPLE_ROUNDS = 24;
const SERIAL = { baudRate: 115_200, dtr: true, rts: true, hupcl: false } as const;

const rounds: LabCase = {
  name: `rounds of plug, open and unplug leave no handle, listener or node`,
  withinMs: 8 * 60_000,
  cost: 19,
  sampleCost: 4,
  async run(lab) {
    const warnings: string[] = [];
    const onWarning = ({ message }: Error): void => void warnings.push(message);
    process.on('warning', onWarning);
    const before = await atRest();
    const lanes = await Promise.all(
      (['hid', 'acm', 'hid', 'acm'] as const).map((link, bus) =>
        LabTerminal.start(lab.firmware, {
          family: 'mms',
          link,
          serialNumber: lab.serialNumber('mms'),
          interfaces: [link],
          bus,
        }),
      ),
    );
    const wanted = lab.isSample ? SAMPLE_ROUNDS : ROUNDS;
    let done = 0;
    try {
      await Promise.all(
        lanes.map(async (terminal) => {
          while (done < wanted) {
            done += 1;
            await oneRound(lab, terminal);
          }
        }),
      );
    } finally {
      for (const terminal of lanes) await terminal.remove();
      process.off('warning', onWarning);
    }
    await asAtRest(before);
    check(warnings.length === 0, warnings[0] ?? '');
    lab.note(`${done} rounds`);
  },
};

async function oneRound(lab: Lab, terminal: LabTerminal): Promise<void> {
  const { link, serialNumber } = terminal.options;
  await terminal.plug();
  let failure: unknown = 'its node is not there';
  const open = async (): Promise<Link | null> => {
    const address = link === 'hid' ? hidAddress(serialNumber) : serialAddress(serialNumber);
    if (address === null) return null;
    try {
      return await openLink(parseTerminalAddress(address), { serial: SERIAL });
    } catch (error) {
      failure = error;
      return null;
    }
  };
  const opened = await until(open, 'the link to open').catch((error: Error) => {
    throw new Error(`${error.message}, ${link}: ${String(failure)}`, { cause: failure });
  });
  const ended = opened.closed;
  const at = await terminal.unplug();
  const why = await ended;
  lab.measurements.add(`unplug to closed, ${wordOf[link]}, link alone`, Date.now() - at);
  check(why?.code === 'LINK_LOST', `the link ended with ${why?.code}`);
  await opened.close();
}

const wordOf = { hid: 'HID', acm: 'CDC-ACM' } as const;

export const roundCases: readonly LabCase[] = [rounds];
