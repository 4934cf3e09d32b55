/** Checks replies against the OpenAPI document with a library, not with the code generated from it. */
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

const patterns = Object.keys(tree(document['paths'])).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** What is wrong with a reply, by the document; empty when it is as documented. */
export function violations(method: string, path: string, status: number, headers: Headers, body: unknown): string[] {
  const known = patterns.find(({ pattern }) => pattern.test(path.split('?')[0] ?? ''));
  const operation = known && tree(tree(tree(document['paths'])[known.path])[method.toLowerCase()] ?? {});
  // Paths and methods outside the document still answer with its error envelope.
  const responses = tree(operation?.['responses'] ?? { default: { $ref: '#/components/responses/Failure' } });
  const response = resolved(responses[String(status)] ?? responses['default']);
  const found: string[] = [];
  if (String(status).startsWith('2') && !(String(status) in responses)) found.push(`undocumented status ${status}`);
  const [type, media] = Object.entries(tree(response['content']))[0] ?? ['', {}];
  if (headers.get('content-type') !== type) found.push(`content type ${headers.get('content-type')}, not ${type}`);
  if (!headers.get('x-request-id')) found.push('no x-request-id');
  if (!headers.get('date')) found.push('no date');
  if (status !== 401 && !headers.get('service-apiuser-role')) found.push('no service-apiuser-role');
  if (status === 201 && !headers.get('location')) found.push('no location');
  const validate = validatorFor(String(tree(tree(media)['schema'])['$ref']));
  if (!validate(body)) {
    found.push(...(validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`));
  }
  return found;
}
