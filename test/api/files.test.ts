/**
 * Tests Files, their contents, and External Links through which a browser uploads them.
 * @module-tag ci-only
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../electron/platform-api/index.ts';
import type { ErrorEnvelope, ExternalLink, File as FileRecord } from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';
import type { Client } from './harness.ts';
import { open, upload } from './page-calls.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.sandbox.close());

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]);
const make = (more: object = {}) => harness.client.post<FileRecord>('/files', { type: 'OTHER', ...more });
const link = (file: string, more: object = {}) =>
  harness.client.post<ExternalLink>(`/files/${file}/external_links`, { type: 'UPLOAD', ...more });
const linkOf = ({ id, file_id }: ExternalLink) =>
  harness.client.get<ExternalLink>(`/files/${file_id}/external_links/${id}`);

/** Uploads directly, and checks the reply against the document. */
async function send<Body = FileRecord>(
  id: string,
  bytes: Uint8Array<ArrayBuffer> | string,
  name = 'a.png',
  client: Client = harness.client,
) {
  const form = new FormData();
  if (typeof bytes === 'string') form.set('file', bytes);
  else form.set('file', new File([bytes], name, { type: 'image/png' }));
  return client.send<Body>('POST', `/files/${id}/upload`, { body: form });
}
const download = (id: string, client: Client = harness.client) => client.raw('GET', `/files/${id}/download`);

