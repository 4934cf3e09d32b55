/** Validators of request bodies, from the schemas of the OpenAPI document. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import type { JsonObject } from './platform-calls.ts';
import { readOperations, retarget, rewrite } from './platform-document.ts';
import type { Document } from './platform-document.ts';

/**
 * Generates validators of request bodies as standalone code without imports, and their types. Replies need none: they
 * are read with tolerance.
 */
export function validators(document: Document, banner: string): { code: string; declarations: string } {
  const list = readOperations(document);
  const shape = rewrite(document.components.schemas, (node, key) => {
    const kept = Object.entries(node).filter(
      // Under `properties` and similar keywords, keys are names, not keywords.
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
  // Replaces the helper that the library would import: JSON Schema counts code points, not UTF-16 units.
  const code = standalone
    .default(ajv, exported)
    .replace(/require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g, '(text) => [...text].length')
    // Unique items are names here, so comparing their text is enough.
    .replace(/require\("ajv\/dist\/runtime\/equal"\)\.default/g, '(a, b) => JSON.stringify(a) === JSON.stringify(b)');
  if (/\brequire\(|^import /m.test(code))
    throw new Error('A validator wants to import something; it has to stand alone.');
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
