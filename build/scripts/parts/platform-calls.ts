/**
 * Parts of the platform client, from the OpenAPI document: the method and resource of each operation (`createFee` is
 * `fees.create`), how a list is embedded, and the shape that each reply is read as.
 */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** The parts of an operation that its client needs. */
export interface CallSource {
  id: string;
  method: string;
  /** Media types of the successful reply with the schema of each, or null for raw bytes. */
  reply: readonly (readonly [type: string, schema: string | null])[];
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const refName = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

/** Nouns whose plural is the same. */
const uncountable = /(?:Evidence|History|Hyphenated)$/;

/** Both `SettlementQueueEntry` and `SettlementQueueEntries` become `settlementQueueEntries`. */
function resourceName(noun: string): string {
  const name = noun.charAt(0).toLowerCase() + noun.slice(1);
  if (name.endsWith('s') || uncountable.test(name)) return name;
  if (/(?:ch|sh|x)$/.test(name)) return `${name}es`;
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}

/** Resources with their methods, e.g. `{ fees: { list: 'listFees' } }`: an operation's id is a verb and a noun. */
function resourcesOf(ids: readonly string[]): Record<string, Record<string, string>> {
  const resources: Record<string, Record<string, string>> = {};
  for (const id of ids) {
    const [, verb, noun] = /^([a-z]+)([A-Z]\w*)$/.exec(id) ?? [];
    if (verb === undefined || noun === undefined) throw new Error(`${id} is not a verb and a noun, such as createFee`);
    const methods = (resources[resourceName(noun)] ??= {});
    if (methods[verb] !== undefined) throw new Error(`${id} and ${methods[verb]} would be the same method`);
    methods[verb] = id;
  }
  return resources;
}

/** Place of a list's records: the only key under `_embedded`, and the schema of a record. */
function listOf(schema: JsonObject | undefined): { key: string; item: string } | null {
  const properties = schema?.['properties'];
  if (!isObject(properties) || !('page' in properties)) return null;
  const embedded = properties['_embedded'];
  const lists = isObject(embedded) && isObject(embedded['properties']) ? Object.entries(embedded['properties']) : [];
  const [first] = lists;
  if (lists.length !== 1 || !first || !isObject(first[1])) return null;
  const items = first[1]['items'];
  const ref = isObject(items) ? items['$ref'] : undefined;
  return typeof ref === 'string' ? { key: first[0], item: refName(ref) } : null;
}

const plainShapes: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'flag',
};

/**
 * Converts a schema to the shape that a tolerant reader uses: `text`, `number`, `flag`, `any`, `@Name` of another
 * shape, `[item]`, `{ each }` of a map, `{ known }` values, `{ fields }` of a record. Required fields, bounds and
 * patterns are left out.
 */
function shapeOf(schema: JsonObject, schemas: Record<string, JsonObject>): Json {
  const ref = schema['$ref'];
  if (typeof ref === 'string') return `@${refName(ref)}`;
  const union = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf'];
  if (Array.isArray(union)) {
    const members = union.filter(isObject).filter((member) => member['type'] !== 'null');
    const [only] = members;
    if (members.length === 1 && only) return shapeOf(only, schemas);
    const fields = members.map((member) => {
      const name = member['$ref'];
      const target = typeof name === 'string' ? schemas[refName(name)] : member;
      const shape = target ? shapeOf(target, schemas) : 'any';
      return isObject(shape) && isObject(shape['fields']) ? shape['fields'] : null;
    });
    return fields.includes(null) ? 'any' : { fields: Object.assign({}, ...fields) };
  }
  const known = schema['enum'] ?? schema['x-extensible-enum'];
  const types = [schema['type'] ?? []].flat().filter((type) => type !== 'null');
  if (Array.isArray(known) && known.every((value) => value === null || typeof value === 'string'))
    return { known: known.filter((value) => value !== null) };
  const type = types.length === 1 ? types[0] : null;
  if (type === 'array') return isObject(schema['items']) ? [shapeOf(schema['items'], schemas)] : ['any'];
  if (type !== 'object') return (typeof type === 'string' ? plainShapes[type] : undefined) ?? 'any';
  const { properties, additionalProperties } = schema;
  if (!isObject(properties))
    return { each: isObject(additionalProperties) ? shapeOf(additionalProperties, schemas) : 'any' };
  const fields = Object.entries(properties).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
  return { fields: Object.fromEntries(fields.map(([name, inner]) => [name, shapeOf(inner, schemas)])) };
}

