import type { PaymentLink, Transfer, TransferAttempt } from '../../electron/platform-api/index.ts';
import type { Bench } from './harness.ts';

/** 75.00 USD. */
export const fixed = { amount_type: 'FIXED', total_amount: 7500, currency: 'USD' };

/** What tests of Payment Links ask again and again, on the bench of the test that runs. */
export function paymentLinkCalls(bench: () => Bench) {
  return {
    make: (more: object = {}) =>
      bench().client.post<PaymentLink>('/payment_links', {
        allowed_payment_methods: ['PAYMENT_CARD'],
        amount_details: fixed,
        ...more,
      }),
    read: (id: string) => bench().client.get<PaymentLink>(`/payment_links/${id}`),
    put: (id: string, body: object) => bench().client.put<PaymentLink>(`/payment_links/${id}`, body),
    attempts: (link: string) =>
      bench().client.listed<TransferAttempt>(`/transfer_attempts?entity_id=${link}`, 'transfer_attempts'),
    transfers: () => bench().client.listed<Transfer>('/transfers', 'transfers'),
  };
}
