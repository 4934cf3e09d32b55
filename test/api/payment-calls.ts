import type { Authorization, AuthorizationList, ErrorEntry } from '../../electron/platform-api/index.ts';
import type { Answer, Harness } from './harness.ts';
import { until } from '../waiting.ts';

/** Shared requests for tests of payments on one sandbox. */
export function paymentCalls(harness: Harness) {
  const { client } = harness;
  const list = async (query = ''): Promise<Authorization[]> =>
    (await client.get<AuthorizationList>(`/authorizations?limit=100${query}`))._embedded?.authorizations ?? [];
  return {
    post: (body: unknown): Promise<Answer<Authorization>> => client.send('POST', '/authorizations', { body }),
    /** Sends a creation that must fail with this status, and returns the first error. */
    refused: (status: number, body: unknown): Promise<ErrorEntry> =>
      client.fails(status, 'POST', '/authorizations', body),
    fetchOne: (id: string) => client.get<Authorization>(`/authorizations/${id}`),
    put: (id: string, body: unknown): Promise<Answer<Authorization>> =>
      client.send('PUT', `/authorizations/${id}`, { body }),
    /** One page of a query's results. */
    list,
    /** Polls until a running request's payment is in the list. */
    async untilListed(query: string): Promise<Authorization[]> {
      return until(async () => {
        const found = await list(query);
        return found.length > 0 && found;
      }, `a record in the list ${query}`);
    },
  };
}
