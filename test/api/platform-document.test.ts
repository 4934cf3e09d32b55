/**
 * Tests the OpenAPI document itself: it has all rows of the specification, is consistent, marks every assumption, and
 * is up to date.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { actionsByProcessor, deviceActionSchema } from '../../electron/contract/index.ts';
import {
  deviceActionValues,
  operations,
  pathOf,
  processorKnownValues,
  usesCursorPagination,
} from '../../electron/platform-api/index.ts';
import { validateDeviceCreate } from '#platform-validators';
import { bundleDocument } from '../../build/scripts/parts/platform-bundle.ts';
import { entryFile, generate } from '../../build/scripts/generate-platform-api.ts';
import { specificationRows } from './specification-rows.ts';
import { document, documentPath, resolved, violations } from './document-check.ts';

type Tree = Record<string, unknown>;

/** Every object in a tree, with its path. */
function* nodes(value: unknown, place = '#'): Generator<[string, Tree]> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* nodes(item, `${place}/${index}`);
  else if (typeof value === 'object' && value !== null) {
    yield [place, value as Tree];
    for (const [key, inner] of Object.entries(value)) yield* nodes(inner, `${place}/${key}`);
  }
}
const all = [...nodes(document)];

test('the reviewed list contains every operation and every field of the document', async () => {
  const schemas = Object.entries((document as { components: { schemas: Record<string, Tree> } }).components.schemas);
  const lines = [
    ...Object.entries(operations).map(([id, { method, path, queryParameters: query }]) => {
      const parameters = query.length > 0 ? `?${query.join('&')}` : '';
      return `${id}: ${method} ${path}${parameters}`;
    }),
    '',
    ...schemas.flatMap(([name, { properties = {}, required = [] }]) => {
      const fields = Object.keys(properties as Tree).map((field) =>
        (required as string[]).includes(field) ? field : `${field}?`,
      );
      return fields.length > 0 ? [`${name}: ${fields.join(' ')}`] : [];
    }),
  ];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../electron/platform-api/operations.txt');
});

test('the generator detects a change, and fails on a reference without a target', async () => {
  const text = readFileSync(documentPath, 'utf8');
  const changed = await generate(text.replace('enum: [OPEN, CLOSED]', 'enum: [OPEN, CLOSED, AJAR]'));
  expect(changed.get('enums.ts')).toContain('AJAR');
  await expect(generate(text.replace('parameters/DeviceId', 'parameters/DeviceX'))).rejects.toThrow(/DeviceX/);
});

test('an error in a file is reported with its file, line and column', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-document-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(dirname(entryFile), folder, { recursive: true });
  const users = join(folder, 'users.yaml');
  writeFileSync(users, readFileSync(users, 'utf8').replace('parameters/Limit', 'parameters/Limitt'));
  const line =
    readFileSync(users, 'utf8')
      .split('\n')
      .findIndex((one) => one.includes('Limitt')) + 1;
  await expect(bundleDocument(join(folder, 'openapi.yaml'))).rejects.toThrow(
    new RegExp(`users.yaml:${line}:\\d+ Can't resolve \\$ref`),
  );
});

