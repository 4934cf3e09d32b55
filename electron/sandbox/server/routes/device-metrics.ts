import { connectivityNetworkTypeValues, deviceConnectionValues } from '../../../platform-api/index.ts';
import { createdFilters, oneOf, text } from '../filters.ts';
import type { Handlers } from '../handlers.ts';
import { answerList } from '../lists.ts';
import { equals } from '../../store/collection.ts';
import { findDevice } from './finders.ts';
import { representDeviceMetric } from '../../views/payments.ts';
import type { World } from '../../world/world.ts';

const filters = {
  ...createdFilters,
  connection: oneOf('values.connection', deviceConnectionValues),
  connectivity_network_type: oneOf('values.connectivity_network_type', connectivityNetworkTypeValues),
  connectivity_signal_strength: text('values.connectivity_signal_strength'),
};

export function deviceMetricHandlers(world: World) {
  return {
    listDeviceMetrics: (call) => {
      const device = findDevice(world, call.user, call.parameters.device_id);
      return answerList(world, call, {
        name: 'device_metrics',
        collection: world.store.deviceMetrics,
        filters,
        hasTags: false,
        conditions: [equals('device', device.id)],
        represent: (metric) => representDeviceMetric(world, metric),
      });
    },
  } satisfies Partial<Handlers>;
}
