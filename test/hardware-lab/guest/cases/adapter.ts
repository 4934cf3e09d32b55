/** A terminal with a plain serial line, behind a USB serial adapter. */
import { Adapter, LINE } from '../adapter.ts';
import { keepBusy } from '../busy.ts';
import { labFamilies, type LabFamily, type LabCase } from '../lab.ts';
import { play } from '../terminal.ts';
import { Till } from '../till.ts';
import { check, TIMEOUT_MS } from '../waiting.ts';
import { paidSale } from './sales.ts';

function overAdapter(family: LabFamily): LabCase {
  return {
    name: `${family} behind an FTDI adapter is found and sells, and again after it was pulled`,
    withinMs: 4 * TIMEOUT_MS,
    cost: 11,
    sampleCost: null,
    async run(lab) {
      const stopBusy = keepBusy();
      const serialNumber = lab.serialNumber(family);
      const adapter = await Adapter.open(`ADAPTER${serialNumber}`);
      const till = await Till.start({ platform: lab.platform });
      const id = `${family}:${serialNumber}`;
      let stop = (): Promise<void> => Promise.resolve();
      try {
        stop = await play(lab.firmware, { family, serialNumber, port: { kind: 'line', path: LINE }, plugFile: null });
        await adapter.plug();
        const ready = await till.whenTerminal(id, 'ready');
        check(/ttyUSB/.test(ready.address), `it is at ${ready.address}`);
        await paidSale(lab, till, id, 3_456);
        const pulledAt = Date.now();
        await adapter.unplug();
        const lost = await till.whenTerminal(id, 'lost');
        lab.measurements.add('unplug to lost, FTDI adapter, idle', Date.parse(lost.since) - pulledAt);
        await adapter.plug();
        await till.whenTerminal(id, 'ready');
        await paidSale(lab, till, id, 4_567);
        await adapter.unplug();
      } finally {
        await till.close();
        await stop();
        await adapter.close();
        await stopBusy();
      }
    },
  };
}

export const adapterCases: readonly LabCase[] = labFamilies.map(overAdapter);
