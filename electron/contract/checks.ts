/** A look over the till: what is fine, and what is in the way of a payment, each with its remedy. Screen and `tillbridge doctor` share it. */
import { z } from 'zod';
import { base } from './procedure-base.ts';

/** In the order in which they are made: what others rest on comes first. */
export const checkNames = [
  'program',
  'folder',
  'disk',
  'settings',
  'people',
  'records',
  'audit',
  'network',
  'password',
  'account',
  'clock',
  'merchant',
  'ports',
  'terminals',
  'devices',
  'printer',
  'till',
] as const;
const checkNameSchema = z.enum(checkNames);
export type CheckName = z.infer<typeof checkNameSchema>;

const checkFindingSchema = z.object({
  check: checkNameSchema,
  /** Which of several: a port, a terminal, a file; null: the check itself. */
  of: z.string().nullable(),
  /** `problem`: no payment can be taken, or none should. `note`: payments go on. */
  state: z.enum(['ok', 'note', 'problem']),
  /** Words on screen go by it: of check-faults.ts, of the setup's faults, or a failure's code. Null: nothing to do. */
  fault: z.string().max(60).nullable(),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** English, for command line and logs: what is so, and what to do. */
  detail: z.string(),
});
export type CheckFinding = z.infer<typeof checkFindingSchema>;

export const checkProcedures = {
  /** Makes one check now. It changes nothing, sends no payment, and opens no port that this till uses. */
  run: base.input(z.object({ check: checkNameSchema })).output(z.array(checkFindingSchema)),
};
