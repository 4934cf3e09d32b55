/** Reads a list that is longer than the platform returns at once in shorter windows, each of them whole. */
import { TillError } from '../../contract/index.ts';
import { platformDate } from '../platform/index.ts';

/**
 * The platform's date filters, both ends included. Dates are written in whole seconds (facts, section 6); the platform
 * may compare them to the second or to the millisecond.
 */
export type WindowFilters = Readonly<Record<'created_at.gte' | 'created_at.lte', string>>;

interface Window {
  /** Milliseconds since 1970, both included, in whole seconds; the last second counts to its end. */
  from: number;
  to: number;
}

const SECOND_MS = 1_000;

/**
 * Reads all records of the window, each once, and perhaps some made within two seconds around it, which the caller
 * filters out by their times. `read` reads one window whole or rejects. If it rejects because the list is too long,
 * both halves are read instead, down to a second. Rejects with what `read` rejects with.
 */
export async function readInWindows<Item extends { id: string }>(
  window: Window,
  read: (filters: WindowFilters) => Promise<Item[]>,
): Promise<Item[]> {
  const found = new Map<string, Item>();
  const waiting: Window[] = [{ from: floor(window.from), to: floor(window.to) }];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { from, to } = next;
    try {
      // To the end of the last second, even if `lte` means its very beginning; a record that comes twice is kept once.
      const items = await read({
        'created_at.gte': platformDate(from),
        'created_at.lte': platformDate(to + SECOND_MS),
      });
      for (const item of items) found.set(item.id, item);
    } catch (error) {
      if (!isTooLong(error) || from >= to) throw error;
      const middle = floor((from + to) / 2);
      waiting.unshift({ from, to: middle }, { from: middle + SECOND_MS, to });
    }
  }
  return [...found.values()];
}

function isTooLong(error: unknown): boolean {
  return error instanceof TillError && error.context?.['reason'] === 'too-long';
}

const floor = (at: number): number => Math.floor(at / SECOND_MS) * SECOND_MS;
