/**
 * The events of a day, line by line: their hash shows whether two runs were the same, and the lines show what went
 * wrong.
 */
import { createHash } from 'node:crypto';

export interface Breach {
  at: string;
  rule: string;
  attempt: string | null;
  what: string;
}

export class Record {
  readonly #hash = createHash('sha256');
  readonly #now: () => number;
  readonly #keep: ((line: string) => void) | null;
  #digest: string | null = null;
  /** Injected faults by class. */
  readonly faults = new Map<string, number>();
  readonly breaches: Breach[] = [];
  lines = 0;

  constructor(now: () => number, keep: ((line: string) => void) | null) {
    this.#now = now;
    this.#keep = keep;
  }

  /** The day's own time, milliseconds since 1970. */
  now(): number {
    return this.#now();
  }

  /** A line `who what…`, with its time in front. */
  line(text: string): void {
    const line = `${new Date(this.#now()).toISOString().slice(11, 23)} ${text}`;
    this.lines += 1;
    this.#hash.update(line).update('\n');
    this.#keep?.(line);
  }

  fault(name: string, about = ''): void {
    this.faults.set(name, (this.faults.get(name) ?? 0) + 1);
    this.line(`fault ${name} ${about}`);
  }

  /** A broken rule of the blueprint's section 4. The day continues, since one breach may explain the next. */
  breach(rule: string, attempt: string | null, what: string): void {
    this.breaches.push({ at: new Date(this.#now()).toISOString(), rule, attempt, what });
    this.line(`BREACH ${rule} ${attempt ?? '-'} ${what}`);
  }

  digest(): string {
    return (this.#digest ??= this.#hash.digest('hex'));
  }
}
