/**
 * Tests evidence files of Disputes: formats by content, exact limits, conversion, upload state, deletion and download.
 * @module-tag ci-only
 */
import { crc32, deflateSync } from 'node:zlib';
import { decode } from 'jpeg-js';
import { PNG } from 'pngjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '../../electron/platform-api/index.ts';
import type { DisputeEvidence, ErrorEnvelope, Merchant } from '../../electron/platform-api/index.ts';
import { refuseDeletion, refuseEvidence } from '../../electron/sandbox/rules/dispute-rules.ts';
import type { EvidenceFacts } from '../../electron/sandbox/rules/dispute-rules.ts';
import { evidenceName, readEvidence } from '../../electron/sandbox/rules/evidence-files.ts';
import { disputeCalls, form, jpeg, pdf, png } from './dispute-calls.ts';
import { Harness } from './harness.ts';

// Starts processes one after another, on a computer that may be busy with other tests.
vi.setConfig({ testTimeout: 180_000 });

let harness: Harness;
let calls: ReturnType<typeof disputeCalls>;
let dispute: string;
beforeEach(async () => {
  harness = await Harness.start();
  calls = disputeCalls(harness);
  dispute = (await calls.opened()).id;
});
afterEach(() => harness.sandbox.close());

const download = async (evidence: DisputeEvidence) => {
  const response = await harness.client.raw('GET', `/disputes/${dispute}/evidence/${evidence.id}/download`);
  expect(response.status).toBe(200);
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};
/** Status, field and failure code of a refused upload. */
const refused = async (bytes: Uint8Array | string, name?: string) => {
  const { status, body } = await calls.send<ErrorEnvelope>(dispute, bytes, name);
  const [error] = body._embedded?.errors ?? [];
  return [status, error?.field, error?.failure_code];
};

describe('a file', () => {
  test.each([
    ['JPEG', jpeg(), 'letter.pdf', 'letter.jpg', 'image/jpeg'],
    ['JPEG', jpeg(), 'Photo.JPEG', 'Photo.jpeg', 'image/jpeg'],
    ['PDF', pdf, 'receipt.png', 'receipt.pdf', 'application/pdf'],
    ['PDF', pdf, 'C:\\scans\\receipt', 'receipt.pdf', 'application/pdf'],
    ['PNG', png(4, 4), 'screen.png', 'screen.jpg', 'image/jpeg'],
    ['PNG', png(4, 4), 'screen.pdf', 'screen.jpg', 'image/jpeg'],
  ])('%s is recognised by its content, whatever its name (%#)', async (_, bytes, name, fileName, type) => {
    const evidence = await calls.uploaded(dispute, bytes, name);
    expect(evidence).toMatchObject({
      dispute,
      state: 'SUCCEEDED',
      file_name: fileName,
      content_type: type,
      size: bytes.length,
      failure_message: null,
      submitted_at: null,
    });
    const { headers, bytes: got } = await download(evidence);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toContain(`filename="${fileName}"`);
    if (!name.startsWith('screen')) expect(got.equals(bytes)).toBe(true);
    else expect(got.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  });

  test.each([
    ['text', Buffer.from('dear bank'), 'letter.pdf'],
    ['GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000'), 'a.png'],
    ['TIFF', Buffer.from('49492a0008000000', 'hex'), 'a.jpg'],
    ['the start of a JPEG', Buffer.from('ffd8', 'hex'), 'a.jpg'],
    ['a PNG without header', png(4, 4).subarray(0, 20), 'a.png'],
    ['a PNG of no width', PNG.sync.write(new PNG({ width: 1, height: 1 })).fill(0, 16, 20), 'a.png'],
  ])('is refused and not stored if it is %s', async (_, bytes, name) => {
    expect(await refused(bytes, name)).toEqual([422, 'file', 'EVIDENCE_FORMAT_NOT_SUPPORTED']);
    expect(await calls.evidence(dispute)).toEqual([]);
  });

  test('is refused if it is missing, empty, or not multipart', async () => {
    const path = `/disputes/${dispute}/evidence`;
    expect(await refused('just text')).toEqual([422, 'file', undefined]);
    expect(await refused(Buffer.alloc(0))).toEqual([422, 'file', undefined]);
    expect((await harness.client.send('POST', path, { body: form(pdf, 'a.pdf', 'document') })).status).toBe(422);
    await harness.client.fails(406, 'POST', path, { file: 'x' });
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await harness.client.send('POST', path, { body: '--y\r\n', headers })).status).toBe(400);
  });

  test('is PENDING until its upload has succeeded, and can be downloaded only after that', async () => {
    const { body: evidence } = await calls.send(dispute, pdf);
    const path = `/disputes/${dispute}/evidence/${evidence.id}`;
    harness.clock.advance(1_999);
    expect(await harness.client.get(path)).toMatchObject({ state: 'PENDING' });
    await harness.client.fails(409, 'GET', `${path}/download`);
    harness.clock.advance(1);
    expect(await harness.client.get(path)).toMatchObject({ state: 'SUCCEEDED' });
    await download(evidence);
  });

  test('has tags, is listed, and belongs only to its Dispute', async () => {
    const evidence = await calls.uploaded(dispute);
    const path = `/disputes/${dispute}/evidence/${evidence.id}`;
    const tagged = await harness.client.put<DisputeEvidence>(path, { tags: { page: '1' } });
    expect(tagged).toMatchObject({ id: evidence.id, tags: { page: '1' } });
    expect(await harness.client.listed(`/disputes/${dispute}/evidence?tags.key=page`, 'evidences')).toEqual([tagged]);
    const other = await calls.opened();
    expect(await calls.evidence(other.id)).toEqual([]);
    for (const suffix of ['', '/download']) {
      await harness.client.fails(404, 'GET', `/disputes/${other.id}/evidence/${evidence.id}${suffix}`);
    }
    await harness.client.fails(404, 'DELETE', `/disputes/${other.id}/evidence/${evidence.id}`);
  });
});

