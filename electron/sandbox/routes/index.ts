import type { Handlers, World } from '../http/handlers.ts';
import { authorizationHandlers } from './authorizations.ts';
import { deviceMetricHandlers } from './device-metrics.ts';
import { deviceHandlers } from './devices.ts';
import { merchantHandlers } from './merchants.ts';
import { transferHandlers } from './transfers.ts';

/** Every operation of the OpenAPI document. One that has no handler does not compile. */
export function allHandlers(world: World): Handlers {
  return {
    ...deviceHandlers(world),
    ...deviceMetricHandlers(world),
    ...merchantHandlers(world),
    ...authorizationHandlers(world),
    ...transferHandlers(world),
  };
}
