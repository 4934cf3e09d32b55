/** Decides which readers a further start within the same payment uses. Pure. */
import type { EntryMode, Prompt } from '../../../../electron/contract/index.ts';

export interface NextStart {
  readonly readers: readonly EntryMode[];
  readonly prompt: Prompt;
}

/** Number of chip attempts before the stripe, as on terminals that count by themselves. */
const CHIP_TRIES = 3;

/**
 * Returns the next start after the `tries`th unreadable chip: chip, then stripe, or undefined without a stripe reader.
 */
export function afterUnreadableChip(
  tries: number,
  now: readonly EntryMode[],
  all: readonly EntryMode[],
): NextStart | undefined {
  if (tries < CHIP_TRIES) return { readers: now, prompt: 'insert-card' };
  return all.includes('swipe') ? { readers: ['swipe'], prompt: 'swipe-card' } : undefined;
}

/** Returns the next start after the swipe of a card whose chip was not tried. */
export const nextStartForChip = (now: readonly EntryMode[]): NextStart => ({
  readers: now.filter((one) => one !== 'swipe'),
  prompt: 'insert-card',
});
