/** The machine's task and its report, as JSON on the exchange. */

export interface Wanted {
  /** Cases whose name matches this regular expression; an empty text selects all. */
  readonly pattern: string;
  /** Index of this machine's share of the cases, from 0; `parts`: number of shares. */
  readonly part: number;
  readonly parts: number;
  readonly isSample: boolean;
  /** Turn that selects a different third of the cut points each time, or null for all cut points. */
  readonly turn: number | null;
}

export interface Report {
  /** `failure` is null for a passed case. */
  readonly results: readonly { readonly name: string; readonly failure: string | null; readonly tookMs: number }[];
  /** Durations in milliseconds, by name. */
  readonly measurements: Readonly<Record<string, readonly number[]>>;
}
