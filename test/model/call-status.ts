/**
 * Status of a call: on its way to the platform; held open by the platform; otherwise the number of the event that is
 * its answer, plus 2.
 */
export const ON_THE_WAY = 0;
export const HELD_OPEN = 1;
export const ANSWERED = 2;
