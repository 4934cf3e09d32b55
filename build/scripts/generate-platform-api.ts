/**
 * Puts the parts of electron/platform-api/document/ together as electron/platform-api/openapi.yaml, and writes
 * electron/platform-api/generated/ from that: types, known values, the table of operations with limits and header names,
 * what the client is made of, and validators of request bodies. The output depends on the parts alone.
 *
 *   node build/scripts/generate-platform-api.ts           writes what changed
 *   node build/scripts/generate-platform-api.ts --check   writes nothing; exit code 1 and a list when something is stale
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { compile } from 'json-schema-to-typescript';
import { format } from 'prettier';
import { parse } from 'yaml';
import { calls, type Json, type JsonObject } from './parts/platform-calls.ts';

interface Named {
  value: Json;
  description: string;
}
interface Document {
  'x-limits': Record<string, Named>;
  'x-versions': Record<string, Named>;
  'x-headers': Record<string, Named>;
  paths: Record<string, JsonObject>;
  components: { schemas: Record<string, JsonObject>; [kind: string]: Record<string, JsonObject> };
}

const root = resolve(import.meta.dirname, '../..');
const documentPath = 'electron/platform-api/openapi.yaml';
const partsPath = 'electron/platform-api/document';
const outputPath = 'electron/platform-api/generated';
const banner = `// Generated from ${documentPath} by build/scripts/generate-platform-api.ts. Do not edit.\n/* oxlint-disable */\n`;
const methods = ['get', 'put', 'post', 'delete', 'patch'];
const binaryType = 'application/octet-stream';
const jsonTypes = ['application/json', 'application/hal+json'];
const uploadedFile = `/** One file of a multipart body: its name and content type as the sender gave them, and its bytes. */
export interface UploadedFile { readonly name: string; readonly type: string; readonly bytes: Uint8Array }
`;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
function text(value: Json | undefined): string {
  if (typeof value !== 'string') throw new Error(`Expected text, got ${JSON.stringify(value)}`);
  return value;
}
const camel = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);
const refName = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

/** Follows one local $ref. */
function resolveRef(document: Document, value: Json | undefined): JsonObject {
  if (!isObject(value)) throw new Error(`Expected an object, got ${JSON.stringify(value)}`);
  const ref = value['$ref'];
  if (typeof ref !== 'string') return value;
  const [, , kind = '', name = ''] = ref.split('/');
  const target = document.components[kind]?.[name];
  if (!target) throw new Error(`${ref} is not in the document`);
  return target;
}

/** A copy with `change` applied to every object in it, innermost first. */
function rewrite(value: Json, change: (node: JsonObject, key: string) => JsonObject, key = ''): Json {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, change, key));
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const [name, inner] of Object.entries(value)) copy[name] = rewrite(inner, change, name);
  return change(copy, key);
}

/** `$ref`s to component schemas as `$ref`s into `#/definitions` (or `$defs`). */
function retarget(node: JsonObject, into: string): JsonObject {
  const ref = node['$ref'];
  return typeof ref === 'string' ? { ...node, $ref: `#/${into}/${refName(ref)}` } : node;
}

async function types(document: Document): Promise<string> {
  const definitions = rewrite(document.components.schemas, (node) => {
    const known = node['x-extensible-enum'];
    const isText = node['type'] === 'string';
    // Raw bytes have no schema of their own; a part of a multipart body comes with its name and type.
    if (node['contentMediaType'] === binaryType) return { ...node, tsType: 'UploadedFile' };
    // Autocompletes the known values and still takes any other.
    const open = Array.isArray(known)
      ? `${known.map((value) => JSON.stringify(value)).join(' | ')} | (string & {})${isText ? '' : ' | null'}`
      : undefined;
    return retarget(open ? { ...node, tsType: open } : node, 'definitions');
  });
  const code = await compile({ type: 'object', definitions } as Parameters<typeof compile>[0], 'Unused', {
    additionalProperties: false,
    bannerComment: `${banner}\n${uploadedFile}`,
    unreachableDefinitions: true,
    unknownAny: true,
    format: false,
    ignoreMinAndMaxItems: true,
    declareExternallyReferenced: true,
  });
  // The wrapper object exists only so that the definitions have a home, and each definition says where it stood in it.
  return code
    .replace(/export interface Unused \{\s*\}\n?/, '')
    .replace(
      /\s*\*?\s*This (?:interface|type) was referenced by `Unused`'s JSON-Schema\s*\*?\s*via the `definition` "\w+"\./g,
      '',
    )
    .replace(/\n\s*\*\s*(?=\n\s*\*\/)/g, '')
    .replace(/\/\*\*\s*\*\/\n/g, '');
}

