/** Stores the contents of Files, however they arrive. */
import { extensionOf, fileNameOf } from '../rules/file-rules.ts';
import type { Stored } from '../store/collection.ts';
import type { FileRecord } from '../store/records/index.ts';
import type { World } from '../world/world.ts';

/** Stores record and bytes in one transaction. */
export function fillFile(
  world: World,
  file: Stored<FileRecord>,
  upload: { name: string; bytes: Uint8Array },
): Stored<FileRecord> {
  const { store } = world;
  return store.transaction(() => {
    store.blobs.put(file.id, upload.bytes);
    return store.files.update(file, {
      status: 'VALID',
      size: upload.bytes.length,
      extension: extensionOf(upload.name) ?? file.extension,
      display_name: file.display_name ?? fileNameOf(upload.name),
    });
  });
}

/** Creates a File whose contents the platform itself produces. */
export function makeFile(
  world: World,
  fields: Pick<FileRecord, 'application' | 'merchant' | 'type'> & { name: string; bytes: Uint8Array },
): Stored<FileRecord> {
  const { name, bytes, ...record } = fields;
  return world.store.transaction(() =>
    fillFile(
      world,
      world.store.files.insert({
        ...record,
        display_name: name,
        status: 'REQUIRES_UPLOAD',
        extension: null,
        size: null,
        linked_to: record.merchant,
        linked_type: record.merchant === null ? null : 'MERCHANT',
        tags: {},
      }),
      { name, bytes },
    ),
  );
}
