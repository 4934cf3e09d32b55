/** Small functions over outcomes and readers that the platform's calls share. */
import type { ApiOutcome } from './http.ts';
import type { Json } from './read.ts';

/** A reader that takes only the record that was asked for; any other is as good as unreadable. */
export function only<T>(read: (body: Json) => T | null, isTheOne: (record: T) => boolean): (body: Json) => T | null {
  return (body) => {
    const record = read(body);
    return record !== null && isTheOne(record) ? record : null;
  };
}

/** The same outcome with another value. */
export function mapOutcome<From, To>(outcome: ApiOutcome<From>, map: (value: From) => To): ApiOutcome<To> {
  return outcome.kind === 'answered' ? { kind: 'answered', value: map(outcome.value) } : outcome;
}
