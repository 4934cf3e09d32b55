/** A card number typed into any text field: refused by the host with a specific code, and stored nowhere. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract, toFailure } from '../../electron/contract/index.ts';
import { composeHost, type Host } from '../../electron/host/index.ts';
import { hostConfig } from '../unit/host/host-config.ts';
import { encodings, testCards } from './card-numbers.ts';

const pan = testCards['Visa, 16 digits'] ?? '';
/** Fields that users do not type: the till's own names, a PIN, the address of a port. */
const byMachines = new Set(
  'address after attempt currency device epoch id link locale names note part password pin reversal secret terminal token window'.split(
    ' ',
  ),
);

/** All texts of an input's schema, by path. */
function texts(schema: unknown, path: string): { path: string; schema: z.ZodType }[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, inner]) => texts(inner, `${path}.${name}`));
  }
  if (schema instanceof z.ZodArray) return texts(schema.element, path);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return texts(schema.unwrap(), path);
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => texts(option, path));
  return schema instanceof z.ZodString ? [{ path, schema }] : [];
}

function inputs(router: object, path = ''): { path: string; schema: z.ZodType }[] {
  if ('~orpc' in router) return texts((router['~orpc'] as { inputSchema?: unknown }).inputSchema, path);
  return Object.entries(router).flatMap(([name, inner]) =>
    inputs(inner as object, path === '' ? name : `${path}.${name}`),
  );
}

describe('the contract of the host', () => {
  test('accepts no card number as typed text', () => {
    const all = inputs(contract);
    const open = all.filter(({ schema }) => schema.safeParse(pan).success).map(({ path }) => path);
    // The program writes a page's error: it must arrive, and the host masks a number in it.
    const known = (path: string) =>
      byMachines.has(path.split('.').at(-1) ?? '') || /^till\.(?:dismiss|pageFailed)/.test(path);
    expect(open.filter((path) => !known(path))).toEqual([]);
    expect(all.length - open.length).toBeGreaterThan(12);
  });
});

describe('a till with a typed card number', () => {
  let dataDir: string;
  let host: Host;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-typed-'));
    host = await composeHost(hostConfig(dataDir));
  });
  afterAll(async () => {
    await host.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const sale = { id: 'A-00000001', amountMinor: 1500, currency: 'USD' };
  const operator = { name: 'Mo' };
  const acts: Record<string, (text: string) => Promise<unknown>> = {
    'the order of a sale': (order) => host.client.payment.start({ ...sale, kind: 'sale', order }),
    'the note of a sale': (note) => host.client.payment.start({ ...sale, kind: 'sale', note }),
    'the reason of a reversal': (reason) =>
      host.client.payment.reverse({ attempt: 'a', reversal: 'R-0001', amountMinor: 1, reason, operator }),
    'the reason of a decision': (reason) =>
      host.client.payment.decide({ attempt: 'a', verdict: 'paid', reason, operator }),
    'a name': (name) => host.client.payment.release({ attempt: 'a', operator: { name: name.slice(0, 60) } }),
    'the order of a pay link': (order) => host.client.link.open({ ...sale, order }),
    'the note of cash': (note) => host.client.otherTender.note({ ...sale, way: 'cash', note, operator }),
    'the reason of an undone cash note': (reason) => host.client.otherTender.takeBack({ note: 'n', reason, operator }),
    'a setting': (text) => host.client.settings.set({ key: 'till.shop', text }),
    'a search': (text) => host.client.history.search({ text }),
    'the idle message of a terminal': (idleMessage) =>
      host.client.terminal.act({ terminal: 't', action: 'CREATE_IDLE_MESSAGE', idleMessage }),
  };
  test.each(Object.keys(acts))('refuses a number in %s, in every encoding', async (name) => {
    for (const [how, write] of Object.entries(encodings)) {
      const typed = write(pan);
      // A truncated number would no longer be a card number.
      if (typed.length > (name === 'a name' ? 60 : 100)) continue;
      const code = await acts[name]?.(typed).then(
        () => 'taken',
        (error: unknown) => toFailure(error).code,
      );
      expect(code, `${how}: ${typed}`).toBe('TEXT_CARD_NUMBER');
    }
  });

  test('logs a failed page that contains a card number without the number', async () => {
    // The log accepts twenty of them an hour.
    const texts = Object.values(encodings).map((write) => write(pan));
    for (let at = 0; at < texts.length; at += 4) {
      const some = texts.slice(at, at + 4);
      await host.client.till.pageFailed({
        what: some.join('\nError: ').slice(0, 2_000),
        where: some[0]?.slice(0, 200) ?? '',
      });
    }
    await expect.poll(() => readFileSync(join(dataDir, 'logs', 'tillbridge.log'), 'utf8')).toContain('a page failed');
  });

  test('stores no part of the number', () => {
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      const bytes = readFileSync(join(file.parentPath, file.name)).toString('utf8').normalize('NFKC');
      expect(bytes.replace(/[\s_.,:;'*-]/g, ''), file.name).not.toContain(pan);
    }
  });
});