function enums(document: Document): string {
  const lines = [banner];
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    const closed = schema['enum'];
    const open = schema['x-extensible-enum'];
    const values = closed ?? open;
    if (!Array.isArray(values)) continue;
    const description = typeof schema['description'] === 'string' ? schema['description'] : '';
    lines.push(`/** ${closed ? 'Every value' : 'Known values'} of ${name}. ${description} */`);
    lines.push(
      `export const ${camel(name)}${closed ? 'Values' : 'KnownValues'} = ${JSON.stringify(values)} as const;\n`,
    );
  }
  return lines.join('\n');
}

interface Operation {
  id: string;
  table: JsonObject;
  bodySchema: string | undefined;
  /** Schemas a reply can have, `Uint8Array` for raw bytes; empty where there is no body. */
  replySchemas: string[];
  /** Media types of the reply with the schema of each. */
  reply: [type: string, schema: string | null][];
}

/** Media types of a body or reply with the name of each one's schema; null for raw bytes. */
function contentOf(holder: JsonObject): [type: string, schema: string | null][] {
  const content = holder['content'];
  if (!isObject(content)) return [];
  return Object.entries(content).map(([type, media]) => {
    const schema = isObject(media) ? media['schema'] : undefined;
    const ref = isObject(schema) ? schema['$ref'] : undefined;
    return [type, typeof ref === 'string' ? refName(ref) : null];
  });
}

function readOperations(document: Document): Operation[] {
  const found: Operation[] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (!isObject(operation)) continue;
      const id = text(operation['operationId']);
      const parameters = [item['parameters'], operation['parameters']]
        .flatMap((list) => (Array.isArray(list) ? list : []))
        .map((parameter) => resolveRef(document, parameter));
      const named = (where: string) => parameters.filter((p) => p['in'] === where).map((p) => text(p['name']));
      const responses = operation['responses'] as JsonObject;
      const success = Object.keys(responses).find((status) => status.startsWith('2')) ?? '';
      const reply = contentOf(resolveRef(document, responses[success]));
      if (reply.length === 0 && success !== '204') throw new Error(`${id} has no reply schema`);
      const rawTypes = reply.filter(([type]) => !jsonTypes.includes(type)).map(([type]) => type);
      const body = operation['requestBody'];
      const [bodyContent] = isObject(body) ? contentOf(body) : [];
      found.push({
        id,
        table: {
          method: method.toUpperCase(),
          path,
          pathParameters: named('path'),
          queryParameters: named('query'),
          successStatus: Number(success),
          bodyType: bodyContent?.[0] ?? null,
          rawReplyTypes: rawTypes,
          isAssumed: operation['x-assumed'] === true,
          rows: operation['x-specification-rows'] ?? [],
        },
        bodySchema: bodyContent?.[1] ?? undefined,
        replySchemas: reply.map(([, schema]) => schema ?? 'Uint8Array'),
        reply,
      });
    }
  }
  return found;
}