describe('Files', () => {
  test('are created, listed, filtered and fetched', async () => {
    const file = await make({ display_name: 'Passport', linked_to: harness.sandbox.merchant, tags: { a: '1' } });
    expect(file).toMatchObject({
      display_name: 'Passport',
      type: 'OTHER',
      status: 'REQUIRES_UPLOAD',
      extension: null,
      size: null,
      linked_to: harness.sandbox.merchant,
      linked_type: 'MERCHANT',
      tags: { a: '1' },
    });
    expect(await harness.client.get(`/files/${file.id}`)).toEqual(file);
    const loose = await make({ type: 'DISPUTE_EVIDENCE' });
    expect(loose).toMatchObject({ linked_to: null, linked_type: null, display_name: null });
    const listed = (query: string) => harness.client.listed<FileRecord>(`/files?${query}`, 'files');
    expect(await listed('type=DISPUTE_EVIDENCE')).toEqual([loose]);
    expect(await listed('tags.key=a')).toEqual([file]);
    expect((await listed(`linked_to=${harness.sandbox.merchant}&type=OTHER`)).map(({ id }) => id)).toEqual([file.id]);
    expect((await listed('status=REQUIRES_UPLOAD')).map(({ id }) => id).sort()).toEqual([file.id, loose.id].sort());
    await harness.client.fails(422, 'GET', '/files?status=NONE');
  });

  test('may belong to an Identity, and are refused with an unknown owner or without a type', async () => {
    const [identity] = await harness.client.listed<{ id: string }>('/identities', 'identities');
    expect(await make({ linked_to: identity?.id })).toMatchObject({ linked_type: 'IDENTITY' });
    expect((await harness.client.fails(422, 'POST', '/files', { type: 'OTHER', linked_to: 'MUnone' })).field).toBe(
      'linked_to',
    );
    expect((await harness.client.fails(422, 'POST', '/files', { type: '' })).field).toBe('type');
    expect((await harness.client.fails(422, 'POST', '/files', {})).field).toBe('type');
  });

  test('accept contents by direct upload, and return the same bytes', async () => {
    const { id } = await make();
    expect(await harness.client.fails(404, 'GET', `/files/${id}/download`)).toMatchObject({ code: 'NOT_FOUND' });
    const { status, body } = await send(id, PNG, 'Scan é.PNG');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'VALID', size: PNG.length, extension: 'png', display_name: 'Scan é.PNG' });
    const got = await download(id);
    expect(got.status).toBe(200);
    expect(got.headers.get('content-type')).toBe('image/png');
    expect(got.headers.get('content-disposition')).toBe(
      `attachment; filename="Scan _.PNG"; filename*=UTF-8''Scan%20%C3%A9.PNG`,
    );
    expect(got.headers.get('x-content-type-options')).toBe('nosniff');
    expect(got.headers.get('x-request-id')).toBeTruthy();
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(PNG);
  });

  test.each([
    ['C:\\temp\\..\\me.pdf', 'me.pdf', 'filename="me.pdf"'],
    ['../../etc/passwd', 'passwd', 'filename="passwd"'],
    ['a\u202efdp.exe', 'afdp.exe', 'filename="afdp.exe"'],
    ['rates 100%; x="y".csv', 'rates 100%; x="y".csv', 'filename="rates 100_; x=_y_.csv"'],
    [`${'n'.repeat(300)}.png`, `${'n'.repeat(251)}.png`, `filename="${'n'.repeat(251)}.png"`],
  ])('are stored as %j if they were sent as %j', async (sent, kept, header) => {
    const { id } = await make();
    const { body } = await send(id, PNG, sent);
    expect(body.display_name).toBe(kept);
    expect((await download(id)).headers.get('content-disposition')).toContain(header);
  });

  test('can be downloaded even if their name has an incomplete character', async () => {
    const { id } = await make({ display_name: 'a\ud800b' });
    await send(id, PNG);
    expect((await download(id)).status).toBe(200);
  });

  test('are sent as plain bytes if their contents could run in a browser', async () => {
    const { id } = await make();
    await send(id, new TextEncoder().encode('<script>alert(1)</script>'), 'page.html');
    expect((await download(id)).headers.get('content-type')).toBe('application/octet-stream');
  });

  test('accept contents once, and refuse contents that are empty, missing, text, or not multipart', async () => {
    const { id } = await make();
    expect((await send<ErrorEnvelope>(id, new Uint8Array())).status).toBe(422);
    const text = await send<ErrorEnvelope>(id, 'only text');
    expect([text.status, text.body._embedded.errors[0]?.field]).toEqual([422, 'file']);
    await harness.client.fails(406, 'POST', `/files/${id}/upload`, { file: 'x' });
    const broken = await harness.client.send('POST', `/files/${id}/upload`, {
      body: 'no parts',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(broken.status).toBe(400);
    expect((await send(id, PNG)).status).toBe(200);
    expect((await send<ErrorEnvelope>(id, PNG)).status).toBe(409);
    expect((await send('FInone', PNG)).status).toBe(404);
  });

  test('accept contents up to their size limit, and refuse a single byte more', async () => {
    const [full, over] = [await make(), await make()];
    expect((await send(full.id, new Uint8Array(limits.fileBytes))).status).toBe(200);
    const past = await send<ErrorEnvelope>(over.id, new Uint8Array(limits.fileBytes + 1));
    expect([past.status, past.body._embedded.errors[0]?.field]).toEqual([422, 'file']);
    expect(await harness.client.get(`/files/${over.id}`)).toMatchObject({ status: 'REQUIRES_UPLOAD' });
  });

  test('are read-only for a Merchant, which sees only its own', async () => {
    const own = await make({ linked_to: harness.sandbox.merchant });
    const other = await make();
    await send(own.id, PNG);
    const merchant = await harness.login('ROLE_MERCHANT', harness.sandbox.merchant);
    const seen = await merchant.listed<FileRecord>('/files?type=OTHER', 'files');
    expect(seen.map(({ id }) => id)).toEqual([own.id]);
    expect((await download(own.id, merchant)).status).toBe(200);
    for (const path of ['', '/download', '/external_links'])
      await merchant.fails(404, 'GET', `/files/${other.id}${path}`);
    await merchant.fails(403, 'POST', '/files', { type: 'OTHER' });
    expect((await send(own.id, PNG, 'a.png', merchant)).status).toBe(403);
  });

  test('answer an unsupported method with 405 and the supported ones', async () => {
    const { id } = await make();
    for (const [path, allow] of [
      [`/files/${id}`, 'GET'],
      [`/files/${id}/upload`, 'POST'],
      [`/files/${id}/download`, 'GET'],
      [`/files/${id}/external_links`, 'GET, POST'],
    ] as const) {
      const { status, headers } = await harness.client.send('DELETE', path);
      expect([status, headers.get('allow')]).toEqual([405, allow]);
    }
  });

  test('survive a restart, with contents and links', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'files-'));
    try {
      const first = await Harness.start({ dataDir });
      const { id } = await first.client.post<FileRecord>('/files', { type: 'OTHER' });
      const { url } = await first.client.post<ExternalLink>(`/files/${id}/external_links`, { type: 'UPLOAD' });
      await first.sandbox.close();
      const second = await Harness.start({ dataDir }, first.clock);
      const moved = url.replace(first.sandbox.url, second.sandbox.url);
      expect((await upload(moved, PNG, 'x.png')).status).toBe(200);
      await second.sandbox.close();
      const third = await Harness.start({ dataDir }, first.clock);
      const got = await download(id, third.client);
      expect(new Uint8Array(await got.arrayBuffer())).toEqual(PNG);
      await third.sandbox.close();
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });
});

