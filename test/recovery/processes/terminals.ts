/**
 * Simulated terminals of the paying families in one process, on TCP, faster than by default: thousands of card reads
 * make the suite long, and no money rule depends on how long a chip takes. Wire protocol, state, keys and display are
 * the real simulator's. The process survives every host that it serves; killing it is a power cut.
 *
 * Arguments: port and control port of each in turn (0 or none for free ports), or `FAMILY PATH` for a single terminal
 * on a serial line.
 */
import { payingFamilies, type PayingFamily } from '../../../native/index.ts';
import { injectKsn, startSimulator, type RunningSimulator } from '../../../native/simulator/index.ts';

interface TerminalSaid {
  address: string;
  control: string;
  serialNumber: string;
}

/** Sent once, when the terminals serve. */
export type TerminalsSaid = Partial<Record<PayingFamily, TerminalSaid>>;

const readMs = { chip: 30, contactless: 20, swipe: 15 };
const quick = { readMs, completeMs: 20, resultMs: 200, bootMs: 150 };
type Carrier = { serial: string } | { tcp: number };

/** Each run of this process has new keys. */
const startOf: Readonly<Record<PayingFamily, (carrier: Carrier, control: number) => Promise<RunningSimulator>>> = {
  mms: (carrier, control) =>
    startSimulator({
      family: 'mms',
      carrier,
      control,
      terminal: { ksn: injectKsn(), pace: { ...quick, resetDelayMs: 20 } },
    }),
  neo2: (carrier, control) =>
    startSimulator({
      family: 'neo2',
      carrier,
      control,
      terminal: { ksn: injectKsn(), pace: { ...quick, verifyMs: 20, restartDelayMs: 20 } },
    }),
  magnesafe: (carrier, control) =>
    startSimulator({
      family: 'magnesafe',
      carrier,
      control,
      terminal: { ksn: injectKsn(), pace: { readMs, completeMs: 20, bootMs: 150 } },
    }),
};

async function serve(family: PayingFamily, carrier: Carrier, control: number): Promise<void> {
  const one = await startOf[family](carrier, control);
  said[family] = { address: one.address, control: one.controlAddress ?? '', serialNumber: one.serialNumber };
}

const said: TerminalsSaid = {};
const [first, line] = process.argv.slice(2);
const alone = payingFamilies.find((family) => family === first);
if (line !== undefined && alone) await serve(alone, { serial: line }, 0);
else {
  const ports = process.argv.slice(2).map(Number);
  for (const [index, family] of payingFamilies.entries()) {
    const [tcp = 0, control = 0] = ports.slice(2 * index);
    await serve(family, { tcp }, control);
  }
}
process.send?.(said);
process.on('disconnect', () => process.exit(0));
