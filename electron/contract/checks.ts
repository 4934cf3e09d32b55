/**
 * Checks of the till: each finding is fine, or a problem for payments with its remedy. Shared by the screen and
 * `tillbridge doctor`.
 */
import { z } from 'zod';
import { base } from './procedure-base.ts';

/** Listed in execution order: checks that others depend on come first. */
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
  /** Port, terminal or file that the finding is about, or null for the check itself. */
  of: z.string().nullable(),
  /** `problem`: payments are impossible or risky. `note`: payments continue. */
  state: z.enum(['ok', 'note', 'problem']),
  /**
   * Key of the message on screen: a fault of check-faults.ts, a fault of the setup, or a failure code. Null if the
   * cashier has nothing to do.
   */
  fault: z.string().max(60).nullable(),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Finding and remedy in English, for the command line and logs. */
  detail: z.string(),
});
export type CheckFinding = z.infer<typeof checkFindingSchema>;

export const checkProcedures = {
  /** Runs one check now. A check only reads; it leaves every port that this till uses closed. */
  run: base.input(z.object({ check: checkNameSchema })).output(z.array(checkFindingSchema)),
};