describe('operations', () => {
  test('represent every row of the specification, each once', () => {
    const rows: string[] = Object.values(operations).flatMap((operation) => [...operation.rows]);
    expect(rows.sort()).toEqual([...specificationRows].sort());
  });

  test('are marked as assumed exactly if they have no row', () => {
    for (const [id, operation] of Object.entries(operations)) {
      expect(operation.isAssumed, id).toBe(operation.rows.length === 0);
    }
  });

  test('declare exactly the parameters of their path', () => {
    for (const { path, pathParameters } of Object.values(operations)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
      expect([...pathParameters].sort(), path).toEqual(inPath.sort());
    }
  });

  test('have distinct ids, and unambiguous paths', () => {
    const ids = all.flatMap(([, node]) => (typeof node['operationId'] === 'string' ? [node['operationId']] : []));
    expect(new Set(ids).size).toBe(ids.length);
    const shapes = Object.keys(document['paths'] as Tree).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test('fill in and escape the parameters of their paths', () => {
    expect(pathOf('fetchDevice', { device_id: 'a/b c' })).toBe('/devices/a%2Fb%20c');
    expect(pathOf('listDevices', {})).toBe('/devices');
  });

  test('choose the pagination by the version', () => {
    expect(usesCursorPagination('2022-02-01')).toBe(true);
    for (const other of [undefined, null, '', '2018-01-01', '2022-02-01 '])
      expect(usesCursorPagination(other)).toBe(false);
  });
});

describe('the document', () => {
  test('has a target for every reference', () => {
    for (const [place, node] of all) {
      if (typeof node['$ref'] === 'string') expect(resolved(node), `${place} ${node['$ref']}`).toBeDefined();
    }
  });

  test('gives a reason for every assumption, and marks everything that has a reason', () => {
    const assumed = all.filter(([, node]) => 'x-assumed' in node || 'x-reason' in node);
    expect(assumed.length).toBeGreaterThan(50);
    for (const [place, node] of assumed) {
      expect(node['x-assumed'], place).toBe(true);
      expect(String(node['x-reason']).length, place).toBeGreaterThan(15);
    }
  });

  test('contains only known properties in x-specified', () => {
    for (const [place, node] of all) {
      for (const name of (node['x-specified'] as string[] | undefined) ?? []) {
        const known = [
          ...Object.keys((node['properties'] as Tree) ?? {}),
          ...((node['enum'] ?? node['x-extensible-enum'] ?? []) as string[]),
        ];
        expect(known, place).toContain(name);
      }
    }
  });

  test('is JSON Schema 2020-12 throughout', () => {
    const ajv = new Ajv2020({ strict: false });
    const schemas = (document['components'] as Tree)['schemas'] as Tree;
    for (const [name, schema] of Object.entries(schemas)) expect(ajv.validateSchema(schema as Tree), name).toBe(true);
  });

  test('answers every operation with the errors of the specification', () => {
    for (const [path, item] of Object.entries(document['paths'] as Record<string, Tree>)) {
      for (const method of ['get', 'put', 'post', 'delete']) {
        const responses = (item[method] as Tree | undefined)?.['responses'] as Tree | undefined;
        if (!responses) continue;
        for (const status of ['400', '401', '403', '406', '429', '500', 'default']) {
          expect(Object.keys(responses), `${method} ${path}`).toContain(status);
        }
      }
    }
  });
});

test('the contract and the document contain the same actions and processors', () => {
  expect([...deviceActionValues].sort()).toEqual([...deviceActionSchema.options].sort());
  expect([...processorKnownValues].sort()).toEqual(Object.keys(actionsByProcessor).sort());
});

test('the checks of these tests fail for wrong replies', () => {
  const headers = new Headers({
    'content-type': 'application/hal+json',
    'x-request-id': 'x',
    date: 'x',
    'service-apiuser-role': 'ROLE_ADMIN',
  });
  const page = { offset: 0, limit: 20, count: 0 };
  expect(violations('GET', '/devices', 200, headers, { _links: {}, page })).toEqual([]);
  expect(violations('GET', '/devices', 200, headers, { _links: {}, page: { limit: 5 } })).not.toEqual([]);
  expect(
    violations('GET', '/devices', 200, headers, { _links: {}, page, _embedded: { devices: [{ id: 'DV1' }] } }),
  ).not.toEqual([]);
  expect(violations('GET', '/devices', 200, new Headers(), { _links: {}, page })).toHaveLength(4);
  expect(validateDeviceCreate({ model: 'PAX_A800' })).toBe(false);
  expect(validateDeviceCreate({ model: 'PAX_A800', name: 'x' })).toBe(true);
});
