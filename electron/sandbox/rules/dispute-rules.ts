/** Decides what a Dispute and its evidence allow, and which money moves. Pure. Amounts in minor units. */
import { limits } from '../../platform-api/index.ts';
import type {
  DisputeEvidenceState,
  DisputeResponseState,
  DisputeState,
  PaymentState,
  Processor,
  TransferSubtype,
  TransferType,
} from '../../platform-api/index.ts';
import { conflict, invalidField, unprocessable } from './refusal.ts';
import type { Refusal } from './refusal.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A sale of this amount is disputed as soon as it succeeds (a general test amount). */
export const DISPUTED_AMOUNT_MINOR = 888_888;
/** Time that the seller has to answer (assumed). After that the Dispute is lost. */
export const RESPONSE_MS = 10 * DAY_MS;
/** Time that the issuing bank examines submitted evidence (assumed). After that the Dispute is won. */
export const DECISION_MS = 14 * DAY_MS;
/** Time that an uploaded file is PENDING (assumed). */
export const UPLOAD_MS = 2_000;

export interface DisputeFacts {
  state: DisputeState;
  response_state: DisputeResponseState;
  /** Time of the first submission of evidence, milliseconds since 1970. */
  submitted_at: number | null;
}

export interface EvidenceFacts {
  state: DisputeEvidenceState;
  /** Size of the file as uploaded, bytes. */
  size: number;
  submitted_at: number | null;
}

export type DisputeOutcome = 'WON' | 'LOST';

/**
 * Adjustment Transfers of each step, each for the disputed amount: money that leaves one account enters another. After
 * a lost Dispute the platform's debit goes to the issuer, which has no account here.
 */
export const adjustments: Readonly<Record<'opened' | DisputeOutcome, readonly TransferSubtype[]>> = {
  opened: ['MERCHANT_DEBIT', 'PLATFORM_CREDIT'],
  WON: ['PLATFORM_DEBIT', 'MERCHANT_CREDIT'],
  LOST: ['PLATFORM_DEBIT'],
};

/** Allows a Dispute only of a sale that succeeded, for at most its amount, and one at a time. */
export function refuseOpening(
  transfer: { type: TransferType; state: PaymentState; amount: number },
  disputes: readonly { state: DisputeState; amount: number }[],
  amount: number,
): Refusal | null {
  if (transfer.type !== 'DEBIT' || transfer.state !== 'SUCCEEDED') {
    return invalidField('transfer', `A ${transfer.type} transfer that is ${transfer.state} cannot be disputed.`);
  }
  if (disputes.some(({ state }) => state === 'PENDING')) return conflict('The transfer is disputed already.');
  const lost = disputes.filter(({ state }) => state === 'LOST').reduce((sum, one) => sum + one.amount, 0);
  const left = transfer.amount - lost;
  return amount > left ? invalidField('amount', `Only ${left} can be disputed.`) : null;
}

const decided = (state: DisputeState) => conflict(`The dispute is ${state}.`);

export function refuseEvidence(
  dispute: DisputeFacts,
  existing: readonly EvidenceFacts[],
  size: number,
): Refusal | null {
  if (dispute.state !== 'PENDING') return decided(dispute.state);
  if (size === 0) return invalidField('file', 'The file is empty.');
  if (size > limits.evidenceFileBytes) {
    return invalidField('file', `A file has at most ${limits.evidenceFileBytes} bytes.`, 'EVIDENCE_FILE_TOO_LARGE');
  }
  if (existing.length >= limits.evidenceFiles) {
    return unprocessable(`A dispute has at most ${limits.evidenceFiles} files.`, 'EVIDENCE_LIMIT_REACHED');
  }
  const total = existing.reduce((sum, one) => sum + one.size, size);
  if (total > limits.evidenceTotalBytes) {
    return unprocessable(
      `All files together have at most ${limits.evidenceTotalBytes} bytes.`,
      'EVIDENCE_LIMIT_REACHED',
    );
  }
  return null;
}

/** Allows deletion only before the first submission, and only on processors that support it (specification, DELETE). */
export function refuseDeletion(dispute: DisputeFacts, processor: Processor): Refusal | null {
  if (processor !== 'SERVICE_V1' && processor !== 'DUMMY_V1') {
    return unprocessable(`Evidence cannot be deleted on ${processor}.`, 'ACTION_NOT_SUPPORTED');
  }
  return dispute.submitted_at === null ? null : conflict('Evidence was submitted before.');
}

/** Allows submission when there is new evidence and no upload is running. */
export function refuseSubmit(dispute: DisputeFacts, evidence: readonly EvidenceFacts[]): Refusal | null {
  if (dispute.state !== 'PENDING') return decided(dispute.state);
  if (evidence.some(({ state }) => state === 'PENDING')) return conflict('An upload is still under way.');
  const isNew = evidence.some((one) => one.state === 'SUCCEEDED' && one.submitted_at === null);
  return isNew ? null : unprocessable('There is no evidence to submit.', 'EVIDENCE_MISSING');
}

/** Allows the seller to concede every undecided Dispute. */
export function refuseAccept(dispute: DisputeFacts): Refusal | null {
  return dispute.state === 'PENDING' ? null : decided(dispute.state);
}
