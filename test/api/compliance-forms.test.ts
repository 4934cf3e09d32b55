/**
 * Tests Compliance Forms: created with Merchants and every year, signed once each, with their documents.
 * @module-tag ci-only
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ComplianceForm, File, Identity, Merchant, WebhookWithSecret } from '../../electron/platform-api/index.ts';
import { writePdf } from '../../electron/sandbox/views/pdf.ts';
import { Harness } from './harness.ts';
import { Receiver } from './webhook-receiver.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.sandbox.close());

const DAY = 24 * 60 * 60_000;
const forms = (query = '') => harness.client.listed<ComplianceForm>(`/compliance_forms?${query}`, 'compliance_forms');
const formOf = async (merchant: string) => {
  const [form] = await forms(`linked_to=${merchant}`);
  if (!form) throw new Error(`No form of ${merchant}`);
  return form;
};
const read = (id: string) => harness.client.get<ComplianceForm>(`/compliance_forms/${id}`);
const signature = (more: object = {}) => ({
  pci_saq_a: {
    name: 'Zoë (Owner) \\ 店',
    title: 'CEO',
    ip_address: '192.0.2.7',
    user_agent: 'Mozilla/5.0',
    signed_at: new Date(harness.clock.now()).toISOString(),
    is_accepted: true,
    ...more,
  },
});
const sign = (id: string, more: object = {}) =>
  harness.client.put<ComplianceForm>(`/compliance_forms/${id}`, { ...signature(), ...more });
const merchants = () => harness.client.listed<Merchant>('/merchants', 'merchants');
async function newMerchant(): Promise<Merchant> {
  const { id } = await harness.client.post<Identity>('/identities', { entity: { business_name: 'New Shop' } });
  return harness.client.post<Merchant>(`/identities/${id}/merchants`, { processor: 'DUMMY_V1' });
}
/** True if the merchant may submit a security code, which needs compliance. */
const maySubmitCode = async (merchant: string) => {
  const { id } = await harness.card();
  const body = { verify_payment_card: true, security_code: '123', merchant };
  return (await harness.client.send('PUT', `/payment_instruments/${id}`, { body })).status === 200;
};