describe('limits', () => {
  test('accept a file of exactly 1 MB, and refuse a larger file', async () => {
    const evidence = await calls.uploaded(dispute, jpeg(limits.evidenceFileBytes), 'a.jpg');
    expect(evidence).toMatchObject({ state: 'SUCCEEDED', size: 1024 * 1024 });
    expect(await refused(jpeg(limits.evidenceFileBytes + 1), 'a.jpg')).toEqual([
      422,
      'file',
      'EVIDENCE_FILE_TOO_LARGE',
    ]);
  });

  test('accept eight files, and a ninth only after a deletion', async () => {
    const made: DisputeEvidence[] = [];
    for (let count = 1; count <= limits.evidenceFiles; count += 1) made.push(await calls.uploaded(dispute));
    expect(await refused(pdf)).toEqual([422, undefined, 'EVIDENCE_LIMIT_REACHED']);
    expect(await calls.evidence(dispute)).toHaveLength(8);
    const gone = await harness.client.raw('DELETE', `/disputes/${dispute}/evidence/${made[3]?.id}`);
    expect(gone.status).toBe(204);
    await calls.uploaded(dispute);
    expect(await refused(pdf)).toEqual([422, undefined, 'EVIDENCE_LIMIT_REACHED']);
  });

  test('allow at most 10 MB for all files together', () => {
    const facts = { state: 'PENDING', response_state: 'NEEDS_RESPONSE', submitted_at: null } as const;
    const kept = (size: number): EvidenceFacts => ({ state: 'SUCCEEDED', size, submitted_at: null });
    const nine = [kept(limits.evidenceTotalBytes - limits.evidenceFileBytes)];
    expect(refuseEvidence(facts, nine, limits.evidenceFileBytes)).toBeNull();
    expect(refuseEvidence(facts, [...nine, kept(1)], limits.evidenceFileBytes)?.failureCode).toBe(
      'EVIDENCE_LIMIT_REACHED',
    );
  });
});

describe('a PNG', () => {
  test('is converted to a JPEG of the same picture', async () => {
    const evidence = await calls.uploaded(dispute, png(16, 24, [20, 180, 60, 255]), 'a.png');
    const picture = decode((await download(evidence)).bytes);
    expect([picture.width, picture.height]).toEqual([16, 24]);
    const [red = 0, green = 0, blue = 0] = picture.data;
    for (const [got, wanted] of [
      [red, 20],
      [green, 180],
      [blue, 60],
    ] as const)
      expect(Math.abs(got - wanted)).toBeLessThan(8);
  });

  test('gets a white background if it is transparent', async () => {
    const evidence = await calls.uploaded(dispute, png(8, 8, [0, 0, 0, 0]), 'a.png');
    expect(Math.min(...decode((await download(evidence)).bytes).data.subarray(0, 3))).toBeGreaterThan(247);
  });

  test(
    'is accepted with the maximum number of pixels, and refused with an additional line',
    { timeout: 180_000 },
    () => {
      const side = Math.sqrt(limits.evidencePixels);
      expect(readEvidence(png(side, side), 'a.png')).toMatchObject({ isBroken: false, extension: 'jpg' });
      expect(readEvidence(png(side, side + 1), 'a.png')).toMatchObject({ failureCode: 'EVIDENCE_FILE_TOO_LARGE' });
      expect(readEvidence(png(16_385, 1), 'a.png')).toMatchObject({ failureCode: 'EVIDENCE_FILE_TOO_LARGE' });
    },
  );

  test('is accepted, becomes FAILED, and is never submitted if it is cut short or altered', async () => {
    const whole = png(64, 64);
    const altered = Buffer.from(whole);
    altered.writeUInt8(altered.readUInt8(60) ^ 0xff, 60);
    for (const bytes of [whole.subarray(0, whole.length - 20), altered]) {
      const evidence = await calls.uploaded(dispute, bytes, 'a.png');
      expect(evidence).toMatchObject({ state: 'FAILED', failure_message: 'The picture cannot be read.' });
      await harness.client.fails(409, 'GET', `/disputes/${dispute}/evidence/${evidence.id}/download`);
    }
    expect((await harness.client.fails(422, 'POST', `/disputes/${dispute}/submit`)).failure_code).toBe(
      'EVIDENCE_MISSING',
    );
  });
});

