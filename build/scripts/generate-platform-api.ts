/**
 * Bundles the files of electron/platform-api/document/ into electron/platform-api/openapi.yaml, and writes
 * electron/platform-api/generated/ from that: types, known values, the table of operations with limits and header names,
 * what the client is made of, and the types of the validators. The output depends on the files alone.
 *
 *   node_modules/.bin/node build/scripts/generate-platform-api.ts           writes what changed
 *   node_modules/.bin/node build/scripts/generate-platform-api.ts --check   writes nothing; exit code 1 and a list when something is stale
 *
 * The validators themselves are built where they are needed (build-validators.ts).
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { format } from 'oxfmt';
import { parse } from 'yaml';
import { bundleDocument } from './parts/platform-bundle.ts';
import { calls } from './parts/platform-calls.ts';
import { binaryType, readOperations, retarget, rewrite, text } from './parts/platform-document.ts';
import type { Document, Named, Operation } from './parts/platform-document.ts';
import { validators } from './parts/platform-validators.ts';

const root = resolve(import.meta.dirname, '../..');
const documentPath = 'electron/platform-api/openapi.yaml';
/** Lists the paths; the other files of its folder describe them. */
export const entryFile = resolve(root, 'electron/platform-api/document/openapi.yaml');
const outputPath = 'electron/platform-api/generated';
const banner = `// Generated from ${documentPath} by build/scripts/generate-platform-api.ts. Do not edit.\n/* oxlint-disable */\n`;
const uploadedFile = `/** One file of a multipart body: its name and content type as the sender gave them, and its bytes. */
export interface UploadedFile { readonly name: string; readonly type: string; readonly bytes: Uint8Array }
`;

const camel = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

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

/** The files of generated/, by name, for one OpenAPI document. */
export async function generate(yamlText: string): Promise<Map<string, string>> {
  const document = parse(yamlText) as Document;
  const list = readOperations(document);
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
    ['validators.d.mts', validators(document, banner).declarations],
  ];
  const files = new Map<string, string>();
  for (const [name, code] of raw) {
    const { code: formatted, errors } = await format(name, code, { printWidth: 120, singleQuote: true });
    if (errors.length > 0) throw new Error(`${name}: ${errors.map(({ message }) => message).join('; ')}`);
    files.set(name, formatted);
  }
  return files;
}

async function main(): Promise<number> {
  const whole = await bundleDocument(entryFile);
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
    console.error('Run: node_modules/.bin/node build/scripts/generate-platform-api.ts');
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

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    process.exitCode = await main();
  } catch (error) {
    // What the files say wrong stands in the message, with its place.
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
