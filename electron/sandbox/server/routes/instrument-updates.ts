/** Account Updater batches: CSV in, CSV or JSON out. operations/instrument-updates.ts processes them. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { badRequestProblem } from '../errors.ts';
import { Problem } from '../../world/problem.ts';
import type { Call, Handlers } from '../handlers.ts';
import { isUploadedFile } from '../../rules/uploaded-file.ts';
import { fingerprintOf, refuseRepeat } from '../../rules/idempotency.ts';
import { INSTRUMENT_UPDATE_MS, readBatch, readResults } from '../../rules/instrument-update-rules.ts';
import { conflict, invalidField } from '../../rules/refusal.ts';
import { equals } from '../../store/collection.ts';
import { representInstrumentUpdate } from '../../views/disputes.ts';
import { resource } from './resource.ts';
import { maySee } from '../../rules/user-rules.ts';
import type { World } from '../../world/world.ts';

const requestSchema = z.object({ merchant: z.string().min(1), idempotency_id: z.string().min(1).max(255) });

/** @throws Problem 400 when the text is not JSON, 422 when a field is missing or invalid */
function readRequest(text: string): z.infer<typeof requestSchema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw badRequestProblem();
  }
  const parsed = requestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const field = ['request', ...(parsed.error.issues[0]?.path ?? [])].join('.');
  throw new Problem(invalidField(field, `${field} is missing or wrong.`));
}

export function instrumentUpdateHandlers(world: World) {
  const { store, clock } = world;
  const updates = resource(world, {
    name: 'instrument_updates',
    collection: store.instrumentUpdates,
    hasTags: false,
    represent: (stored) => representInstrumentUpdate(world, stored),
  });

  const create = ({ body, user }: Call<'createInstrumentUpdate'>) => {
    if (!isUploadedFile(body.file)) throw new Problem(invalidField('file', 'The part named file is no file.'));
    const { merchant: merchantId, idempotency_id } = readRequest(body.request);
    const digest = createHash('sha256').update(body.file.bytes).digest('hex');
    const fingerprint = fingerprintOf({ merchant: merchantId, digest });
    const original = store.instrumentUpdates.first(equals('idempotency_id', idempotency_id));
    if (original) {
      const refusal = refuseRepeat(
        world.idempotency,
        { failureCode: null, fingerprint: original.fingerprint },
        fingerprint,
      );
      if (refusal) throw new Problem(refusal);
      return updates.created(original);
    }
    const merchant = store.merchants.find(merchantId);
    if (!merchant || !maySee(user, merchant.id)) {
      throw new Problem(invalidField('request.merchant', 'There is no such merchant.'));
    }
    const ids = readBatch(body.file.bytes);
    if (!Array.isArray(ids)) throw new Problem(ids);
    const decidesAt = clock.now() + INSTRUMENT_UPDATE_MS;
    const made = store.transaction(() => {
      const update = store.instrumentUpdates.insert({
        application: merchant.application,
        merchant: merchant.id,
        idempotency_id,
        fingerprint,
        state: 'PENDING',
        pending: { decides_at: decidesAt, change: { state: 'COMPLETED' } },
      });
      store.blobs.put(update.id, new TextEncoder().encode(ids.join('\n')));
      return update;
    });
    world.settleAt(decidesAt);
    return updates.created(made);
  };

  const download = ({ parameters, query, user }: Call<'downloadInstrumentUpdate'>) => {
    const update = updates.find(user, parameters.instrument_updates_id);
    const format = query['format'] || 'csv';
    if (format !== 'csv' && format !== 'json') {
      throw new Problem(invalidField('format', 'format is csv or json.'));
    }
    const csv = update.state === 'COMPLETED' ? store.blobs.get(update.id) : undefined;
    if (!csv) throw new Problem(conflict(`The batch is ${update.state}.`));
    if (format === 'json') return { status: 200, body: readResults(new TextDecoder().decode(csv)) };
    const headers = {
      'content-type': 'text/csv',
      'content-disposition': `attachment; filename="${update.id}.csv"`,
    };
    return { status: 200, body: csv, headers };
  };

  return {
    createInstrumentUpdate: create,
    fetchInstrumentUpdate: ({ parameters, user }) => updates.fetch(user, parameters.instrument_updates_id),
    downloadInstrumentUpdate: download,
  } satisfies Partial<Handlers>;
}
