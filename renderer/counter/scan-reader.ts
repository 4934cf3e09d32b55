/**
 * Tells a barcode scanner from a person. A scanner is a keyboard that types a line and presses Enter, in milliseconds.
 * Digits are never held back for that: they show at once, and what a scan had put there is taken back at its Enter.
 */

/** A person does not press two keys faster than this, milliseconds: two fingers at once come close. */
const FAST_MS = 35;
/** Slow scanners: nobody types eight characters at this pace, milliseconds. */
const STEADY_MS = 60;
const STEADY_CHARS = 8;
/** One character is no scan, but an Enter right behind it is no person's either. */
const MIN_CHARS = 2;

export interface ScanReader {
  /** A character was typed at `atMs`. True when it begins something new, so that what was there before can be kept. */
  char(char: string, atMs: number): boolean;
  /**
   * Enter was pressed at `atMs`: the text of a scan; `swallow` for an Enter that came too fast to be meant as a press of a
   * key; null for a person's.
   */
  enter(atMs: number): { text: string } | 'swallow' | null;
  /** Another key: whatever was being read is over. */
  reset(): void;
}

export function createScanReader(): ScanReader {
  let text = '';
  let lastMs = Number.NEGATIVE_INFINITY;
  /** The longest pause within what is being read. */
  let slowestMs = 0;
  const reset = (): void => {
    text = '';
    slowestMs = 0;
    lastMs = Number.NEGATIVE_INFINITY;
  };
  return {
    char(char, atMs) {
      const pauseMs = atMs - lastMs;
      // A clock that was set back tells nothing.
      const isNew = pauseMs > STEADY_MS || pauseMs < 0;
      if (isNew) reset();
      else slowestMs = Math.max(slowestMs, pauseMs);
      text += char;
      lastMs = atMs;
      return isNew;
    },
    enter(atMs) {
      const pauseMs = Math.max(slowestMs, atMs - lastMs);
      const isFast = pauseMs <= FAST_MS;
      const isSteady = pauseMs <= STEADY_MS && text.length >= STEADY_CHARS;
      const isLastFast = atMs - lastMs <= FAST_MS;
      const read = text;
      reset();
      if (read.length >= MIN_CHARS && (isFast || isSteady)) return { text: read };
      return isLastFast ? 'swallow' : null;
    },
    reset,
  };
}
