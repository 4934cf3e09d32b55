/** Disputes, their evidence, and Account Updater batches. Amounts in minor units, times in milliseconds since 1970. */
import type { InstrumentUpdateState, Tags } from '../../../platform-api/index.ts';
import type { DisputeFacts, EvidenceFacts } from '../../rules/dispute-rules.ts';
import type { Pending } from './payments.ts';

export interface DisputeRecord extends DisputeFacts {
  application: string;
  merchant: string;
  transfer: string;
  amount: number;
  currency: string;
  reason: string;
  respond_by: number;
  tags: Tags;
  /** What becomes of it if nothing else happens. */
  pending: Pending<DisputeRecord> | null;
}

/** The bytes are among the blobs, already in the format they go out in. */
export interface DisputeEvidenceRecord extends EvidenceFacts {
  application: string;
  merchant: string;
  dispute: string;
  file_name: string;
  content_type: string;
  extension: string;
  failure_message: string | null;
  tags: Tags;
  pending: Pending<DisputeEvidenceRecord> | null;
}

/** The ids, and later the results, are among the blobs. */
export interface InstrumentUpdateRecord {
  application: string;
  merchant: string;
  idempotency_id: string;
  /** Of the request, for repeats; not shown. */
  fingerprint: string;
  state: InstrumentUpdateState;
  pending: Pending<InstrumentUpdateRecord> | null;
}
