import type { Handlers } from '../handlers.ts';
import { applicationHandlers } from './applications.ts';
import { authorizationHandlers } from './authorizations.ts';
import { balanceHandlers } from './balances.ts';
import { complianceFormHandlers } from './compliance-forms.ts';
import { deviceMetricHandlers } from './device-metrics.ts';
import { deviceHandlers } from './devices.ts';
import { disputeHandlers } from './disputes.ts';
import { feeHandlers } from './fees.ts';
import { fileHandlers } from './files.ts';
import { instrumentUpdateHandlers } from './instrument-updates.ts';
import { merchantHandlers } from './merchants.ts';
import { paymentInstrumentHandlers } from './payment-instruments.ts';
import { paymentLinkHandlers } from './payment-links.ts';
import { receiptHandlers } from './receipts.ts';
import { settlementHandlers } from './settlements.ts';
import { subscriptionLinkHandlers } from './subscription-links.ts';
import { subscriptionPlanHandlers } from './subscription-plans.ts';
import { subscriptionHandlers } from './subscriptions.ts';
import { transferHandlers } from './transfers.ts';
import { userHandlers } from './users.ts';
import { verificationHandlers } from './verifications.ts';
import { webhookHandlers } from './webhooks.ts';
import type { World } from '../../world/world.ts';

/** Handlers of every operation in the OpenAPI document. A missing handler is a compile error. */
export function allHandlers(world: World): Handlers {
  return {
    ...applicationHandlers(world),
    ...userHandlers(world),
    ...paymentInstrumentHandlers(world),
    ...verificationHandlers(world),
    ...deviceHandlers(world),
    ...deviceMetricHandlers(world),
    ...merchantHandlers(world),
    ...authorizationHandlers(world),
    ...transferHandlers(world),
    ...feeHandlers(world),
    ...settlementHandlers(world),
    ...balanceHandlers(world),
    ...fileHandlers(world),
    ...paymentLinkHandlers(world),
    ...receiptHandlers(world),
    ...complianceFormHandlers(world),
    ...subscriptionHandlers(world),
    ...subscriptionPlanHandlers(world),
    ...subscriptionLinkHandlers(world),
    ...disputeHandlers(world),
    ...instrumentUpdateHandlers(world),
    ...webhookHandlers(world),
  };
}
