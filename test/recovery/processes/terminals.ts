/**
 * Simulated terminals of both families in one process of their own, on TCP, quicker than their default pace: thousands of
 * readings make the suite long, and no rule of money depends on how long a chip thinks. Wire protocol, state, keys
 * and display are the real simulator's. The process outlives every host it serves; killing it is a power cut.
 *
 * Arguments: the ports of both and of their controls (0 or none: free ones), or `FAMILY PATH` for one alone, on a serial line.
 */
import type { Family } from '../../../electron/contract/index.ts';
import { injectKsn, startSimulator } from '../../../native/simulator/index.ts';

interface TerminalSaid {
  address: string;
  control: string;
  serialNumber: string;
}

/** What is said once, when they serve. */
export type TerminalsSaid = Partial<Record<Family, TerminalSaid>>;

const readMs = { chip: 30, contactless: 20, swipe: 15 };
const quick = { readMs, completeMs: 20, resultMs: 200, bootMs: 150 };
type Carrier = { serial: string } | { tcp: number };

/** Each run of this process has keys of its own. */
async function serve(family: Family, carrier: Carrier, control: number): Promise<TerminalSaid> {
  const ksn = injectKsn();
  const one = await (family === 'mms'
    ? startSimulator({ family, carrier, control, terminal: { ksn, pace: { ...quick, resetDelayMs: 20 } } })
    : startSimulator({ family, carrier, control, terminal: { ksn, pace: { ...quick, verifyMs: 20, restartDelayMs: 20 } } })); // prettier-ignore
  return { address: one.address, control: one.controlAddress ?? '', serialNumber: one.serialNumber };
}

const said: TerminalsSaid = {};
const [first, line] = process.argv.slice(2);
if (line !== undefined && (first === 'mms' || first === 'neo2')) said[first] = await serve(first, { serial: line }, 0);
else {
  const [mmsPort = 0, mmsControl = 0, neo2Port = 0, neo2Control = 0] = process.argv.slice(2).map(Number);
  said.mms = await serve('mms', { tcp: mmsPort }, mmsControl);
  said.neo2 = await serve('neo2', { tcp: neo2Port }, neo2Control);
}
process.send?.(said);
process.on('disconnect', () => process.exit(0));
