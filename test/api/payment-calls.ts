import type { Authorization, AuthorizationList, ErrorEntry } from '../../electron/platform-api/index.ts';
import type { Answer, Harness } from './harness.ts';
import { until } from '../waiting.ts';

/** What tests of payments ask again and again, on one sandbox. */
export function paymentCalls(harness: Harness) {
  const { client } = harness;
  const list = async (query = ''): Promise<Authorization[]> =>
    (await client.get<AuthorizationList>(`/authorizations?limit=100${query}`))._embedded?.authorizations ?? [];
  return {
    post: (body: unknown): Promise<Answer<Authorization>> => client.send('POST', '/authorizations', { body }),
    /** The first error of a creation that must fail with this status. */
    refused: (status: number, body: unknown): Promise<ErrorEntry> =>
      client.fails(status, 'POST', '/authorizations', body),
    fetchOne: (id: string) => client.get<Authorization>(`/authorizations/${id}`),
    put: (id: string, body: unknown): Promise<Answer<Authorization>> =>
      client.send('PUT', `/authorizations/${id}`, { body }),
    /** One page of all that a query matches. */
    list,
    /** Asks until a request that is still in flight shows up in the list. */
    async untilListed(query: string): Promise<Authorization[]> {
      return until(async () => {
        const found = await list(query);
        return found.length > 0 && found;
      }, `a record in the list ${query}`);
    },
  };
}