/** Follows the cross-reference table of a PDF to every object, and measures its stream. */
function readPdf(bytes: Uint8Array) {
  const text = Buffer.from(bytes).toString('latin1');
  expect(text.startsWith('%PDF-1.4\n')).toBe(true);
  expect(text.endsWith('%%EOF\n')).toBe(true);
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  expect(text.slice(start, start + 5)).toBe('xref\n');
  const entries = [...text.slice(start).matchAll(/^(\d{10}) \d{5} ([nf]) $/gm)];
  const size = Number(/\/Size (\d+)/.exec(text)?.[1]);
  expect(entries).toHaveLength(size);
  for (const [number, [, offset, kind]] of entries.entries()) {
    if (kind === 'n') expect(text.slice(Number(offset)).startsWith(`${number} 0 obj\n`)).toBe(true);
  }
  const [, length, stream = ''] = /<< \/Length (\d+) >>\nstream\n(.*?)\nendstream/s.exec(text) ?? [];
  expect(stream.length).toBe(Number(length));
  return stream;
}
async function pdfOf(file: string): Promise<string> {
  const response = await harness.client.raw('GET', `/files/${file}/download`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return readPdf(new Uint8Array(await response.arrayBuffer()));
}

describe('Compliance Forms', () => {
  test('exist for every seeded Merchant, and the home merchant has signed its own', async () => {
    expect((await forms()).map(({ linked_to }) => linked_to).sort()).toEqual(
      (await merchants()).map(({ id }) => id).sort(),
    );
    const [signed, ...more] = await forms('state=COMPLETE');
    expect(more).toEqual([]);
    expect(signed).toMatchObject({ linked_to: harness.sandbox.merchant, linked_type: 'MERCHANT', type: 'PCI_SAQ_A' });
    expect(await read(signed?.id ?? '')).toEqual(signed);
    expect(await forms(`merchant_id=${harness.sandbox.merchant}`)).toEqual([signed]);
    await harness.client.fails(404, 'GET', '/compliance_forms/CFnone');
    await harness.client.fails(422, 'GET', '/compliance_forms?state=LOST');
  });

  test('are created for a new Merchant, to be signed within 90 days, with a readable document', async () => {
    const merchant = await newMerchant();
    const form = await formOf(merchant.id);
    expect(form).toMatchObject({ state: 'INCOMPLETE', pci_saq_a: null, valid_from: null, valid_until: null });
    expect(form.files.signed_file).toBeNull();
    expect(Date.parse(form.due_at) - Date.parse(form.created_at)).toBe(90 * DAY);
    const text = await pdfOf(form.files.unsigned_file);
    expect(text).toContain('New Shop');
    expect(text).toContain('Not signed yet');
  });

  test('are announced to Webhooks when they are created', async () => {
    const receiver = await Receiver.start();
    try {
      await harness.client.post<WebhookWithSecret>('/webhooks', {
        url: receiver.url,
        enabled_events: [{ entity: 'compliance_form', types: ['created', 'updated'] }],
      });
      await receiver.untilTested();
      const merchant = await newMerchant();
      const form = await formOf(merchant.id);
      const [created] = await receiver.until(1);
      expect(created).toMatchObject({ entity: 'compliance_form', type: 'created' });
      expect(created?._embedded).toEqual({ compliance_forms: [form] });
      const signed = await sign(form.id);
      expect((await receiver.until(2))[1]).toMatchObject({
        type: 'updated',
        _embedded: { compliance_forms: [signed] },
      });
      // After a year, two seeded forms become overdue, and two signed forms expire and are replaced.
      harness.clock.advance(366 * DAY);
      await harness.client.get('/devices');
      const later = (await receiver.until(8)).slice(2).map(({ type }) => type);
      expect(later.filter((type) => type === 'created')).toHaveLength(2);
      expect(later.filter((type) => type === 'updated')).toHaveLength(4);
    } finally {
      await receiver.close();
    }
  });
});

describe('signing', () => {
  test('adds the signature and a reference to the signed file, which can be downloaded', async () => {
    const merchant = await newMerchant();
    const form = await formOf(merchant.id);
    expect(await maySubmitCode(merchant.id)).toBe(false);
    const signed = await sign(form.id, { tags: { by: 'portal' } });
    expect(signed).toMatchObject({ state: 'COMPLETE', ...signature(), tags: { by: 'portal' } });
    expect(Date.parse(signed.valid_from ?? '')).toBe(harness.clock.now());
    expect(signed.valid_until?.slice(0, 4)).toBe(String(Number(signed.valid_from?.slice(0, 4)) + 1));
    const file = await harness.client.get<File>(`/files/${signed.files.signed_file}`);
    expect(file).toMatchObject({ status: 'VALID', extension: 'pdf', type: 'PCI_SAQ_A', linked_to: merchant.id });
    const text = await pdfOf(file.id);
    expect(text).toContain('Signed by: Zo\xeb \\(Owner\\) \\\\ ?, CEO');
    expect(text).toContain('192.0.2.7');
    expect(signed.files.unsigned_file).toBe(form.files.unsigned_file);
    expect(await maySubmitCode(merchant.id)).toBe(true);
  });

  test('succeeds only once', async () => {
    const { id } = await formOf((await newMerchant()).id);
    const signed = await sign(id);
    await harness.client.fails(409, 'PUT', `/compliance_forms/${id}`, signature());
    expect(await read(id)).toEqual(signed);
  });

  test.each<[string, object]>([
    ['pci_saq_a.is_accepted', { is_accepted: false }],
    ['pci_saq_a.ip_address', { ip_address: '300.1.1.1' }],
    ['pci_saq_a.name', { name: '' }],
    ['pci_saq_a.title', { title: undefined }],
    ['pci_saq_a.signed_at', { signed_at: 'yesterday' }],
    ['pci_saq_a.signed_at', { signed_at: '2026-99-99T00:00:00Z' }],
    ['pci_saq_a.signed_at', { signed_at: '2026-11-20T09:05:00.001Z' }],
  ])('is refused with 422 for a wrong %s, and the form stays unsigned', async (field, more) => {
    const form = await formOf((await newMerchant()).id);
    const error = await harness.client.fails(422, 'PUT', `/compliance_forms/${form.id}`, signature(more));
    expect(error.field).toBe(field);
    expect(await read(form.id)).toEqual(form);
  });

  test('accepts a time up to five minutes ahead, and an IPv6 address', async () => {
    const { id } = await formOf((await newMerchant()).id);
    const ahead = signature({ signed_at: '2026-11-20T09:05:00.000Z', ip_address: '2001:db8::7' });
    expect((await harness.client.put<ComplianceForm>(`/compliance_forms/${id}`, ahead)).state).toBe('COMPLETE');
  });

  test('is refused to ROLE_MERCHANT, which may read its own forms', async () => {
    const own = await formOf(harness.sandbox.merchant);
    const merchant = await harness.login('ROLE_MERCHANT', harness.sandbox.merchant);
    expect(await merchant.listed('/compliance_forms', 'compliance_forms')).toEqual([own]);
    expect((await merchant.raw('GET', `/files/${own.files.signed_file}/download`)).status).toBe(200);
    const other = (await forms()).find(({ linked_to }) => linked_to !== harness.sandbox.merchant);
    await merchant.fails(404, 'GET', `/compliance_forms/${other?.id}`);
    await merchant.fails(403, 'PUT', `/compliance_forms/${own.id}`, signature());
  });

  test('includes no operation that creates or deletes a form', async () => {
    const { status, headers } = await harness.client.send('POST', '/compliance_forms', { body: {} });
    expect([status, headers.get('allow')]).toEqual([405, 'GET']);
    const { id } = await formOf(harness.sandbox.merchant);
    const deleted = await harness.client.send('DELETE', `/compliance_forms/${id}`);
    expect([deleted.status, deleted.headers.get('allow')]).toEqual([405, 'GET, PUT']);
  });
});

describe('forms over time', () => {
  test('an unsigned form becomes OVERDUE, and can still be signed', async () => {
    const merchant = await newMerchant();
    const { id } = await formOf(merchant.id);
    harness.clock.advance(90 * DAY - 1);
    expect((await read(id)).state).toBe('INCOMPLETE');
    harness.clock.advance(1);
    expect((await read(id)).state).toBe('OVERDUE');
    expect((await sign(id)).state).toBe('COMPLETE');
    expect(await maySubmitCode(merchant.id)).toBe(true);
  });

  test('a signed form expires after a year, compliance ends, and a new form must be signed', async () => {
    const merchant = await newMerchant();
    const { id } = await formOf(merchant.id);
    const { valid_until: until } = await sign(id);
    harness.clock.advance(Date.parse(until ?? '') - harness.clock.now() - 1);
    expect((await read(id)).state).toBe('COMPLETE');
    harness.clock.advance(1);
    expect((await read(id)).state).toBe('EXPIRED');
    expect(await maySubmitCode(merchant.id)).toBe(false);
    const [next, ...more] = await forms(`linked_to=${merchant.id}&state=INCOMPLETE`);
    expect(more).toEqual([]);
    expect(Date.parse(next?.due_at ?? '') - harness.clock.now()).toBe(90 * DAY);
    await harness.client.fails(409, 'PUT', `/compliance_forms/${id}`, signature());
    await sign(next?.id ?? '');
    expect(await maySubmitCode(merchant.id)).toBe(true);
    expect(await forms(`linked_to=${merchant.id}`)).toHaveLength(2);
  });

  test('forms survive a restart, and a start creates no duplicates', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'forms-'));
    try {
      const first = await Harness.start({ dataDir });
      const before = await first.client.listed<ComplianceForm>('/compliance_forms', 'compliance_forms');
      await first.sandbox.close();
      const second = await Harness.start({ dataDir }, first.clock);
      const after = await second.client.listed<ComplianceForm>('/compliance_forms', 'compliance_forms');
      expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
      await second.sandbox.close();
      second.clock.advance(366 * DAY);
      const third = await Harness.start({ dataDir }, first.clock);
      const renewed = `/compliance_forms?linked_to=${third.sandbox.merchant}`;
      const states = await third.client.listed<ComplianceForm>(renewed, 'compliance_forms');
      expect(states.map(({ state }) => state).sort()).toEqual(['EXPIRED', 'INCOMPLETE']);
      await third.sandbox.close();
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });
});

describe('the document', () => {
  test('wraps long lines, replaces characters that its font lacks, and escapes special characters', () => {
    const long = `${'word '.repeat(60)}${'x'.repeat(300)}`;
    const stream = readPdf(writePdf({ title: 'A (b) \\ c', lines: [long, '日本 é'], createdAt: 0 }));
    expect(stream).toContain('(A \\(b\\) \\\\ c) Tj');
    expect(stream).toContain('(?? \xe9) Tj');
    const lines = [...stream.matchAll(/^\((.*)\) Tj T\*$/gm)].map((match) => match[1] ?? '');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(88);
    expect(lines.join('').replaceAll(' ', '')).toContain('x'.repeat(300));
  });

  test('has one page, and throws when the text needs more', () => {
    readPdf(writePdf({ title: 't', lines: Array.from({ length: 50 }, () => 'x'), createdAt: 0 }));
    expect(() => writePdf({ title: 't', lines: Array.from({ length: 51 }, () => 'x'), createdAt: 0 })).toThrow(
      RangeError,
    );
  });
});
