/** Files, their contents, and the links through which browsers upload them. */
import { fileStatusKnownValues } from '../../../platform-api/index.ts';
import { fillFile } from '../../operations/files.ts';
import { Problem } from '../../world/problem.ts';
import { oneOf, text } from '../filters.ts';
import type { Call, Handlers } from '../handlers.ts';
import { DEFAULT_LINK_MINUTES, downloadHeaders, refuseUpload } from '../../rules/file-rules.ts';
import { invalidField, notFound } from '../../rules/refusal.ts';
import { equals } from '../../store/collection.ts';
import type { Stored } from '../../store/collection.ts';
import { randomText } from '../../store/ids.ts';
import type { FileRecord } from '../../store/records/index.ts';
import type { StoredUser } from '../../store/store.ts';
import { representExternalLink, representFile } from '../../views/files.ts';
import { isUploadedFile } from '../../rules/uploaded-file.ts';
import { resource } from './resource.ts';
import { maySee } from '../../rules/user-rules.ts';
import type { World } from '../../world/world.ts';

/** Characters of a link's token: more than 180 bits. */
const TOKEN_LENGTH = 32;

/**
 * The owner of a new File.
 * @throws Problem 422
 */
function ownerOf(
  world: World,
  user: StoredUser,
  linkedTo: string | undefined,
): Pick<FileRecord, 'merchant' | 'linked_to' | 'linked_type'> {
  if (linkedTo === undefined) return { merchant: user.merchant, linked_to: null, linked_type: null };
  const merchant = world.store.merchants.find(linkedTo);
  if (merchant && maySee(user, merchant.id)) {
    return { merchant: merchant.id, linked_to: merchant.id, linked_type: 'MERCHANT' };
  }
  const identity = world.store.identities.find(linkedTo);
  if (identity && maySee(user, identity.merchant)) {
    return { merchant: identity.merchant, linked_to: identity.id, linked_type: 'IDENTITY' };
  }
  throw new Problem(invalidField('linked_to', 'There is no such merchant or identity.'));
}

/**
 * Creates a link through which a browser uploads a File. A File that already has contents may have a link too, but
 * refuses uploads through it.
 */
function createLink(world: World, file: Stored<FileRecord>, body: Call<'createExternalLink'>['body']) {
  const { store, clock, random } = world;
  const duration = body.duration ?? DEFAULT_LINK_MINUTES;
  return store.externalLinks.insert({
    file: file.id,
    merchant: file.merchant,
    type: body.type,
    token: randomText(TOKEN_LENGTH, random),
    duration,
    expires_at: clock.now() + duration * 60_000,
    used_at: null,
    tags: body.tags ?? {},
  });
}

const resources = (world: World) => ({
  files: resource(world, {
    name: 'files',
    collection: world.store.files,
    filters: {
      type: text('type'),
      status: oneOf('status', fileStatusKnownValues),
      linked_to: text('linked_to'),
    },
    represent: (stored) => representFile(world, stored),
  }),
  externalLinks: resource(world, {
    name: 'external_links',
    collection: world.store.externalLinks,
    represent: (stored) => representExternalLink(world, stored),
  }),
});

function create(world: World, { body, user }: Call<'createFile'>) {
  return world.store.files.insert({
    application: user.application,
    ...ownerOf(world, user, body.linked_to),
    display_name: body.display_name ?? null,
    type: body.type,
    status: 'REQUIRES_UPLOAD',
    extension: null,
    size: null,
    tags: body.tags ?? {},
  });
}

function upload(world: World, file: Stored<FileRecord>, body: Call<'uploadFile'>['body']) {
  if (!isUploadedFile(body.file)) throw new Problem(invalidField('file', 'The part named file is no file.'));
  const refusal = refuseUpload(file, body.file.bytes);
  if (refusal) throw new Problem(refusal);
  return fillFile(world, file, body.file);
}

function download(world: World, file: Stored<FileRecord>) {
  const bytes = world.store.blobs.get(file.id);
  if (!bytes) throw new Problem({ ...notFound, message: 'Nothing has been uploaded yet.' });
  return { status: 200, body: bytes, headers: downloadHeaders(file) };
}

export function fileHandlers(world: World) {
  const { files, externalLinks } = resources(world);
  const fileOf = ({ parameters, user }: { parameters: { file_id: string }; user: StoredUser }) =>
    files.find(user, parameters.file_id);
  return {
    createFile: (call) => files.created(create(world, call)),
    listFiles: (call) => files.list(call),
    fetchFile: (call) => files.answer(fileOf(call)),
    uploadFile: (call) => files.answer(upload(world, fileOf(call), call.body)),
    downloadFile: (call) => download(world, fileOf(call)),
    createExternalLink: (call) => externalLinks.created(createLink(world, fileOf(call), call.body)),
    listExternalLinks: (call) => externalLinks.list(call, [equals('file', fileOf(call).id)]),
    fetchExternalLink: (call) => {
      const file = fileOf(call);
      const link = externalLinks.find(call.user, call.parameters.external_link_id);
      if (link.file !== file.id) throw new Problem(notFound);
      return externalLinks.answer(link);
    },
  } satisfies Partial<Handlers>;
}
