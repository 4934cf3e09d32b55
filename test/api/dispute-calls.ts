/** Shared requests for tests of Disputes, and files to upload. */
import { PNG } from 'pngjs';
import { encode } from 'jpeg-js';
import { expect } from 'vitest';
import type { Dispute, DisputeEvidence, Transfer } from '../../electron/platform-api/index.ts';
import type { Answer, Harness, Client } from './harness.ts';

type Rgba = readonly [number, number, number, number];

export function png(width: number, height: number, [red, green, blue, alpha]: Rgba = [200, 30, 30, 255]): Buffer {
  const picture = new PNG({ width, height });
  const pixel = Buffer.from([red, green, blue, alpha]);
  for (let at = 0; at < picture.data.length; at += 4) pixel.copy(picture.data, at);
  return PNG.sync.write(picture);
}

/** A JPEG padded to a length: bytes after its end count for the file size, but not for the picture. */
export function jpeg(length = 0): Buffer {
  const { data } = encode({ data: Buffer.alloc(8 * 8 * 4, 128), width: 8, height: 8 }, 80);
  return Buffer.concat([data, Buffer.alloc(Math.max(0, length - data.length))]);
}

export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

export function form(bytes: Uint8Array | string, name = 'scan.pdf', part = 'file'): FormData {
  const body = new FormData();
  if (typeof bytes === 'string') body.set(part, bytes);
  else body.set(part, new File([Uint8Array.from(bytes)], name, { type: 'application/x-whatever' }));
  return body;
}

export function disputeCalls(harness: Harness) {
  const { client } = harness;
  const sale = async (amount = 1000, more: object = {}) =>
    client.post<Transfer>('/transfers', { amount, currency: 'USD', source: (await harness.card()).id, ...more });
  const fetchDispute = (id: string) => client.get<Dispute>(`/disputes/${id}`);
  return {
    sale,
    fetchDispute,
    /** Opens a Dispute of a new sale. */
    async opened(amount = 1000, more: object = {}): Promise<Dispute> {
      const { id: transfer } = await sale(amount, more);
      const { dispute = '' } = await harness.control({ type: 'open-dispute', transfer });
      return fetchDispute(dispute);
    },
    send: <Body = DisputeEvidence>(
      dispute: string,
      bytes: Uint8Array | string,
      name?: string,
      as: Client = client,
    ): Promise<Answer<Body>> => as.send('POST', `/disputes/${dispute}/evidence`, { body: form(bytes, name) }),
    /** Evidence whose upload succeeded, unless the file is broken. */
    async uploaded(dispute: string, bytes: Uint8Array = pdf, name?: string): Promise<DisputeEvidence> {
      const body = form(bytes, name);
      const answer = await client.send<DisputeEvidence>('POST', `/disputes/${dispute}/evidence`, { body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      expect(answer.body.state).toBe('PENDING');
      harness.clock.advance(2_000);
      return client.get(`/disputes/${dispute}/evidence/${answer.body.id}`);
    },
    /** Subtypes of the adjustment Transfers, oldest first. */
    async subtypes(dispute: string): Promise<string[]> {
      const path = `/disputes/${dispute}/adjustment_transfers`;
      const found = await client.listed<Transfer>(path, 'transfers');
      return found.map(({ subtype }) => String(subtype)).sort();
    },
    evidence: (dispute: string) => client.listed<DisputeEvidence>(`/disputes/${dispute}/evidence`, 'evidences'),
    submit: (dispute: string) => client.post<Dispute>(`/disputes/${dispute}/submit`, undefined, 200),
    accept: (dispute: string) => client.post<Dispute>(`/disputes/${dispute}/accept`, undefined, 200),
  };
}
