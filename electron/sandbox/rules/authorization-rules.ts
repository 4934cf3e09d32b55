/** Decides when an Authorization can be captured or voided. Pure: state and request are parameters. */
import type { PaymentState } from '../../platform-api/index.ts';
import { invalidField, unprocessable } from './refusal.ts';
import type { Refusal } from './refusal.ts';

/** Times in milliseconds since 1970. */
export interface HoldFacts {
  state: PaymentState;
  amount: number;
  is_void: boolean;
  transfer: string | null;
  expires_at: number;
}

/** Refuses capture and void unless money is held. */
function refuseUnlessHeld(hold: HoldFacts, now: number): Refusal | null {
  if (hold.state !== 'SUCCEEDED') {
    return unprocessable(`The authorization is ${hold.state}, not SUCCEEDED.`, 'AUTHORIZATION_NOT_SUCCEEDED');
  }
  if (hold.is_void) return unprocessable('The authorization is void.', 'ALREADY_VOID');
  if (hold.transfer !== null) {
    return unprocessable('The authorization was captured already.', 'AUTHORIZATION_EXPIRED_OR_ALREADY_CAPTURED', {
      transfer: hold.transfer,
    });
  }
  if (now >= hold.expires_at) {
    return unprocessable('The authorization has expired.', 'AUTHORIZATION_EXPIRED_OR_ALREADY_CAPTURED');
  }
  return null;
}

/**
 * Allows one capture, of at most the held amount, before the hold expires.
 * @param device the Device of the hold if it must be online for the capture, otherwise null
 */
export function refuseCapture(
  hold: HoldFacts,
  captureAmount: number,
  now: number,
  device: { isOnline: boolean } | null,
): Refusal | null {
  const gone = refuseUnlessHeld(hold, now);
  if (gone) return gone;
  if (captureAmount > hold.amount) {
    return invalidField('capture_amount', `The capture of ${captureAmount} is more than the ${hold.amount} held.`);
  }
  if (device && !device.isOnline) return unprocessable('The device is offline.', 'DEVICE_NOT_CONNECTED');
  return null;
}

/** Allows one void of a hold that still exists. */
export function refuseVoid(hold: HoldFacts, now: number): Refusal | null {
  return refuseUnlessHeld(hold, now);
}
