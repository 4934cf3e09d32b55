/** Disputes, their evidence, and the money that they moved. operations/disputes.ts opens and ends them. */
import { disputeResponseStateKnownValues, disputeStateKnownValues } from '../../../platform-api/index.ts';
import { decideDispute } from '../../operations/disputes.ts';
import { Problem, throwIfRefused } from '../../world/problem.ts';
import { oneOf, text } from '../filters.ts';
import type { Call, Handlers } from '../handlers.ts';
import { isUploadedFile } from '../../rules/uploaded-file.ts';
import {
  DECISION_MS,
  refuseAccept,
  refuseDeletion,
  refuseEvidence,
  refuseSubmit,
  UPLOAD_MS,
} from '../../rules/dispute-rules.ts';
import { evidenceName, readEvidence } from '../../rules/evidence-files.ts';
import { downloadHeaders } from '../../rules/file-rules.ts';
import { conflict, invalidField, notFound } from '../../rules/refusal.ts';
import { equals } from '../../store/collection.ts';
import type { Stored } from '../../store/collection.ts';
import type { DisputeEvidenceRecord, DisputeRecord } from '../../store/records/index.ts';
import type { StoredUser } from '../../store/store.ts';
import { representDispute, representEvidence } from '../../views/disputes.ts';
import { representTransfer } from '../../views/payments.ts';
import { resource } from './resource.ts';
import type { World } from '../../world/world.ts';

const evidenceOf = (world: World, dispute: { id: string }) =>
  world.store.disputeEvidence.all(equals('dispute', dispute.id));

type EvidencePath = { dispute_id: string; evidence_id: string };

function upload(world: World, dispute: Stored<DisputeRecord>, body: Call<'createDisputeEvidence'>['body']) {
  const { store, clock } = world;
  if (!isUploadedFile(body.file)) throw new Problem(invalidField('file', 'The part named file is no file.'));
  const { bytes, name } = body.file;
  throwIfRefused([refuseEvidence(dispute, evidenceOf(world, dispute), bytes.length)]);
  const file = readEvidence(bytes, name);
  if ('status' in file) throw new Problem(file);
  const decidesAt = clock.now() + UPLOAD_MS;
  const change: Partial<DisputeEvidenceRecord> = file.isBroken
    ? { state: 'FAILED', failure_message: 'The picture cannot be read.' }
    : { state: 'SUCCEEDED' };
  const made = store.transaction(() => {
    const stored = store.disputeEvidence.insert({
      application: dispute.application,
      merchant: dispute.merchant,
      dispute: dispute.id,
      state: 'PENDING',
      file_name: evidenceName(name, file.extension),
      content_type: file.contentType,
      extension: file.extension,
      size: bytes.length,
      submitted_at: null,
      failure_message: null,
      tags: {},
      pending: { decides_at: decidesAt, change },
    });
    store.blobs.put(stored.id, file.bytes);
    return stored;
  });
  world.settleAt(decidesAt);
  return made;
}

/** Starts the bank's decision, which comes a fixed time after the last submission. */
function submit(world: World, dispute: Stored<DisputeRecord>) {
  const { store, clock } = world;
  const files = evidenceOf(world, dispute);
  throwIfRefused([refuseSubmit(dispute, files)]);
  const now = clock.now();
  const decidesAt = now + DECISION_MS;
  const submitted = store.transaction(() => {
    for (const one of files) {
      if (one.state === 'SUCCEEDED' && one.submitted_at === null)
        store.disputeEvidence.update(one, { submitted_at: now });
    }
    return store.disputes.update(dispute, {
      response_state: 'SUBMITTED',
      submitted_at: dispute.submitted_at ?? now,
      pending: { decides_at: decidesAt, change: { state: 'WON' } },
    });
  });
  world.settleAt(decidesAt);
  return submitted;
}

const resources = (world: World) => ({
  disputes: resource(world, {
    name: 'disputes',
    collection: world.store.disputes,
    filters: {
      state: oneOf('state', disputeStateKnownValues),
      response_state: oneOf('response_state', disputeResponseStateKnownValues),
      transfer: text('transfer'),
    },
    represent: (stored) => representDispute(world, stored),
  }),
  evidence: resource(world, {
    name: 'evidences',
    collection: world.store.disputeEvidence,
    represent: (stored) => representEvidence(world, stored),
  }),
  adjustments: resource(world, {
    name: 'transfers',
    collection: world.store.transfers,
    represent: (stored) => representTransfer(world, stored),
  }),
});

/** @throws Problem 404, also when the evidence belongs to another dispute */
function findEvidence(world: World, user: StoredUser, path: EvidencePath) {
  const { disputes, evidence } = resources(world);
  const dispute = disputes.find(user, path.dispute_id);
  const found = evidence.find(user, path.evidence_id);
  if (found.dispute !== dispute.id) throw new Problem(notFound);
  return { dispute, found };
}

function remove(world: World, { parameters, user }: Call<'deleteDisputeEvidence'>) {
  const { store } = world;
  const { dispute, found } = findEvidence(world, user, parameters);
  const merchant = store.merchants.find(dispute.merchant);
  if (!merchant) throw new Error('A dispute has lost its merchant');
  throwIfRefused([refuseDeletion(dispute, merchant.processor)]);
  store.transaction(() => {
    store.disputeEvidence.delete(found.id);
    store.blobs.delete(found.id);
  });
  return { status: 204, body: undefined };
}

function download(world: World, { parameters, user }: Call<'downloadDisputeEvidence'>) {
  const { found } = findEvidence(world, user, parameters);
  const bytes = found.state === 'SUCCEEDED' ? world.store.blobs.get(found.id) : undefined;
  if (!bytes) throw new Problem(conflict(`The upload is ${found.state}.`));
  const { id, file_name: display_name, extension } = found;
  return { status: 200, body: bytes, headers: downloadHeaders({ id, display_name, extension }) };
}

function accept(world: World, dispute: Stored<DisputeRecord>) {
  throwIfRefused([refuseAccept(dispute)]);
  return decideDispute(world, dispute, 'LOST', { response_state: 'ACCEPTED' });
}

export function disputeHandlers(world: World) {
  const { disputes, evidence, adjustments } = resources(world);
  const disputeOf = ({ parameters, user }: { parameters: { dispute_id: string }; user: StoredUser }) =>
    disputes.find(user, parameters.dispute_id);
  return {
    listDisputes: (call) => disputes.list(call),
    fetchDispute: (call) => disputes.answer(disputeOf(call)),
    updateDispute: (call) => disputes.answer(world.store.disputes.update(disputeOf(call), { tags: call.body.tags })),
    createDisputeEvidence: (call) => evidence.created(upload(world, disputeOf(call), call.body)),
    listDisputeEvidence: (call) => evidence.list(call, [equals('dispute', disputeOf(call).id)]),
    fetchDisputeEvidence: ({ parameters, user }) => evidence.answer(findEvidence(world, user, parameters).found),
    updateDisputeEvidence: ({ parameters, body, user }) => {
      const { found } = findEvidence(world, user, parameters);
      return evidence.answer(world.store.disputeEvidence.update(found, { tags: body.tags }));
    },
    deleteDisputeEvidence: (call) => remove(world, call),
    downloadDisputeEvidence: (call) => download(world, call),
    listDisputeAdjustmentTransfers: (call) => adjustments.list(call, [equals('dispute', disputeOf(call).id)]),
    submitDisputeEvidence: (call) => disputes.answer(submit(world, disputeOf(call))),
    acceptDispute: (call) => disputes.answer(accept(world, disputeOf(call))),
  } satisfies Partial<Handlers>;
}
