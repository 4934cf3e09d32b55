/**
 * Other devices next to a terminal in a shop, on real devices: checks the bytes sent to each while the terminal is
 * present and absent.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { PROBE_BYTES, neighbourNames, shop, type NeighbourName } from '../../../unit/host/terminals/shop.ts';
import type { LabCase } from '../lab.ts';
import { Neighbours } from '../neighbours.ts';
import { serialAddress } from '../nodes.ts';
import { probe } from '../programs.ts';
import { LabTerminal } from '../terminal.ts';
import { Till } from '../till.ts';
import { raisedLines, settingsNow, setUp } from '../uart.ts';
import { check, TIMEOUT_MS, until } from '../waiting.ts';
import { WireRecord } from '../wire-record.ts';
import { paidSale } from './sales.ts';

const MINUTE_MS = 60_000;
const THERE_MS = MINUTE_MS;
const AWAY_MS = 5 * MINUTE_MS;
/**
 * Maximum probes in five minutes, plus a reserve: the first at once, the others 15 s, 30 s, 60 s … after the previous
 * probe.
 */
const MAX_POLLS = 6;
const AMOUNT_MINOR = 1_500;

type Told = Record<NeighbourName, readonly string[]>;

/** Returns the requests and bytes sent to each device over its cable since the previous call. */
function told(record: WireRecord, shopping: Neighbours): Told {
  const of = (name: NeighbourName): readonly string[] => {
    const device = shopping.onBus(name);
    return device === null ? [] : record.takeOf(device);
  };
  return Object.fromEntries(neighbourNames.map((name) => [name, of(name)])) as Told;
}

const neighbourhood: LabCase = {
  name: 'printer, scale, GPS, modem, board, scanner and a held port of a shop stay unharmed with and without a terminal',
  withinMs: THERE_MS + AWAY_MS + 4 * TIMEOUT_MS,
  cost: 60,
  sampleCost: null,
  async run(lab) {
    const serialNumber = lab.serialNumber('mms');
    const options = { family: 'mms', link: 'acm', serialNumber, interfaces: ['acm'], bus: 0 } as const;
    const terminal = await LabTerminal.start(lab.firmware, options);
    const neighbours = await Neighbours.plugIn();
    const ends: (() => Promise<void>)[] = [() => terminal.remove(), () => neighbours.remove()];
    try {
      await terminal.plug();
      const id = await until(() => serialAddress(serialNumber), 'its port');
      const holder = probe(['hold', neighbours.path('held')]);
      ends.push(() => holder.end());
      await holder.said;
      setUp('4800', 'parenb', 'cs7', 'ixon', 'hupcl');
      const [settings, lines] = [settingsNow(), raisedLines()];
      const record = WireRecord.start();
      ends.push(() => record.stop());
      const printer = `serial:${neighbours.path('printer')}@38400`;
      const till = await Till.start({ platform: lab.platform, terminals: [id], printer });
      ends.push(() => till.close());
      await till.whenTerminal(id, 'ready');
      await sleep(THERE_MS);
      const [there, toldThere] = [await neighbours.heard(), told(record, neighbours)];
      await terminal.unplug();
      await till.whenTerminal(id, 'lost');
      await sleep(AWAY_MS);
      const [all, toldAway] = [await neighbours.heard(), told(record, neighbours)];
      lab.note(`bytes sent in ${THERE_MS / MINUTE_MS} min there, ${AWAY_MS / MINUTE_MS} min away; told of the line`);
      for (const name of neighbourNames) {
        const words = toldAway[name].filter((one) => !/^(?:sent|heard) /.test(one));
        const first = words.slice(0, 8).join('; ') || 'nothing';
        lab.note(
          `${name.padEnd(8)}${String(there[name]).padStart(5)}${String(all[name] - there[name]).padStart(7)}  ${words.length} ${first}`,
        );
      }
      for (const name of neighbourNames) {
        check(there[name] === 0, `the ${name} was sent ${there[name]} bytes with the terminal there`);
        check(
          toldThere[name].length === 0,
          `the ${name} was told ${toldThere[name].join('; ')} with the terminal there`,
        );
        const { mayBeAsked } = shop[name];
        const most = mayBeAsked ? MAX_POLLS * PROBE_BYTES : 0;
        check(all[name] <= most, `the ${name} was sent ${all[name]} bytes with the terminal away`);
        check(!mayBeAsked || all[name] > 0, `the ${name} was not asked`);
        check(
          mayBeAsked || toldAway[name].length === 0,
          `the ${name} was told ${toldAway[name].slice(0, 9).join('; ')}`,
        );
      }
      await terminal.plug();
      await till.whenTerminal(id, 'ready');
      await paidSale(lab, till, id, AMOUNT_MINOR);
      // A probe may have been in progress: it must end and restore the port.
      const isAsBefore = (): boolean => settingsNow() === settings && raisedLines() === lines;
      await until(isAsBefore, `the UART to be as it was, ${settings} with ${lines}`);
    } finally {
      for (const end of ends.reverse()) await end();
    }
  },
};

export const neighbourCases: readonly LabCase[] = [neighbourhood];
