/** What the machine is told to do and what it reports, as JSON on the exchange. */

export interface Wanted {
  /** Cases whose name matches this regular expression; empty: all. */
  readonly pattern: string;
  /** Which share of them is this machine's, from 0, of how many. */
  readonly part: number;
  readonly parts: number;
  readonly isSample: boolean;
  /** Of the cut points every third, with each turn others; null: all. */
  readonly turn: number | null;
}

export interface Report {
  /** `failure` null: passed. */
  readonly results: readonly { readonly name: string; readonly failure: string | null; readonly tookMs: number }[];
  /** Milliseconds, by what took them. */
  readonly measurements: Readonly<Record<string, readonly number[]>>;
}
