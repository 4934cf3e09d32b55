import type { Handlers, World } from '../http/handlers.ts';
import { applicationHandlers } from './applications.ts';
import { authorizationHandlers } from './authorizations.ts';
import { balanceHandlers } from './balances.ts';
import { deviceMetricHandlers } from './device-metrics.ts';
import { deviceHandlers } from './devices.ts';
import { feeHandlers } from './fees.ts';
import { merchantHandlers } from './merchants.ts';
import { paymentInstrumentHandlers } from './payment-instruments.ts';
import { settlementHandlers } from './settlements.ts';
import { transferHandlers } from './transfers.ts';
import { userHandlers } from './users.ts';
import { verificationHandlers } from './verifications.ts';

/** Every operation of the OpenAPI document. One that has no handler does not compile. */
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
  };
}