describe('a decompression bomb', () => {
  /** A PNG whose header contradicts its data. */
  const crafted = (width: number, height: number, interlace: 0 | 1, data: Buffer): Buffer => {
    const chunk = (name: string, body: Buffer): Buffer => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(body.length);
      const crc = Buffer.alloc(4);
      crc.writeUInt32BE(crc32(Buffer.concat([Buffer.from(name, 'latin1'), body])));
      return Buffer.concat([length, Buffer.from(name, 'latin1'), body, crc]);
    };
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, 6, 0, 0, interlace], 8);
    const signature = Buffer.from('89504e470d0a1a0a', 'hex');
    return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
  };

  test('is refused by the huge dimensions in its header, before it is unpacked', async () => {
    const bomb = crafted(100_000, 100_000, 0, deflateSync(Buffer.alloc(1024)));
    expect(await refused(bomb, 'a.png')).toEqual([422, 'file', 'EVIDENCE_FILE_TOO_LARGE']);
    const overflow = crafted(0xffff_ffff, 0xffff_ffff, 1, deflateSync(Buffer.alloc(1024)));
    expect(await refused(overflow, 'a.png')).toEqual([422, 'file', 'EVIDENCE_FILE_TOO_LARGE']);
  });

  test.each([0, 1] as const)(
    'needs little memory if it has small dimensions and endless data (interlace %i)',
    (interlace) => {
      const bomb = crafted(8, 8, interlace, deflateSync(Buffer.alloc(256 * 1024 * 1024), { level: 9 }));
      expect(bomb.length).toBeLessThan(limits.evidenceFileBytes);
      const before = process.memoryUsage().rss;
      expect(readEvidence(bomb, 'a.png')).toMatchObject({ isBroken: true });
      expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024);
    },
  );

  test('is distinguished from a valid picture made in the same way', () => {
    const picture = crafted(8, 8, 0, deflateSync(Buffer.alloc(8 * (1 + 8 * 4))));
    expect(readEvidence(picture, 'a.png')).toMatchObject({ isBroken: false });
  });

  test('is recognised as broken if the length of a chunk is wrong', () => {
    const liar = crafted(8, 8, 1, deflateSync(Buffer.alloc(300)));
    liar.writeUInt32BE(0xffff_fff0, 33);
    expect(readEvidence(liar, 'a.png')).toMatchObject({ isBroken: true });
  });
});

describe('deletion', () => {
  test('removes the file and its contents', async () => {
    const evidence = await calls.uploaded(dispute);
    const path = `/disputes/${dispute}/evidence/${evidence.id}`;
    const gone = await harness.client.raw('DELETE', path);
    expect([gone.status, await gone.text()]).toEqual([204, '']);
    for (const [method, target] of [
      ['GET', path],
      ['GET', `${path}/download`],
      ['DELETE', path],
    ] as const) {
      await harness.client.fails(404, method, target);
    }
  });

  test('is possible only before evidence is first submitted, and this includes files added later', async () => {
    const first = await calls.uploaded(dispute);
    await calls.submit(dispute);
    const later = await calls.uploaded(dispute);
    for (const { id } of [first, later])
      await harness.client.fails(409, 'DELETE', `/disputes/${dispute}/evidence/${id}`);
  });

  test('is possible only on SERVICE_V1 and DUMMY_V1', async () => {
    const merchants = await harness.client.listed<Merchant>('/merchants', 'merchants');
    const gateway = merchants.find(({ processor }) => processor === 'GATEWAY_A_V1')?.id ?? '';
    const other = await calls.opened(1000, { merchant: gateway });
    expect(other.merchant).toBe(gateway);
    const evidence = await calls.uploaded(other.id);
    const error = await harness.client.fails(422, 'DELETE', `/disputes/${other.id}/evidence/${evidence.id}`);
    expect(error.failure_code).toBe('ACTION_NOT_SUPPORTED');
    const facts = { state: 'PENDING', response_state: 'NEEDS_RESPONSE', submitted_at: null } as const;
    for (const processor of ['SERVICE_V1', 'DUMMY_V1']) expect(refuseDeletion(facts, processor)).toBeNull();
    for (const processor of ['GATEWAY_A_V1', 'GATEWAY_B_V1'])
      expect(refuseDeletion(facts, processor)?.status).toBe(422);
  });
});

test.each([
  ['a.png', 'jpg', 'a.jpg'],
  ['../../etc/passwd', 'pdf', 'passwd.pdf'],
  ['.png', 'jpg', 'evidence.jpg'],
  ['', 'pdf', 'evidence.pdf'],
  ['invoice.2026.11', 'pdf', 'invoice.2026.pdf'],
  [`${'n'.repeat(300)}.png`, 'jpg', `${'n'.repeat(100)}.jpg`],
])('the file name of an upload as %j is made from its content', (uploaded, extension, expected) => {
  expect(evidenceName(uploaded, extension)).toBe(expected);
});
