/**
 * Holds the faults queued for operations, each for a limited number of requests, and the fault profile that applies
 * otherwise.
 */
import type { OperationId } from '../../platform-api/index.ts';
import { createFaultSource, noFaults } from './fault-profile.ts';
import type { FaultProfile, FaultSource } from './fault-profile.ts';
import type { Fault, RequestFault } from './fault.ts';

export class FaultQueue {
  #queue: Fault[] = [];
  #source: FaultSource = createFaultSource(noFaults);

  add(fault: Fault): void {
    this.#queue.push(fault);
  }

  clear(): void {
    this.#queue = [];
  }

  get remaining(): readonly Fault[] {
    return this.#queue;
  }

  get profile(): FaultProfile {
    return this.#source.profile;
  }

  /** Replaces the profile and restarts its random sequence from its seed. */
  setProfile(profile: FaultProfile): void {
    this.#source = createFaultSource(profile);
  }

  /**
   * The next queued fault for a request of this operation, or the fault that the profile draws. Uses up one of the
   * queued fault's `times`.
   */
  take(operation: OperationId): RequestFault {
    const drawn = this.#source.next(operation);
    const fault = this.#queue.find((one) => one.operation === operation || one.operation === '*');
    if (!fault) return drawn;
    this.#queue = this.#queue
      .map((one) => (one === fault ? { ...one, times: one.times - 1 } : one))
      .filter((one) => one.times > 0);
    return { latencyMs: drawn.latencyMs, fault };
  }
}
