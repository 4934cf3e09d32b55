/** The page of an External Link, where a browser uploads a File once, without credentials. */
import type { UploadedFile } from '../../../platform-api/index.ts';
import { fillFile } from '../../operations/files.ts';
import { linkState, refuseUpload } from '../../rules/file-rules.ts';
import { equals } from '../../store/collection.ts';
import { html, notice, page } from './html.ts';
import type { Page } from './html.ts';
import { pagePaths } from '../../views/page-paths.ts';
import type { World } from '../../world/world.ts';

const missing = notice(404, 'No such link', 'This upload link does not exist.');
const used = notice(410, 'Link used', 'A file was uploaded through this link already.');
const expired = notice(410, 'Link expired', 'This link can no longer be used. Ask for a new one.');

/** The link of a token and its File if an upload is still possible, otherwise a page with the reason. */
function openLink(world: World, token: string) {
  const { store, clock } = world;
  const link = store.externalLinks.first(equals('token', token));
  const file = link && store.files.find(link.file);
  if (!link || !file) return missing;
  const state = linkState(link, clock.now());
  if (state === 'EXPIRED') return expired;
  return state === 'USED' || file.status !== 'REQUIRES_UPLOAD' ? used : { link, file };
}

function form(world: World, token: string, status: number, problem: string | null): Page {
  const open = openLink(world, token);
  if ('status' in open) return open;
  const name = open.file.display_name ?? 'a file';
  const body = html`<h1>Upload ${name}</h1>
    ${problem === null ? null : html`<p class="problem" role="alert">${problem}</p> `}
    <form method="post" enctype="multipart/form-data" action="${pagePaths.upload(token)}">
      <label>File <input type="file" name="file" required /></label>
      <button type="submit">Upload</button>
    </form>`;
  return page(status, 'Upload a file', body);
}

export const showUploadPage = (world: World, token: string): Page => form(world, token, 200, null);

/** Takes the file and marks the link as used, in one transaction. */
export function submitUpload(world: World, token: string, upload: UploadedFile | null): Page {
  const { store, clock } = world;
  return store.transaction(() => {
    const open = openLink(world, token);
    if ('status' in open) return open;
    if (!upload) return form(world, token, 422, 'Choose a file.');
    const refusal = refuseUpload(open.file, upload.bytes);
    if (refusal) return form(world, token, refusal.status, refusal.message);
    fillFile(world, open.file, upload);
    store.externalLinks.update(open.link, { used_at: clock.now() });
    return notice(200, 'Uploaded', 'The file has arrived. This page can be closed.');
  });
}
