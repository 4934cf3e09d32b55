/** A terminal is plugged in, is found, pays, is pulled and comes back: each family over each kind of cable. */
import type { AttemptView } from '../../../../electron/contract/index.ts';
import { atCounter } from '../at-counter.ts';
import { labFamilies, type LabFamily, type Lab, type LabCase } from '../lab.ts';
import { compare } from '../platform.ts';
import { LabTerminal } from '../terminal.ts';
import { Till } from '../till.ts';
import { check, TIMEOUT_MS } from '../waiting.ts';

/** Makes a sale of `amountMinor` and compares the outcome with the platform's records. */
export async function paidSale(lab: Lab, till: Till, terminal: string, amountMinor: number): Promise<void> {
  await endsAs('captured', lab, till, await till.sell(terminal, amountMinor));
}

async function endsAs(state: AttemptView['state'], lab: Lab, till: Till, attempt: string): Promise<void> {
  const sale = await till.settled(attempt);
  check(sale.state === state, `the sale is ${sale.state}: ${sale.failure?.message ?? sale.declineCode ?? ''}`);
  const wrong = compare(sale, await lab.platform.records());
  check(wrong === null, `the platform's records say ${wrong}`);
}

function fromPlugToLost(family: LabFamily, link: 'hid' | 'acm', bus: number): LabCase {
  const name = link === 'hid' ? 'HID' : 'CDC-ACM';
  return {
    name: `${family} over ${name} is found and sells when plugged in, and again after it was pulled`,
    withinMs: 4 * TIMEOUT_MS,
    cost: 4,
    async run(lab) {
      const till = await Till.start({ platform: lab.platform });
      const interfaces = family === 'magnesafe' ? (['hid'] as const) : (['acm', 'hid'] as const);
      const serialNumber = lab.serialNumber(family);
      const terminal = await LabTerminal.start(lab.firmware, { family, serialNumber, link, interfaces, bus });
      try {
        const pluggedAt = await terminal.plug();
        const first = await till.when(() => till.terminal(terminal.id), 'it to be listed', TIMEOUT_MS);
        lab.measurements.add(`plug to listed, ${name}`, Date.parse(first.since) - pluggedAt);
        const ready = await till.whenTerminal(terminal.id, 'ready', TIMEOUT_MS);
        lab.measurements.add(`plug to ready, ${name}, first time`, Date.parse(ready.since) - pluggedAt);
        check(ready.link === (link === 'hid' ? 'hid' : 'serial'), `it is on ${ready.link}`);
        check(ready.serialNumber === serialNumber, `it is ${ready.serialNumber}`);
        await paidSale(lab, till, terminal.id, 1_234);
        const pulledAt = await terminal.unplug();
        const lost = await till.whenTerminal(terminal.id, 'lost');
        lab.measurements.add(`unplug to lost, ${name}, idle`, Date.parse(lost.since) - pulledAt);
        check(lost.failure?.code === 'LINK_LOST', `it is lost with ${lost.failure?.code}`);
        const backAt = await terminal.plug();
        const back = await till.whenTerminal(terminal.id, 'ready', TIMEOUT_MS);
        lab.measurements.add(`plug to ready, ${name}, again`, Date.parse(back.since) - backAt);
        await paidSale(lab, till, terminal.id, 2_345);
      } finally {
        await till.close();
        await terminal.remove();
      }
    },
  };
}

/** Final state of the sale for each card. */
const ends = { approve: 'captured', 'no-funds': 'declined', pin: 'captured' } as const;

const byFeatureReports: LabCase = {
  name: 'magnesafe over HID ends chip, tap and swipe as paid, declined and cancelled',
  withinMs: 4 * TIMEOUT_MS,
  cost: 5,
  run: (lab) =>
    atCounter(lab, [{ family: 'magnesafe', link: 'hid' }], async ({ till, terminals: [terminal] }) => {
      check(terminal !== undefined, 'no terminal');
      for (const gesture of ['insert', 'tap', 'swipe'] as const) {
        for (const [card, end] of Object.entries(ends)) {
          // The stripe of a chip card is refused.
          terminal.arm(null, gesture, gesture === 'swipe' ? `${card}-stripe` : card);
          await endsAs(end, lab, till, await till.sell(terminal.id, 1_234));
        }
      }
      terminal.arm(null, 'none');
      const id = await till.sell(terminal.id, 1_234);
      await till.when(() => till.state.attempts.some((one) => one.id === id && one.prompt !== null), 'its prompt');
      await till.cancel(id);
      await endsAs('cancelled', lab, till, id);
      terminal.arm(null);
      await paidSale(lab, till, terminal.id, 1_234);
    }),
};

export const saleCases: readonly LabCase[] = [
  fromPlugToLost('magnesafe', 'hid', 2 * labFamilies.length),
  byFeatureReports,
  ...labFamilies.map((family, index) => fromPlugToLost(family, 'hid', index)),
  ...labFamilies.map((family, index) => fromPlugToLost(family, 'acm', labFamilies.length + index)),
];
