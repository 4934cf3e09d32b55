/**
 * Writes the recovery records of a step: on disk before its journal entry, and once however often the entry is tried
 * (money rule 1).
 */
import { idempotencyIdOf, reversalIdempotencyIdOf, type Clock } from '../../domain/index.ts';
import { chargeTotalOf } from '../../contract/index.ts';
import type { RecoveryLog } from '../journal/index.ts';
import { hasBegunAsking, hasBecomeHeld } from './fold.ts';
import { movesMoney, type Attempt, type Effect, type Step, type TimedEvent } from './machine/index.ts';

export class RecoveryRecords {
  readonly #log: RecoveryLog;
  readonly #clock: Pick<Clock, 'now'>;
  /** The event whose records are on disk, with its step. */
  #written: { event: TimedEvent; step: Step } | null = null;

  constructor(log: RecoveryLog, clock: Pick<Clock, 'now'>) {
    this.#log = log;
    this.#clock = clock;
  }

  /**
   * Call before the journal entry of this event is written.
   * @throws JRNL_UNWRITABLE
   */
  append(event: TimedEvent, before: Attempt | undefined, step: Step): void {
    if (this.#written?.event === event) return;
    const { attempt, effects } = step;
    // The journal refused the entry of the earlier event, and this event takes its place.
    const replaced = event.type === 'not-recorded' ? this.#written : null;
    if (replaced?.step.attempt.intent.attempt === attempt.intent.attempt) this.withdraw(replaced.event, replaced.step);
    for (const effect of effects) if (movesMoney(effect)) this.#record(attempt, effect);
    // If the journal is lost, only this record distinguishes a tab from a payment that its terminal never completed.
    if (hasBecomeHeld(before, attempt)) this.#record(attempt, { type: 'hold' });
    // If the journal is lost, only this record distinguishes a payment that awaits the cashier's answer from a payment
    // whose customer has left.
    if (hasBegunAsking(before, attempt)) this.#record(attempt, { type: 'ask' });
    this.#written = { event, step };
  }

  /**
   * The journal refused the entry and the event is dropped, so its requests are never sent. An additional record states
   * this, after the records that announced the requests.
   * @throws JRNL_UNWRITABLE
   */
  withdraw(event: TimedEvent, { attempt, effects }: Step): void {
    if (this.#written?.event !== event) return;
    for (const effect of effects) if (movesMoney(effect)) this.#record(attempt, effect, 'unsent');
    this.#written = null;
  }

  #record(attempt: Attempt, effect: Effect | { type: 'hold' | 'ask' }, what: string = effect.type): void {
    const { attempt: id, currency, kind, terminal, route, account, paidByLink, order } = attempt.intent;
    const isReversal = effect.type === 'reverse';
    this.#log.append({
      at: this.#clock.now(),
      attempt: id,
      key: isReversal ? reversalIdempotencyIdOf(id, effect.reversal) : idempotencyIdOf(id),
      what,
      kind,
      amountMinor: isReversal || effect.type === 'capture' ? effect.amountMinor : chargeTotalOf(attempt.intent),
      currency,
      terminal,
      route,
      ...(account === undefined ? {} : { account }),
      ...(paidByLink ? { paidByLink: { link: paidByLink.link, transfer: paidByLink.transfer } } : {}),
      // Only the first record has the order: the others are about the same payment.
      ...(order === null || what !== 'authorize' ? {} : { order }),
    });
  }
}
