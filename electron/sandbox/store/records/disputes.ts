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
  /** Outcome unless another event intervenes, or null. */
  pending: Pending<DisputeRecord> | null;
}

/** The bytes are in the blobs, already in the format of downloads. */
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

/** The ids, and later the results, are in the blobs. */
export interface InstrumentUpdateRecord {
  application: string;
  merchant: string;
  idempotency_id: string;
  /** Fingerprint of the request, to detect repeats. Not shown. */
  fingerprint: string;
  state: InstrumentUpdateState;
  pending: Pending<InstrumentUpdateRecord> | null;
}
