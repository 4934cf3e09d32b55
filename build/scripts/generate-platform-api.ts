/**
 * Bundles the files of electron/platform-api/document/ into electron/platform-api/openapi.yaml, and builds from the
 * bundle electron/platform-api/generated/ (types, known values, the table of operations with limits and header names,
 * the client's calls, types of the validators) and build/out/platform-api/validators.mjs. The output depends only on
 * these files, and is not in git.
 *
 *   npm run prepare     builds what changed; npm ci, npm start and npm test run it themselves
 */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
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
/** File that lists the paths; the other files of its folder describe them. */
export const entryFile = resolve(root, 'electron/platform-api/document/openapi.yaml');
const outputPath = 'electron/platform-api/generated';
const validatorsPath = 'build/out/platform-api/validators.mjs';
const banner = `// Generated from ${documentPath} by build/scripts/generate-platform-api.ts. Do not edit.\n/* oxlint-disable */\n`;
const uploadedFile = `/** One file of a multipart body: its name and content type as the sender gave them, and its bytes. */
export interface UploadedFile { readonly name: string; readonly type: string; readonly bytes: Uint8Array }
`;

const camel = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

async function types(document: Document): Promise<string> {
  const definitions = rewrite(document.components.schemas, (node) => {
    const known = node['x-extensible-enum'];
    const isText = node['type'] === 'string';
    // Raw bytes have no schema; a part of a multipart body comes with its name and type.
    if (node['contentMediaType'] === binaryType) return { ...node, tsType: 'UploadedFile' };
    // Autocompletes the known values and still accepts any other.
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
  // The compiler needs a wrapper object around the definitions, and adds a note about it to each definition; both are
  // removed.
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

/** Generates the files of generated/, by name, for an OpenAPI document. */
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

/** Writes atomically: another process may be reading the file. */
function write(path: string, content: string): void {
  const file = resolve(root, path);
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}

async function main(): Promise<void> {
  const whole = await bundleDocument(entryFile);
  const files = await generate(whole);
  write(documentPath, whole);
  for (const [name, content] of files) write(`${outputPath}/${name}`, content);
  for (const name of readdirSync(resolve(root, outputPath)))
    if (!files.has(name)) rmSync(resolve(root, outputPath, name));
  write(validatorsPath, validators(parse(whole) as Document, banner).code);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await main();
  } catch (error) {
    // The message contains the mistake and its place in the files.
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
