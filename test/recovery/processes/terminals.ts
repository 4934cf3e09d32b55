/**
 * Simulated terminals of both families in one process of their own, on TCP, quicker than their default pace: thousands of
 * readings make the suite long, and no rule of money depends on how long a chip thinks. Wire protocol, state, keys
 * and display are the real simulator's. The process outlives every host it serves; killing it is a power cut.
 */
import { injectKsn, startSimulator } from '../../../native/simulator/index.ts';

/** What is said once, when both serve. */
export interface TerminalsSaid {
  mms: { address: string; control: string; serialNumber: string };
  neo2: { address: string; control: string; serialNumber: string };
}

const readMs = { chip: 30, contactless: 20, swipe: 15 };
const ports = process.argv.slice(2).map(Number);
const [mmsPort = 0, mmsControl = 0, neo2Port = 0, neo2Control = 0] = ports;

const mms = await startSimulator({
  family: 'mms',
  carrier: { tcp: mmsPort },
  control: mmsControl,
  terminal: { ksn: injectKsn(), pace: { readMs, completeMs: 20, resultMs: 200, bootMs: 150, resetDelayMs: 20 } },
});
const neo2 = await startSimulator({
  family: 'neo2',
  carrier: { tcp: neo2Port },
  control: neo2Control,
  terminal: {
    ksn: injectKsn(),
    pace: { readMs, verifyMs: 20, completeMs: 20, resultMs: 200, bootMs: 150, restartDelayMs: 20 },
  },
});
const of = (one: { address: string; controlAddress: string | null; serialNumber: string }) => ({
  address: one.address,
  control: one.controlAddress ?? '',
  serialNumber: one.serialNumber,
});
process.send?.({ mms: of(mms), neo2: of(neo2) } satisfies TerminalsSaid);
process.on('disconnect', () => process.exit(0));
