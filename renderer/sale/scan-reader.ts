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
/** Keys closer than this may belong to one scan that was held up on its way, milliseconds. */
const HELD_UP_MS = 1_000;

/** What a character begins: keys after a pause, a run of quick keys, or nothing new. */
type Beginning = 'keys' | 'run' | null;

export interface Scan {
  text: string;
  /** Nothing was typed shortly before it: it is the whole of what was scanned. */
  isWhole: boolean;
}

export interface ScanReader {
  /** A character was typed at `atMs`. Says what it begins, so that what was there before can be kept. */
  char(char: string, atMs: number): Beginning;
  /**
   * Enter was pressed at `atMs`: a scan; `swallow` for an Enter that came too fast to be meant as a press of a key; null for
   * a person's.
   */
  enter(atMs: number): Scan | 'swallow' | null;
  /** Another key: whatever was being read is over. */
  reset(): void;
}

export function createScanReader(): ScanReader {
  let text = '';
  let lastMs = Number.NEGATIVE_INFINITY;
  /** The longest pause within the run. */
  let slowestMs = 0;
  /** Characters typed shortly before the run, and how many pauses among them only a machine makes. */
  let before = 0;
  let machinePauses = 0;
  const endRun = (): void => {
    before += text.length;
    text = '';
    slowestMs = 0;
  };
  const reset = (): void => {
    text = '';
    slowestMs = 0;
    before = 0;
    machinePauses = 0;
    lastMs = Number.NEGATIVE_INFINITY;
  };
  return {
    char(char, atMs) {
      const pauseMs = atMs - lastMs;
      // A clock that was set back tells nothing.
      const isPaused = pauseMs > HELD_UP_MS || pauseMs < 0;
      const isNewRun = isPaused || pauseMs > STEADY_MS;
      if (isPaused) reset();
      else if (isNewRun) endRun();
      else {
        slowestMs = Math.max(slowestMs, pauseMs);
        if (pauseMs <= FAST_MS) machinePauses += 1;
      }
      text += char;
      lastMs = atMs;
      return isPaused ? 'keys' : isNewRun ? 'run' : null;
    },
    enter(atMs) {
      const pauseMs = Math.max(slowestMs, atMs - lastMs);
      const isFast = pauseMs <= FAST_MS;
      const isSteady = pauseMs <= STEADY_MS && text.length >= STEADY_CHARS;
      const isLastFast = atMs - lastMs <= FAST_MS;
      const scan: Scan = { text, isWhole: before === 0 };
      const isHeldUp = before > 0 && machinePauses >= 2;
      reset();
      if (scan.text.length >= MIN_CHARS && (isFast || isSteady)) return scan;
      if (!isLastFast) return null;
      return isHeldUp ? scan : 'swallow';
    },
    reset,
  };
}
