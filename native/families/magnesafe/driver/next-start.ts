/** What the reader is started for again, within one transaction of the till. Pure. */
import type { EntryMode, Prompt } from '../../../../electron/contract/index.ts';

export interface NextStart {
  readonly readers: readonly EntryMode[];
  readonly prompt: Prompt;
}

/** How often a chip is tried before its stripe: as on terminals that count themselves. */
const CHIP_TRIES = 3;

/** After a chip that could not be read for the `tries`th time: the chip, then its stripe; undefined where there is no reader for stripes. */
export function afterUnreadableChip(
  tries: number,
  now: readonly EntryMode[],
  all: readonly EntryMode[],
): NextStart | undefined {
  if (tries < CHIP_TRIES) return { readers: now, prompt: 'insert-card' };
  return all.includes('swipe') ? { readers: ['swipe'], prompt: 'swipe-card' } : undefined;
}

/** After the stripe of a card that has a chip which nobody tried. */
export const forItsChip = (now: readonly EntryMode[]): NextStart => ({
  readers: now.filter((one) => one !== 'swipe'),
  prompt: 'insert-card',
});
