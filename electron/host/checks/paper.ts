/** The receipt printer: never in the way of a payment. */
import { fine, found, notLooked, settled, type Check } from './facts.ts';

export const printer: Check = async (facts) => {
  const inForce = await settled(facts);
  if (!inForce) return notLooked('printer');
  if (inForce.printer === null) return [];
  const health = await facts.printer();
  if (!health) return [];
  const of = inForce.printer;
  if (health.trouble !== null)
    return [found('printer', 'note', 'printer-not-ready', { printer: of, reason: health.trouble }, of)];
  if (health.failure)
    return [found('printer', 'note', 'printer-away', { printer: of, why: String(health.failure.context?.['why'] ?? health.failure.code) }, of)]; // oxfmt-ignore
  return [fine('printer', health.isHeard ? 'ready' : 'reached; it does not say how it is', of)];
};