function operations(document: Document, list: readonly Operation[]): string {
  const used = [...new Set(list.flatMap((o) => [...(o.bodySchema ? [o.bodySchema] : []), ...o.replySchemas]))].filter(
    (name) => name !== 'Uint8Array',
  );
  const named = (name: string, values: Record<string, Named>, description: string) => [
    `/** ${description} */`,
    `export const ${name} = {`,
    ...Object.entries(values).map(
      ([key, { value, description: words }]) => `/** ${words} */\n${key}: ${JSON.stringify(value)},`,
    ),
    '} as const;\n',
  ];
  return [
    banner,
    `import type { ${used.sort().join(', ')} } from './types.ts';\n`,
    '/** Every operation by its id: method, path template, parameter names, status of success, rows of the specification. */',
    'export const operations = {',
    ...list.map((operation) => `${operation.id}: ${JSON.stringify(operation.table)},`),
    '} as const;\n',
    'export type OperationId = keyof typeof operations;\n',
    '/** Request body and reply of every operation; `undefined` where there is no body. */',
    'export interface OperationTypes {',
    ...list.map(
      (o) => `${o.id}: { body: ${o.bodySchema ?? 'undefined'}; reply: ${o.replySchemas.join(' | ') || 'undefined'} };`,
    ),
    '}\n',
    ...named('limits', document['x-limits'], 'Limits of the specification.'),
    ...named('versions', document['x-versions'], 'Dated versions and what each brought.'),
    ...named('headers', document['x-headers'], 'Header names.'),
  ].join('\n');
}

/** Of request bodies; replies are read with tolerance. Standalone code: no import of its own, so that platform-api stays free of packages. */
function validators(document: Document, list: readonly Operation[]): { code: string; declarations: string } {
  const shape = rewrite(document.components.schemas, (node, key) => {
    const kept = Object.entries(node).filter(
      // Under `properties` and the like, keys are names and not keywords.
      ([name]) =>
        ['properties', '$defs', ''].includes(key) ||
        !/^(x-|description$|examples$|default$|contentMediaType$)/.test(name),
    );
    return retarget(Object.fromEntries(kept), '$defs');
  }) as JsonObject;
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    strictRequired: false,
    code: { source: true, esm: true, lines: true },
  });
  ajv.addSchema({ $id: 'platform', $defs: shape });
  const wanted = [...new Set(list.flatMap((o) => (o.bodySchema ? [o.bodySchema] : [])))].sort();
  const exported: Record<string, string> = {};
  for (const name of wanted) exported[`validate${name}`] = `platform#/$defs/${name}`;
  // The helpers the library would import: JSON Schema counts code points, not UTF-16 units.
  const code = standalone
    .default(ajv, exported)
    .replace(/require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g, '(text) => [...text].length')
    // Unique items are names here, so comparing their text is enough.
    .replace(/require\("ajv\/dist\/runtime\/equal"\)\.default/g, '(a, b) => JSON.stringify(a) === JSON.stringify(b)');
  if (/\brequire\(|^import /m.test(code))
    throw new Error('A validator wants to import something; platform-api must stay pure.');
  const declarations = [
    banner,
    `import type { ${wanted.join(', ')} } from './types.ts';\n`,
    '/** What is wrong with a value: where (JSON pointer), by which keyword, in which words. */',
    'export interface SchemaError { instancePath: string; keyword: string; params: Record<string, unknown>; message?: string }',
    '/** True when the value fits; otherwise `errors` of the function says why, until its next call. */',
    'export interface Validator<Value> { (value: unknown): value is Value; errors?: SchemaError[] | null }',
    ...wanted.map((name) => `export const validate${name}: Validator<${name}>;`),
  ];
  const bodies = list.flatMap((o) => (o.bodySchema ? [[o.id, `validate${o.bodySchema}`]] : []));
  const table = (separator: string) => bodies.map(([id, name]) => `${id}: ${separator}${name},`).join('\n');
  return {
    code: `${banner}${code.replace(/^"use strict";/, '')}\nexport const bodyValidators = {\n${table('')}\n};\n`,
    declarations: [
      ...declarations,
      '/** The validator of each operation that has a request body. */',
      `export const bodyValidators: {\n${table('typeof ')}\n};`,
    ].join('\n'),
  };
}

/** The parts' texts, the shared one first, then by name. */
export function readParts(): string[] {
  const names = readdirSync(resolve(root, partsPath)).filter(
    (name) => name.endsWith('.yaml') && name !== 'service.yaml',
  );
  return ['service.yaml', ...names.sort()].map((name) => readFileSync(resolve(root, partsPath, name), 'utf8'));
}

