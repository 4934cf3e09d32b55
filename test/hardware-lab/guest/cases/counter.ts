/** Events on a counter other than pulled cables: crashed firmware, restarts, neighbours, other ports. */
import { closeSync, constants, openSync } from 'node:fs';
import { agrees, atCounter, type Place } from '../at-counter.ts';
import { labFamilies, type LabFamily, type LabCase } from '../lab.ts';
import { Firmware } from '../terminal.ts';
import { check, TIMEOUT_MS } from '../waiting.ts';
import { paidSale } from './sales.ts';

const CASE_MS = 4 * TIMEOUT_MS;
const AMOUNT_MINOR = 1_500;

function firmwareKilled(family: LabFamily): LabCase {
  return {
    name: `${family} recovers when its firmware crashes in a sale and the device stays plugged in`,
    withinMs: CASE_MS,
    cost: 8,
    sampleCost: null,
    async run(lab) {
      const doomed = new Firmware();
      const next = new Firmware();
      try {
        const meet = async ({ till, terminals: [terminal] }: Place): Promise<void> => {
          check(terminal !== undefined, 'no terminal');
          const id = await till.sell(terminal.id, AMOUNT_MINOR);
          await till.when(() => (till.state.attempts.find((one) => one.id === id)?.timings.length ?? 0) > 1, 'a step');
          await doomed.kill();
          await till.whenTerminal(terminal.id, 'lost');
          await terminal.playedBy(next, true);
          await till.whenTerminal(terminal.id, 'ready');
          await agrees(lab, till, id);
          await paidSale(lab, till, terminal.id, AMOUNT_MINOR);
        };
        await atCounter(lab, [{ family, link: 'hid' }], meet, doomed);
      } finally {
        await doomed.kill();
        await next.kill();
      }
    },
  };
}

function restartsInSale(family: LabFamily, link: 'hid' | 'acm'): LabCase {
  return {
    name: `till and platform agree after ${family} restarts in a sale`,
    withinMs: CASE_MS,
    cost: 2,
    run: (lab) =>
      atCounter(lab, [{ family, link }], async ({ till, terminals: [terminal] }) => {
        check(terminal !== undefined, 'no terminal');
        // The units are before the sale is accepted, during its acceptance, and with a card in.
        for (const unit of [3, 5, 8, 11]) {
          terminal.armReboot(unit);
          const id = await till.sell(terminal.id, AMOUNT_MINOR);
          await terminal.rebooted();
          await agrees(lab, till, id);
          await till.whenTerminal(terminal.id, 'ready');
        }
        await paidSale(lab, till, terminal.id, AMOUNT_MINOR);
      }),
  };
}

const oneOfTwo: LabCase = {
  name: 'a terminal that is pulled in its sale leaves the sale of a second terminal running',
  withinMs: CASE_MS,
  cost: 4.5,
  run: (lab) =>
    atCounter(
      lab,
      [
        { family: 'mms', link: 'hid' },
        { family: 'neo2', link: 'acm' },
      ],
      async ({ till, terminals: [pulled, other] }) => {
        check(pulled !== undefined && other !== undefined, 'no terminals');
        pulled.arm({ unit: 8, kind: 'crossed' });
        const [first, second] = await Promise.all([
          till.sell(pulled.id, AMOUNT_MINOR),
          till.sell(other.id, AMOUNT_MINOR),
        ]);
        await pulled.cut();
        await till.whenTerminal(pulled.id, 'lost');
        const sale = await till.settled(second);
        check(sale.state === 'captured', `the other sale is ${sale.state}`);
        check(till.terminal(other.id)?.health.reconnects === 0, 'the other terminal was lost too');
        await pulled.plug();
        await till.whenTerminal(pulled.id, 'ready');
        await agrees(lab, till, first);
      },
    ),
};

const movedPort: LabCase = {
  name: 'a terminal is found again on another port and under another node name',
  withinMs: CASE_MS,
  cost: 3,
  run: (lab) =>
    atCounter(lab, [{ family: 'mms', link: 'acm' }], async ({ till, terminals: [terminal] }) => {
      check(terminal !== undefined, 'no terminal');
      const before = till.terminal(terminal.id)?.address;
      // A program that holds the old node open prevents the kernel from reusing its name.
      const held = openSync(pathOf(before), constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY);
      try {
        await terminal.unplug();
        await till.whenTerminal(terminal.id, 'lost');
        terminal.gadget.moveTo(5);
        await terminal.plug();
        const { address } = await till.whenTerminal(terminal.id, 'ready');
        check(address !== before, `it is still at ${address}`);
        lab.note(`${before} is now ${address}`);
        await paidSale(lab, till, terminal.id, AMOUNT_MINOR);
      } finally {
        closeSync(held);
      }
    }),
};

const pathOf = (address: string | undefined): string => address?.replace(/^serial:/, '') ?? '';

export const counterCases: readonly LabCase[] = [
  ...labFamilies.map(firmwareKilled),
  restartsInSale('mms', 'hid'),
  restartsInSale('neo2', 'acm'),
  oneOfTwo,
  movedPort,
];
