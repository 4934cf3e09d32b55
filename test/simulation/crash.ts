/** Dying at a point: thrown through the code of the process that dies, and understood by the scheduler only. */
import type { CrashPoint } from './fault-profile.ts';

export class Killed extends Error {
  constructor(point: CrashPoint) {
    super(`the host died: ${point}`);
    this.name = 'Killed';
  }
}
