/** Audit log as the journal stores it: verified and exported by the command line. */
import { z } from 'zod';
import { base, operatorSchema } from './procedure-base.ts';

/** A row as the table stores it. Its number is not hashed: the chain of hashes defines the order. */
const auditRowSchema = z.object({
  seq: z.number(),
  /**
   * Version of the hashed form: 1; 0 for a row older than the chain that was added to it later; NaN if it is not a
   * number.
   */
  form: z.union([z.number(), z.nan()]),
  at: z.string(),
  operator: z.string(),
  role: z.string(),
  action: z.string(),
  attempt: z.string().nullable(),
  /** JSON, byte for byte. */
  data: z.string(),
  before: z.string(),
  hash: z.string(),
});
export type AuditRow = z.infer<typeof auditRowSchema>;

/** A deviation in the log. `row` is the number of the first affected row, or null. */
const auditFindingSchema = z.object({
  how: z.enum([
    'changed',
    'removed',
    'inserted',
    'reordered',
    'truncated',
    'trigger',
    'anchor',
    'noted',
    'lost',
    'journal',
  ]),
  row: z.number().nullable(),
  /** Description in English. */
  what: z.string(),
});
export type AuditFinding = z.infer<typeof auditFindingSchema>;

const auditCheckSchema = z.object({
  count: z.int(),
  /** Hash of the newest row. */
  head: z.string(),
  /** Number of rows that the anchor file next to the database confirms. */
  anchored: z.int(),
  /** Empty if every row is as it was written. */
  findings: z.array(auditFindingSchema),
});
export type AuditCheck = z.infer<typeof auditCheckSchema>;

const anchorSchema = z.object({ count: z.int().min(0), head: z.string().regex(/^[0-9a-f]{64}$/) });

/** These procedures only read, except for the row that records an export. */
export const auditProcedures = {
  /**
   * Checks whether the log is unchanged, up to its newest row at the time of the call. `anchors` are kept elsewhere by
   * the caller and compared with the log.
   */
  verify: base.input(z.object({ anchors: z.array(anchorSchema).max(16).default([]) })).output(auditCheckSchema),
  /**
   * Returns a page of an export, oldest first. Without `until` an export begins: it is logged, and `until` is the id of
   * that row, the last row of the export.
   * @throws IPC_INVALID when `until` is not such a row.
   */
  rows: base
    .input(
      z.object({
        /** Last row of the previous page. */
        after: z.int().optional(),
        until: z.int().optional(),
        limit: z.int().min(1).max(1_000).default(1_000),
        operator: operatorSchema.optional(),
      }),
    )
    .output(z.object({ rows: z.array(auditRowSchema), until: z.int() })),
};
