/** Which amounts are asked about once before they are charged. Pure. */
import { usualAskAboveMinor, type HostState } from '../../electron/contract/index.ts';

/** Until it is known what is usual here. Minor units of any currency. */
const UNTIL_THEN_MINOR = 100_000;

/** Amounts above it are asked about, minor units: the till's setting, else what follows from its latest sales. */
export function askAboveMinor(host: HostState): number {
  return host.till.askAboveMinor ?? usualAskAboveMinor(host) ?? UNTIL_THEN_MINOR;
}
