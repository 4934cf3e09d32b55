/** Offset between the platform's clock and the till's, learned from the `Date` header of the platform's answers. */

/** Resolution of the header, which counts whole seconds. */
const RESOLUTION_MS = 1_000;
/** Offsets below this count as 0, because network delay explains them as well. */
const TOLERANCE_MS = 5_000;
/** The only date format that HTTP allows a server to send, such as `Sun, 22 Nov 2026 11:30:00 GMT`. */
const httpDate = /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/;

/**
 * Estimates the offset. The platform wrote the header after the request was sent and before its answer arrived. Each
 * answer thus yields bounds for the offset; slower answers yield wider bounds. The estimate is kept until an answer
 * contradicts it.
 */
export class ClockOffset {
  #ms = 0;
  /** True if an answer has contained the platform's time. */
  isKnown = false;

  /** Platform's clock minus the till's, in milliseconds; 0 until an answer shows otherwise. */
  get ms(): number {
    return this.#ms;
  }

  /**
   * Takes the `Date` header of the platform's own answer. `sentAt` and `heardAt` are the till's times at which the
   * request was sent and the answer was complete. A missing or invalid header is ignored.
   */
  heard(date: string | undefined, sentAt: number, heardAt: number): void {
    const at = date !== undefined && httpDate.test(date) ? Date.parse(date) : Number.NaN;
    const least = at - heardAt;
    const most = at + RESOLUTION_MS - sentAt;
    // Ignore invalid dates and samples that span a clock adjustment.
    if (Number.isNaN(at) || least > most) return;
    this.isKnown = true;
    const isPossible = (offset: number): boolean => offset > least - TOLERANCE_MS && offset < most + TOLERANCE_MS;
    if (!isPossible(this.#ms)) this.#ms = isPossible(0) ? 0 : Math.round((least + most) / 2);
  }
}
