/** Decides which details of a person or business are kept. Tax ids are reduced to whether they were provided. Pure. */
import type { Entity } from '../../platform-api/index.ts';

const shownNames = [
  'business_name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'personal_address',
] as const satisfies readonly (keyof Entity)[];

/** The details that are stored and shown, merged over `before`. Tax ids and dates of birth are dropped. */
export function keptEntity(given: Entity, before: Entity = {}): Entity {
  const taken = shownNames.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]);
  const was = shownNames.filter((name) => before[name] !== undefined).map((name) => [name, before[name]]);
  const isProvided = (name: 'tax_id' | 'business_tax_id'): boolean =>
    given[name] === undefined ? before[`${name}_provided`] === true : given[name] !== null && given[name] !== '';
  return {
    ...(Object.fromEntries([...was, ...taken]) as Entity),
    tax_id_provided: isProvided('tax_id'),
    business_tax_id_provided: isProvided('business_tax_id'),
  };
}
