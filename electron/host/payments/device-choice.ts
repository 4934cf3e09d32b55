/** Which Device a payment names, from what is known of it: at its start, when the card was read, and for a CANCEL. Pure. */
import { TillError, type Failure } from '../../contract/index.ts';
import type { Intent } from './machine/index.ts';
import type { DeviceMatch } from './ports.ts';

type Asked = Pick<Intent, 'route' | 'device'>;

/** The platform drives it, so it has to know it. */
const noDevice: Failure = { code: 'DEVICE_NONE', message: 'The platform knows no Device for this terminal.' };

/** Why no payment may go to this terminal now, before any card; null: it may. */
export function refusalOf(match: DeviceMatch, route: Intent['route']): Failure | null {
  if (match.kind === 'refused') return match.failure;
  if (route === 'cable' || match.kind === 'matched') return null;
  return match.kind === 'none' ? noDevice : match.failure;
}

/** For the first journal entry. Throws TillError: the refusal. */
export function deviceAtStart(match: DeviceMatch, route: Intent['route']): Pick<Intent, 'device'> {
  const refusal = refusalOf(match, route);
  if (refusal) throw TillError.of(refusal);
  if (match.kind === 'matched') return { device: match.device };
  return match.kind === 'none' ? { device: null } : {};
}

/**
 * When the card has been read: what the journal says, unless it has become known meanwhile that no payment may go there. One
 * that is not known even now goes without a Device, to the till's merchant (README, Decisions).
 */
export function deviceToCharge({ route, device }: Asked, match: DeviceMatch): { device: string | null } | Failure {
  if (match.kind === 'refused') return match.failure;
  const known = device ?? (match.kind === 'matched' ? match.device : null);
  return known === null && route === 'cloud' ? (refusalOf(match, route) ?? noDevice) : { device: known };
}

/** The Device it was started on, whatever is known of it by now; journals from before that was written down have none. */
export function deviceToCancel({ device }: Asked, match: DeviceMatch): string | null {
  return device ?? (match.kind === 'matched' ? match.device : null);
}