/**
 * One document of several: what the parts have under the same heading (`tags`, `paths`, each kind of `components`) stands
 * under that heading once. Text, not parsed values, so that comments, anchors and layout stay.
 */
export function bundle(parts: readonly string[]): string {
  interface Section {
    lines: string[];
    kinds: Map<string, string[]>;
  }
  const sections = new Map<string, Section>();
  for (const part of parts) {
    let section: Section | undefined;
    let into: string[] = [];
    for (const line of part.trimEnd().split('\n')) {
      const heading = /^[a-z][\w-]*:/i.exec(line)?.[0];
      const kind = section && section === sections.get('components:') ? /^ {2}(\w+:)$/.exec(line)?.[1] : undefined;
      if (heading !== undefined) {
        section = sections.get(heading) ?? { lines: [line], kinds: new Map() };
        sections.set(heading, section);
        into = section.lines;
      } else if (section && kind !== undefined) {
        into = section.kinds.get(kind) ?? [`  ${kind}`];
        section.kinds.set(kind, into);
      } else into.push(line);
    }
  }
  const trimmed = (lines: readonly string[]) => lines.join('\n').trimEnd();
  const text = [...sections.values()].map(({ lines, kinds }) =>
    [trimmed(lines), [...kinds.values()].map(trimmed).join('\n\n')].filter((each) => each !== '').join('\n'),
  );
  return `# Put together from document/ by build/scripts/generate-platform-api.ts. Do not edit.\n${text.join('\n\n')}\n`;
}

/** The files of generated/, by name, for one OpenAPI document. */
export async function generate(yamlText: string): Promise<Map<string, string>> {
  const document = parse(yamlText, { merge: true }) as Document;
  const list = readOperations(document);
  const checks = validators(document, list);
  const raw: [string, string][] = [
    ['types.ts', await types(document)],
    ['enums.ts', enums(document)],
    ['operations.ts', operations(document, list)],
    [
      'calls.ts',
      calls(
        banner,
        list.map(({ id, table, reply }) => ({ id, method: text(table['method']), reply })),
        document.components.schemas,
      ),
    ],
    ['validators.mjs', checks.code],
    ['validators.d.mts', checks.declarations],
  ];
  const files = new Map<string, string>();
  for (const [name, code] of raw) {
    // Nobody reads the validators, and there is a lot of them.
    const isPlain = name === 'validators.mjs';
    files.set(name, isPlain ? code : await format(code, { parser: 'typescript', printWidth: 120, singleQuote: true }));
  }
  return files;
}

async function main(): Promise<number> {
  const whole = bundle(readParts());
  const isBundleStale = whole !== readFileSync(resolve(root, documentPath), { encoding: 'utf8', flag: 'a+' });
  const files = await generate(whole);
  const folder = resolve(root, outputPath);
  mkdirSync(folder, { recursive: true });
  const present = new Map(readdirSync(folder).map((name) => [name, readFileSync(resolve(folder, name), 'utf8')]));
  const stale = [...files].filter(([name, text]) => present.get(name) !== text).map(([name]) => name);
  const left = [...present.keys()].filter((name) => !files.has(name));
  if (process.argv.includes('--check')) {
    if (isBundleStale) console.error(`stale: ${documentPath}`);
    for (const name of [...stale, ...left]) console.error(`stale: ${outputPath}/${name}`);
    if (stale.length + left.length === 0 && !isBundleStale) return 0;
    console.error('Run: node build/scripts/generate-platform-api.ts');
    return 1;
  }
  if (isBundleStale) writeFileSync(resolve(root, documentPath), whole);
  for (const name of stale) writeFileSync(resolve(folder, name), files.get(name) ?? '');
  for (const name of left) rmSync(resolve(folder, name));
  console.log(
    stale.length + left.length === 0 && !isBundleStale
      ? 'Nothing to do.'
      : `Wrote ${stale.length}, removed ${left.length}.`,
  );
  return 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = await main();
