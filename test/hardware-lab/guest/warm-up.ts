/**
 * Runs a sale before the cases, without a tight time limit: otherwise the first reads from the computer's disk, loading
 * and compiling would count in the first case's timeouts and measurements.
 */
import type { Lab } from './lab.ts';
import { LabTerminal } from './terminal.ts';
import { Till } from './till.ts';

const AGES_MS = 20 * 60_000;
const AMOUNT_MINOR = 100;

export async function warmUp(lab: Lab): Promise<void> {
  const till = await Till.start({ platform: lab.platform });
  const serialNumber = lab.serialNumber('mms');
  const options = { family: 'mms', link: 'hid', serialNumber, interfaces: ['acm', 'hid'], bus: 7 } as const;
  const terminal = await LabTerminal.start(lab.firmware, options);
  try {
    await terminal.plug();
    await till.whenTerminal(terminal.id, 'ready', AGES_MS);
    await till.settled(await till.sell(terminal.id, AMOUNT_MINOR), AGES_MS);
  } finally {
    await till.close();
    await terminal.remove();
  }
}
