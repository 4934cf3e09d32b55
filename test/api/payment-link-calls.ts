import type { PaymentLink, Transfer, TransferAttempt } from '../../electron/platform-api/index.ts';
import type { Harness } from './harness.ts';

/** A fixed amount of 75.00 USD. */
export const fixed = { amount_type: 'FIXED', total_amount: 7500, currency: 'USD' };

/** Shared requests for tests of Payment Links, on the harness of the current test. */
export function paymentLinkCalls(harness: () => Harness) {
  return {
    make: (more: object = {}) =>
      harness().client.post<PaymentLink>('/payment_links', {
        allowed_payment_methods: ['PAYMENT_CARD'],
        amount_details: fixed,
        ...more,
      }),
    read: (id: string) => harness().client.get<PaymentLink>(`/payment_links/${id}`),
    put: (id: string, body: object) => harness().client.put<PaymentLink>(`/payment_links/${id}`, body),
    attempts: (link: string) =>
      harness().client.listed<TransferAttempt>(`/transfer_attempts?entity_id=${link}`, 'transfer_attempts'),
    transfers: () => harness().client.listed<Transfer>('/transfers', 'transfers'),
  };
}
