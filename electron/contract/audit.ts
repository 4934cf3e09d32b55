/** The log of who did what, as it stands in the journal: for its check and its export by the command line. */
import { z } from 'zod';
import { base, operatorSchema } from './procedure-base.ts';

/** A row as it stands in the table. Its number is no part of the hash: the order is that of the hashes. */
const auditRowSchema = z.object({
  seq: z.number(),
  /** What is hashed: 1; 0 for a row that was written before there was a chain, and was chained in later; NaN: no number. */
  form: z.union([z.number(), z.nan()]),
  at: z.string(),
  operator: z.string(),
  role: z.string(),
  action: z.string(),
  attempt: z.string().nullable(),
  /** JSON, to the letter. */
  data: z.string(),
  before: z.string(),
  hash: z.string(),
});
export type AuditRow = z.infer<typeof auditRowSchema>;

/** What does not fit. `row` is the number of the first row concerned, where there is one. */
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
  /** In words. */
  what: z.string(),
});
export type AuditFinding = z.infer<typeof auditFindingSchema>;

const auditCheckSchema = z.object({
  count: z.int(),
  /** Hash of the newest row. */
  head: z.string(),
  /** How many rows the file beside the database vouches for. */
  anchored: z.int(),
  /** None: every row is as it was written. */
  findings: z.array(auditFindingSchema),
});
export type AuditCheck = z.infer<typeof auditCheckSchema>;

const anchorSchema = z.object({ count: z.int().min(0), head: z.string().regex(/^[0-9a-f]{64}$/) });

/** All of it reads, but for the row that says that the log was exported. */
export const auditProcedures = {
  /** Whether the log is what was written, up to the row that is the newest now. `anchors`: kept elsewhere, held against it. */
  verify: base.input(z.object({ anchors: z.array(anchorSchema).max(16).default([]) })).output(auditCheckSchema),
  /**
   * A page of an export, oldest first. Without `until` an export begins: that is written down, and `until` is the row of it, the
   * last one of the export. IPC_INVALID where `until` is no such row.
   */
  rows: base
    .input(
      z.object({
        /** The last row of the page before. */
        after: z.int().optional(),
        until: z.int().optional(),
        limit: z.int().min(1).max(1_000).default(1_000),
        operator: operatorSchema.optional(),
      }),
    )
    .output(z.object({ rows: z.array(auditRowSchema), until: z.int() })),
};
