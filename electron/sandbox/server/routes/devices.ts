import type { DeviceUpdate } from '../../../platform-api/index.ts';
import { Problem } from '../../world/problem.ts';
import { flag, text } from '../filters.ts';
import type { Handlers } from '../handlers.ts';
import {
  connectionOf,
  defaultConfiguration,
  mergeConfiguration,
  performAction,
  refuseOffline,
} from '../../rules/device-rules.ts';
import type { DeviceRecord } from '../../store/records/index.ts';
import { metricValues } from '../../store/metrics.ts';
import { newDevice } from '../../store/seeds.ts';
import type { StoredDevice } from '../../store/store.ts';
import { findMerchant } from './finders.ts';
import { cancelOnDevice } from '../../operations/payment-ways.ts';
import { representDevice } from '../../views/payments.ts';
import { resource } from './resource.ts';
import type { World } from '../../world/world.ts';

const duplicatesOf = ({ configuration }: Pick<DeviceUpdate, 'configuration'>) =>
  configuration?.check_for_duplicate_transactions === undefined
    ? {}
    : { checks_duplicates: configuration.check_for_duplicate_transactions };

/** The fields that an update changes. `configuration` is merged into the existing one. */
function changeOf(device: StoredDevice, body: DeviceUpdate): Partial<DeviceRecord> {
  return {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(body.serial_number === undefined ? {} : { serial_number: body.serial_number }),
    ...(body.tags === undefined ? {} : { tags: body.tags }),
    ...(body.configuration === undefined
      ? {}
      : { configuration: mergeConfiguration(device.configuration, body.configuration), ...duplicatesOf(body) }),
  };
}

/** Every action adds a metric, because the terminal has just communicated with the platform. */
function addMetric(world: World, device: StoredDevice): void {
  const now = world.clock.now();
  world.store.deviceMetrics.insert({
    device: device.id,
    values: metricValues(world.seed, Math.floor(now / 1000), connectionOf(device, now)),
  });
}

export function deviceHandlers(world: World) {
  const { store, clock } = world;
  const devices = resource(world, {
    name: 'devices',
    collection: store.devices,
    filters: { serial_number: text('serial_number'), enabled: flag('enabled') },
    represent: (device) => representDevice(world, device),
  });
  return {
    listDevices: (call) => devices.list(call),
    fetchDevice: ({ parameters, query, user }) => {
      const device = devices.find(user, parameters.device_id);
      return { status: 200, body: representDevice(world, device, query['include_connection'] === 'true') };
    },

    createDevice: ({ parameters, body, user }) => {
      const merchant = findMerchant(world, user, parameters.merchant_id);
      const device = store.devices.insert(
        newDevice({
          merchant: merchant.id,
          model: body.model,
          name: body.name,
          description: body.description ?? null,
          serial_number: body.serial_number ?? null,
          // `configuration_details` in a request is silently ignored (observed): only `configuration` is read.
          configuration: mergeConfiguration(defaultConfiguration, body.configuration),
          ...duplicatesOf(body),
          tags: body.tags ?? {},
        }),
      );
      return devices.created(device);
    },

    updateDevice: ({ parameters, body, user }) => {
      const device = devices.find(user, parameters.device_id);
      const { action, ...fields } = body;
      if (action === undefined) {
        const offline = refuseOffline(device, clock.now());
        if (offline) throw new Problem(offline);
        return devices.answer(store.devices.update(device, changeOf(device, fields)));
      }
      const { processor } = findMerchant(world, user, device.merchant);
      const outcome = performAction(device, processor, { ...fields, action }, clock.now());
      if ('refusal' in outcome) throw new Problem(outcome.refusal);
      const changed = store.transaction(() => {
        if (action === 'CANCEL') cancelOnDevice(world, device.id);
        const updated = store.devices.update(device, outcome.change);
        addMetric(world, updated);
        return updated;
      });
      return devices.answer(changed);
    },
  } satisfies Partial<Handlers>;
}
