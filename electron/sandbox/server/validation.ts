/** Validates request bodies against the OpenAPI document, with refusals that name the field. */
import { bodyValidators } from '#platform-validators';
import type { SchemaError } from '#platform-validators';
import type { OperationId } from '../../platform-api/index.ts';
import { invalidField } from '../rules/refusal.ts';
import type { Refusal } from '../rules/refusal.ts';
import { isUploadedFile } from '../rules/uploaded-file.ts';

const validators: Readonly<Partial<Record<OperationId, (typeof bodyValidators)[keyof typeof bodyValidators]>>> =
  bodyValidators;

function pathOf(error: SchemaError): string[] {
  return error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The field of an error: `/tags/order_id` and a missing property both become `tags.order_id`. */
function fieldOf(error: SchemaError): string {
  const path = pathOf(error);
  const missing = error.params['missingProperty'];
  if (typeof missing === 'string') path.push(missing);
  const unknown = error.params['additionalProperty'];
  if (typeof unknown === 'string') path.push(unknown);
  return path.join('.');
}

/** Maximum invalid null fields that are removed from a request. */
const MAX_NULLS = 200;

/** The object and the name of a null at a validator's path, or undefined when the path does not lead to null. */
function nullAt(
  body: unknown,
  names: readonly string[],
): { holder: Record<string, unknown>; name: string } | undefined {
  const name = names.at(-1);
  let holder = body;
  for (const one of names.slice(0, -1)) {
    if (typeof holder !== 'object' || holder === null) return undefined;
    holder = (holder as Record<string, unknown>)[one];
  }
  if (name === undefined || typeof holder !== 'object' || holder === null || Array.isArray(holder)) return undefined;
  return (holder as Record<string, unknown>)[name] === null
    ? { holder: holder as Record<string, unknown>, name }
    : undefined;
}

/**
 * The body without fields that are null although the schema forbids it, because the platform treats these as absent.
 */
export function withoutNulls(operation: OperationId, body: unknown): unknown {
  const validate = validators[operation];
  if (!validate || typeof body !== 'object' || body === null || isUploaded(body)) return body;
  let clean = body;
  for (let count = 0; count < MAX_NULLS && !validate(clean); count += 1) {
    if (clean === body) clean = structuredClone(body);
    const errors = validate.errors ?? [];
    const found = errors.map((error) => nullAt(clean, pathOf(error))).find((one) => one !== undefined);
    if (!found) break;
    delete found.holder[found.name];
  }
  return clean;
}

/** Parts of a multipart body are bytes. */
const isUploaded = (body: object): boolean =>
  Object.values(body).some((part) => part instanceof Uint8Array || isUploadedFile(part));

/** One refusal for each field. Messages name the rule, never the value. */
export function refuseBody(operation: OperationId, body: unknown): Refusal[] {
  const validate = validators[operation];
  if (!validate || validate(body)) return [];
  const byField = new Map<string, Refusal>();
  for (const error of validate.errors ?? []) {
    const name = fieldOf(error);
    if (!byField.has(name))
      byField.set(name, invalidField(name, `${name || 'The body'} ${error.message ?? 'is wrong'}.`));
  }
  return [...byField.values()];
}
