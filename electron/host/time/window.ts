import { TillError } from '../../contract/index.ts';

const MAX_MS = 31 * 24 * 60 * 60_000;

/** Requested period, in milliseconds since 1970, both ends inclusive. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/**
 * @param asked ISO 8601 times
 * @throws CFG_INVALID when the period is reversed or longer than 31 days
 */
export function windowOf({ from, to }: { from: string; to: string }): TimeWindow {
  const window = { from: Date.parse(from), to: Date.parse(to) };
  if (window.from <= window.to && window.to - window.from <= MAX_MS) return window;
  throw new TillError('CFG_INVALID', 'Give a beginning and a later end, at most 31 days apart.', {
    context: { from, to },
  });
}
