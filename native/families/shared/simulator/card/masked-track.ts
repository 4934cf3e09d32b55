/**
 * Track 2 as a terminal sends it unencrypted: first and last digits kept, the others zero (MMS properties 1.1.2.2.1.3
 * and .4). The default then changes one of the masked digits so that the whole passes the Luhn check (property
 * 1.1.2.2.1.5): the value looks like a card number but is none. Hosts must drop it, not "detect" it.
 */
import { passesLuhn } from '../../../../../electron/domain/index.ts';
import { type TestCard } from './test-cards.ts';

export interface MaskOptions {
  leading: number;
  trailing: number;
  passesLuhn: boolean;
}

export const defaultMask: MaskOptions = { leading: 4, trailing: 4, passesLuhn: true };

export function maskNumber(pan: string, mask: MaskOptions = defaultMask): string {
  const middle = Math.max(0, pan.length - mask.leading - mask.trailing);
  const digits = `${pan.slice(0, mask.leading)}${'0'.repeat(middle)}${pan.slice(mask.leading + middle)}`;
  if (!mask.passesLuhn || middle === 0) return digits;
  const at = mask.leading + Math.floor(middle / 2);
  for (let digit = 0; digit <= 9; digit++) {
    const candidate = `${digits.slice(0, at)}${digit}${digits.slice(at + 1)}`;
    if (passesLuhn(candidate)) return candidate;
  }
  return digits;
}

/** Masked track 2 as ASCII with its sentinels, for example `;4111000010001111=30122010000000000?`. */
export function maskedTrack2(card: TestCard, mask: MaskOptions = defaultMask): string {
  return `;${maskNumber(card.pan, mask)}=${card.expiry}${card.serviceCode}0000000000?`;
}