describe('External Links', () => {
  test('are created, listed and fetched', async () => {
    const file = await make();
    const one = await link(file.id, { duration: 15, tags: { desk: '4' } });
    expect(one).toMatchObject({ file_id: file.id, type: 'UPLOAD', state: 'ACTIVE', duration: 15, tags: { desk: '4' } });
    expect(Date.parse(one.expires_at) - Date.parse(one.created_at)).toBe(15 * 60_000);
    expect(await linkOf(one)).toEqual(one);
    expect(await harness.client.listed(`/files/${file.id}/external_links`, 'external_links')).toEqual([one]);
    const other = await make();
    expect(await harness.client.listed(`/files/${other.id}/external_links`, 'external_links')).toEqual([]);
    await harness.client.fails(404, 'GET', `/files/${other.id}/external_links/${one.id}`);
    await harness.client.fails(404, 'POST', '/files/FInone/external_links', { type: 'UPLOAD' });
  });

  test('are valid for one hour by default, and for one minute to seven days on request', async () => {
    const { id } = await make();
    expect((await link(id)).duration).toBe(60);
    expect((await link(id, { duration: 1 })).duration).toBe(1);
    expect((await link(id, { duration: 10_080 })).duration).toBe(10_080);
    for (const duration of [0, 10_081, 1.5]) {
      const error = await harness.client.fails(422, 'POST', `/files/${id}/external_links`, {
        type: 'UPLOAD',
        duration,
      });
      expect(error.field).toBe('duration');
    }
    await harness.client.fails(422, 'POST', `/files/${id}/external_links`, { type: 'VIEW' });
  });

  test('open in a browser without credentials, and accept one upload', async () => {
    const { id } = await make({ display_name: 'Your <b>passport</b>' });
    const one = await link(id);
    const page = await open(one.url);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Upload Your &lt;b&gt;passport&lt;/b&gt;');
    expect(page.text).toMatch(/<form method="post" enctype="multipart\/form-data"/);
    expect(page.text).toContain('type="file" name="file"');
    expect((await upload(one.url, PNG, 'me.png', 'image/png')).text).toContain('Uploaded');
    expect(await linkOf(one)).toMatchObject({ state: 'USED' });
    expect(await harness.client.get(`/files/${id}`)).toMatchObject({
      status: 'VALID',
      size: PNG.length,
      extension: 'png',
    });
    expect(new Uint8Array(await (await download(id)).arrayBuffer())).toEqual(PNG);
    expect((await upload(one.url, PNG, 'again.png')).status).toBe(410);
    expect((await open(one.url)).status).toBe(410);
  });

  test('accept one of several simultaneous uploads', async () => {
    const { id } = await make();
    const one = await link(id);
    const many = await Promise.all(Array.from({ length: 5 }, (_, n) => upload(one.url, PNG, `${n}.png`)));
    expect(many.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 410, 410, 410, 410]);
  });

  test('accept uploads until the last millisecond before their expiry, and refuse later ones', async () => {
    const [early, late] = [await make(), await make()];
    const [first, second] = [await link(early.id, { duration: 1 }), await link(late.id, { duration: 1 })];
    harness.clock.advance(59_999);
    expect((await upload(first.url, PNG, 'x.png')).status).toBe(200);
    harness.clock.advance(1);
    expect((await open(second.url)).status).toBe(410);
    expect((await upload(second.url, PNG, 'x.png')).status).toBe(410);
    expect(await linkOf(second)).toMatchObject({ state: 'EXPIRED' });
    expect(await harness.client.get(`/files/${late.id}`)).toMatchObject({ status: 'REQUIRES_UPLOAD' });
  });

  test('stay ACTIVE after an invalid upload', async () => {
    const { id } = await make();
    const one = await link(id);
    expect((await upload(one.url, new Uint8Array(), 'empty.png')).status).toBe(422);
    expect((await upload(one.url, new Uint8Array(limits.fileBytes + 1), 'big.png')).status).toBe(422);
    const bare = await fetch(one.url, { method: 'POST', body: new FormData() });
    expect([400, 422]).toContain(bare.status);
    expect(await linkOf(one)).toMatchObject({ state: 'ACTIVE' });
    expect((await upload(one.url, PNG, 'ok.png')).status).toBe(200);
  });

  test('refuse an upload after the File received its contents by another link or directly', async () => {
    const { id } = await make();
    const [one, two] = [await link(id), await link(id)];
    await upload(one.url, PNG, 'x.png');
    expect((await upload(two.url, PNG, 'y.png')).status).toBe(410);
    // A File with contents may still get a link, which then refuses uploads.
    expect((await upload((await link(id)).url, PNG, 'w.png')).status).toBe(410);
    const direct = await make();
    const third = await link(direct.id);
    await send(direct.id, PNG);
    expect((await upload(third.url, PNG, 'z.png')).status).toBe(410);
  });

  test('are open without credentials, and every other path requires them', async () => {
    expect((await open(`${harness.sandbox.url}/sandbox/uploads/none`)).status).toBe(404);
    const { url } = await link((await make()).id);
    const wrong = await fetch(url, { method: 'PUT', body: 'x', headers: { 'content-type': 'text/plain' } });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, POST']);
    for (const path of ['/files', '/sandbox/uploads/../../files', '/sandbox/control']) {
      expect((await fetch(harness.sandbox.url + path)).status).toBe(401);
    }
  });
});
