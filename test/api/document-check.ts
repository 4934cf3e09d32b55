/** Checks replies against the OpenAPI document with a library, independently of the code generated from it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

export const documentPath = resolve(import.meta.dirname, '../../electron/platform-api/openapi.yaml');

type Tree = Record<string, unknown>;
const tree = (value: unknown) => value as Tree;

export const document = tree(parse(readFileSync(documentPath, 'utf8'), { merge: true }));

/** Follows one local $ref. */
export function resolved(value: unknown): Tree {
  const ref = tree(value)['$ref'];
  if (typeof ref !== 'string') return tree(value);
  return ref
    .split('/')
    .slice(1)
    .reduce((node, key) => tree(node[key]), document);
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema({ $id: 'document', components: document['components'] });
const validators = new Map<string, ValidateFunction>();

function validatorFor(ref: string): ValidateFunction {
  const known = validators.get(ref) ?? ajv.compile({ $ref: `document${ref}` });
  validators.set(ref, known);
  return known;
}

const patterns = Object.keys(tree(document['paths']))
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  // A fixed segment has priority over a parameter in its place.
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length);

function operationAt(method: string, target: string): Tree | null {
  const path = target.split('?')[0] ?? '';
  const methods = patterns
    .filter(({ pattern }) => pattern.test(path))
    .map((known) => tree(document['paths'])[known.path])
    .map((item) => tree(item)[method.toLowerCase()]);
  const found = methods.find((operation) => operation !== undefined);
  return found === undefined ? null : tree(found);
}

/** Id of the operation of a request, or null when the document has none. */
export function operationIdOf(method: string, target: string): string | null {
  const id = operationAt(method, target)?.['operationId'];
  return typeof id === 'string' ? id : null;
}

const jsonTypes = ['application/hal+json', 'application/json'];

/** A body, read as JSON if the content type is JSON, otherwise as bytes. */
export function parsed(contentType: string | null, bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  if (!jsonTypes.includes(contentType ?? '')) return bytes;
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Violations of the document by a reply; empty when there are none.
 * @param body parsed JSON, bytes of another kind of file, or undefined for none
 */
export function violations(method: string, path: string, status: number, headers: Headers, body: unknown): string[] {
  // Paths and methods outside the document must still answer with its error envelope.
  const responses = tree(
    operationAt(method, path)?.['responses'] ?? { default: { $ref: '#/components/responses/Failure' } },
  );
  const response = resolved(responses[String(status)] ?? responses['default']);
  const found: string[] = [];
  if (String(status).startsWith('2') && !(String(status) in responses)) found.push(`undocumented status ${status}`);
  if (!headers.get('x-request-id')) found.push('no x-request-id');
  if (!headers.get('date')) found.push('no date');
  // The caller is unknown if the credentials, or the path itself, could not be read.
  const isNameless = status === 401 || (status === 400 && !isDecodable(path));
  if (!isNameless && !headers.get('service-apiuser-role')) found.push('no service-apiuser-role');
  if (status === 201 && !headers.get('location') && 'location' in tree(response['headers'] ?? {}))
    found.push('no location');
  return [...found, ...contentViolations(tree(response['content'] ?? {}), headers.get('content-type'), body)];
}

function contentViolations(content: Tree, type: string | null, body: unknown): string[] {
  if (Object.keys(content).length === 0) return body === undefined ? [] : ['a body where none is documented'];
  const [bare] = (type ?? '').split(';');
  const isJson = jsonTypes.includes(bare ?? '');
  const [, media] =
    Object.entries(content).find(([name]) => name === bare || (isJson && jsonTypes.includes(name))) ??
    (isJson ? [] : (Object.entries(content).find(([name]) => name === 'application/octet-stream') ?? []));
  if (media === undefined) return [`content type ${type}, not ${Object.keys(content).join(' or ')}`];
  const schema = tree(tree(media)['schema'] ?? {});
  if (typeof schema['$ref'] !== 'string') return body instanceof Uint8Array || body === undefined ? [] : ['no bytes'];
  const validate = validatorFor(schema['$ref']);
  if (validate(body)) return [];
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}
