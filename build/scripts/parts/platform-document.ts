/** The bundled OpenAPI document, as far as the generators read it. */
import { isObject, refName, type Json, type JsonObject } from './platform-calls.ts';

export interface Named {
  value: Json;
  description: string;
}
export interface Document {
  'x-limits': Record<string, Named>;
  'x-versions': Record<string, Named>;
  'x-headers': Record<string, Named>;
  paths: Record<string, JsonObject>;
  components: { schemas: Record<string, JsonObject>; [kind: string]: Record<string, JsonObject> };
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];
export const binaryType = 'application/octet-stream';
const jsonTypes = ['application/json', 'application/hal+json'];

export function text(value: Json | undefined): string {
  if (typeof value !== 'string') throw new Error(`Expected text, got ${JSON.stringify(value)}`);
  return value;
}

/** Resolves a local $ref. */
function resolveRef(document: Document, value: Json | undefined): JsonObject {
  if (!isObject(value)) throw new Error(`Expected an object, got ${JSON.stringify(value)}`);
  const ref = value['$ref'];
  if (typeof ref !== 'string') return value;
  const [, , kind = '', name = ''] = ref.split('/');
  const target = document.components[kind]?.[name];
  if (!target) throw new Error(`${ref} is not in the document`);
  return target;
}

/** Copies a value and applies `change` to every object in it, innermost first. */
export function rewrite(value: Json, change: (node: JsonObject, key: string) => JsonObject, key = ''): Json {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, change, key));
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const [name, inner] of Object.entries(value)) copy[name] = rewrite(inner, change, name);
  return change(copy, key);
}

/** Changes `$ref`s to component schemas into `$ref`s to `#/definitions` (or `$defs`). */
export function retarget(node: JsonObject, into: string): JsonObject {
  const ref = node['$ref'];
  return typeof ref === 'string' ? { ...node, $ref: `#/${into}/${refName(ref)}` } : node;
}

export interface Operation {
  id: string;
  table: JsonObject;
  bodySchema: string | undefined;
  /** Schemas of the reply, `Uint8Array` for raw bytes; empty if it has no body. */
  replySchemas: string[];
  /** Media types of the reply with the schema of each. */
  reply: [type: string, schema: string | null][];
}

/** Media types of a body or reply each with the name of its schema, or null for raw bytes. */
function contentOf(holder: JsonObject): [type: string, schema: string | null][] {
  const content = holder['content'];
  if (!isObject(content)) return [];
  return Object.entries(content).map(([type, media]) => {
    const schema = isObject(media) ? media['schema'] : undefined;
    const ref = isObject(schema) ? schema['$ref'] : undefined;
    return [type, typeof ref === 'string' ? refName(ref) : null];
  });
}

/** Every operation, in the order of the document. */
export function readOperations(document: Document): Operation[] {
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
