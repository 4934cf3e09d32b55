/**
 * Check of the receipt printer. A printer fault never blocks payments, unless the card terminal is on the printer's
 * port.
 */
import { fine, faultFinding, notChecked, settled, type Check, type CheckFacts, type InForce } from './check.ts';

export const printer: Check = async (facts) => {
  const inForce = await settled(facts);
  if (!inForce) return notChecked('printer');
  if (inForce.printer === null) return [];
  const health = await facts.printer();
  if (!health) return [];
  const of = inForce.printer;
  if (health.trouble !== null)
    return [faultFinding('printer', 'note', 'printer-not-ready', { printer: of, reason: health.trouble }, of)];
  if (health.failure)
    return [
      faultFinding(
        'printer',
        'note',
        'printer-away',
        { printer: of, why: String(health.failure.context?.['why'] ?? health.failure.code) },
        of,
      ),
    ];
  const silent = health.isHeard ? null : await silentTerminal(facts, inForce);
  if (silent !== null && hasPassingName(of))
    return [faultFinding('printer', 'problem', 'ports-swapped', { printer: of, terminal: silent }, of)];
  return [fine('printer', health.isHeard ? 'ready' : 'reached; it does not say how it is', of)];
};

/** True if the system may renumber the port at each start. A name below /dev/serial stays with its adapter. */
const hasPassingName = (address: string): boolean =>
  address.startsWith('serial:/dev/') && !address.startsWith('serial:/dev/serial/');

/** Address of a terminal whose serial port opens without an answer, or null. */
async function silentTerminal(facts: CheckFacts, { terminals }: InForce): Promise<string | null> {
  for (const { address } of terminals.filter((one) => hasPassingName(one.address))) {
    const failure = facts.running
      ? facts.running().terminals.find((one) => one.id === address)?.failure
      : (await facts.probe(address))?.failure;
    if (failure && (failure.code === 'TERM_SILENT' || failure.code === 'FRAME_GARBAGE')) return address;
  }
  return null;
}
