/** Request bodies against the OpenAPI document, as refusals that name the field. */
import { bodyValidators } from '#platform-validators';
import type { SchemaError } from '#platform-validators';
import type { OperationId } from '../../platform-api/index.ts';
import { invalidField } from '../rules/refusal.ts';
import type { Refusal } from '../rules/refusal.ts';

const validators: Readonly<Partial<Record<OperationId, (typeof bodyValidators)[keyof typeof bodyValidators]>>> =
  bodyValidators;

/** `/tags/order_id` and a missing property as `tags.order_id`. */
function fieldOf(error: SchemaError): string {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const missing = error.params['missingProperty'];
  if (typeof missing === 'string') path.push(missing);
  const unknown = error.params['additionalProperty'];
  if (typeof unknown === 'string') path.push(unknown);
  return path.join('.');
}

/** One refusal per field. Messages name the rule, never the value. */
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
