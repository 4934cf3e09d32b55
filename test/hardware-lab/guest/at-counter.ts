/** A running till with terminals, and the checks for a disturbed sale. */
import type { Lab } from './lab.ts';
import { compare } from './platform.ts';
import { LabTerminal, type Firmware, type LabTerminalOptions } from './terminal.ts';
import { Till } from './till.ts';
import { check } from './waiting.ts';

export interface Place {
  readonly till: Till;
  readonly terminals: readonly LabTerminal[];
}

/** Runs a till with terminals plugged in and ready, and removes everything afterwards. */
export async function atCounter(
  lab: Lab,
  wanted: readonly Pick<LabTerminalOptions, 'family' | 'link'>[],
  run: (place: Place) => Promise<void>,
  firmware: Firmware = lab.firmware,
): Promise<void> {
  const till = await Till.start({ platform: lab.platform });
  const terminals: LabTerminal[] = [];
  try {
    for (const { family, link } of wanted) {
      const serialNumber = lab.serialNumber(family);
      const options = { family, link, serialNumber, interfaces: [link], bus: terminals.length };
      const terminal = await LabTerminal.start(firmware, options);
      terminals.push(terminal);
      await terminal.plug();
      await till.whenTerminal(terminal.id, 'ready');
    }
    await run({ till, terminals });
  } finally {
    await till.close();
    for (const terminal of terminals) await terminal.remove();
  }
}

/** Checks a disturbed sale: it is final in time, and the platform agrees. */
export async function agrees(lab: Lab, till: Till, attempt: string): Promise<void> {
  const view = await till.settled(attempt);
  const wrong = compare(view, await lab.platform.records());
  check(wrong === null, `the till says ${view.state}, the records say ${wrong}`);
  lab.note(`ended ${view.state}: ${view.failure?.message ?? 'no failure'}`);
}