/** Names of the shapes that a shape refers to. */
function refsIn(shape: Json): string[] {
  if (typeof shape === 'string') return shape.startsWith('@') ? [shape.slice(1)] : [];
  if (Array.isArray(shape)) return shape.flatMap(refsIn);
  if (!isObject(shape)) return [];
  if ('known' in shape) return [];
  return Object.values('fields' in shape && isObject(shape['fields']) ? shape['fields'] : shape).flatMap(refsIn);
}

/** Source of generated/calls.ts. */
export function calls(banner: string, list: readonly CallSource[], schemas: Record<string, JsonObject>): string {
  const replies = list.map(({ id, method, reply }) => {
    const schema = reply.find(([, name]) => name !== null)?.[1] ?? null;
    const embedded = method === 'GET' && schema !== null ? listOf(schemas[schema]) : null;
    const types = reply.map(([type]) => type);
    return {
      id,
      item: embedded?.item ?? null,
      table: { shape: embedded?.item ?? schema, listKey: embedded?.key ?? null, types },
    };
  });
  const shapes = new Map<string, Json>();
  const open = replies.flatMap(({ table }) => (table.shape === null ? [] : [table.shape]));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const schema = schemas[name];
    if (shapes.has(name) || !schema) continue;
    const shape = shapeOf(schema, schemas);
    shapes.set(name, shape);
    open.push(...refsIn(shape));
  }
  const items = replies.flatMap(({ id, item }) => (item === null ? [] : [{ id, item }]));
  const imported = [...new Set(items.map(({ item }) => item))].sort();
  return [
    banner,
    imported.length > 0 ? `import type { ${imported.join(', ')} } from './types.ts';\n` : '',
    '/** Operations by resource and method: `createFee` is `fees.create`. */',
    `export const resources = ${JSON.stringify(resourcesOf(list.map(({ id }) => id)))} as const;\n`,
    '/** Records of the operations that list. */',
    `export interface ListItems { ${items.map(({ id, item }) => `${id}: ${item};`).join(' ')} }\n`,
    '/**',
    ' * What a reader goes by: `@Name` is another shape, `[item]` a list, `each` the values of a map, `known` the values a',
    ' * string is known to take.',
    ' */',
    "export type Shape = 'text' | 'number' | 'flag' | 'any' | `@${string}` | readonly [Shape] | { readonly each: Shape } | { readonly known: readonly string[] } | { readonly fields: Readonly<Record<string, Shape>> };\n",
    '/** How the successful reply of an operation is read: its shape (of a record, for a list), and its media types. */',
    'export interface ReplyTable { readonly shape: string | null; readonly listKey: string | null; readonly types: readonly string[] }\n',
    `export const replies: Readonly<Record<keyof typeof import('./operations.ts').operations, ReplyTable>> = {`,
    ...replies.map(({ id, table }) => `${id}: ${JSON.stringify(table)},`),
    '};\n',
    '/** Shapes of everything a reply can hold, by schema. */',
    `export const shapes: Readonly<Record<string, Shape>> = {`,
    ...[...shapes]
      .sort(([a], [b]) => a.localeCompare(b, 'en'))
      .map(([name, shape]) => `${name}: ${JSON.stringify(shape)},`),
    '};',
  ].join('\n');
}
