/** A crash at a point: thrown through the code of the crashing process, and caught only by the scheduler. */
import type { CrashPoint } from './fault-profile.ts';

export class Killed extends Error {
  constructor(point: CrashPoint) {
    super(`the host died: ${point}`);
    this.name = 'Killed';
  }
}
