/** How far the platform's clock is from the till's, learned from the `Date` header of the platform's answers. */

/** What the header leaves out: it counts whole seconds. */
const RESOLUTION_MS = 1_000;
/** Less than this is no difference: it is as likely the network's. */
const TOLERANCE_MS = 5_000;
/** The one form HTTP lets a server send, e.g. `Sun, 22 Nov 2026 11:30:00 GMT`. */
const httpDate = /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/;

/**
 * The platform wrote the header between the moments the request left and its answer came, so each answer says within what
 * bounds the offset lies, the wider the longer it took. What is believed stays until an answer rules it out.
 */
export class ClockOffset {
  #ms = 0;
  /** An answer has named the platform's time. */
  isKnown = false;

  /** Platform minus till, milliseconds; 0 until an answer says otherwise. */
  get ms(): number {
    return this.#ms;
  }

  /**
   * An answer of the platform itself: its `Date` header, and by the till's clock when the request left and when the
   * answer was there whole. A header that is missing or no date says nothing.
   */
  heard(date: string | undefined, sentAt: number, heardAt: number): void {
    const at = date !== undefined && httpDate.test(date) ? Date.parse(date) : Number.NaN;
    const least = at - heardAt;
    const most = at + RESOLUTION_MS - sentAt;
    // Not a date, or the till's clock was put back while it waited.
    if (Number.isNaN(at) || least > most) return;
    this.isKnown = true;
    const isPossible = (offset: number): boolean => offset > least - TOLERANCE_MS && offset < most + TOLERANCE_MS;
    if (!isPossible(this.#ms)) this.#ms = isPossible(0) ? 0 : Math.round((least + most) / 2);
  }
}
