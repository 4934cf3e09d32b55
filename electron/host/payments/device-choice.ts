/** Chooses the Device of a payment: at its start, when the card was read, and for a CANCEL. Pure. */
import { TillError, type Failure } from '../../contract/index.ts';
import type { Intent } from './machine/index.ts';
import type { DeviceMatch } from './ports.ts';

type Asked = Pick<Intent, 'route' | 'device'>;

/** The platform drives a cloud terminal, so the platform must have its Device. */
const noDevice: Failure = { code: 'DEVICE_NONE', message: 'The platform knows no Device for this terminal.' };

/** Reason why this terminal must not receive payments now, determined before any card is read, or null if it may. */
export function refusalOf(match: DeviceMatch, route: Intent['route']): Failure | null {
  if (match.kind === 'refused') return match.failure;
  if (route === 'cable' || match.kind === 'matched') return null;
  return match.kind === 'none' ? noDevice : match.failure;
}

/**
 * Device for the first journal entry; absent until the platform has reported it.
 * @throws code of `refusalOf` when the terminal may not take the payment
 */
export function deviceAtStart(match: DeviceMatch, route: Intent['route']): Pick<Intent, 'device'> {
  const refusal = refusalOf(match, route);
  if (refusal) throw TillError.of(refusal);
  if (match.kind === 'matched') return { device: match.device };
  return match.kind === 'none' ? { device: null } : {};
}

/**
 * Device for the create request, once the card was read: the journaled Device, unless payments to the terminal have
 * been refused since then. A cable payment whose Device is still unknown goes without a Device, to the till's merchant
 * (README, Decisions).
 */
export function deviceToCharge({ route, device }: Asked, match: DeviceMatch): { device: string | null } | Failure {
  if (match.kind === 'refused') return match.failure;
  const known = device ?? (match.kind === 'matched' ? match.device : null);
  return known === null && route === 'cloud' ? (refusalOf(match, route) ?? noDevice) : { device: known };
}

/**
 * Device that the payment was started on, even if the match has changed since. Journals of earlier versions lack it.
 */
export function deviceToCancel({ device }: Asked, match: DeviceMatch): string | null {
  return device ?? (match.kind === 'matched' ? match.device : null);
}
