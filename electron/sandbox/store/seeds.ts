/**
 * Creates the initial data of a sandbox: one application, one platform user, three merchants, four devices, and a day
 * of metrics.
 */
import type { Processor } from '../../platform-api/index.ts';
import { activated, defaultConfiguration } from '../rules/device-rules.ts';
import { seededDay } from './metrics.ts';
import { equals } from './collection.ts';
import { newId } from './ids.ts';
import type { RandomBytes } from './ids.ts';
import type { DeviceRecord } from './records/index.ts';
import type { Store } from './store.ts';

/** Code on the screen of every seeded or created device that asks for an activation code. */
const SEEDED_ACTIVATION_CODE = '123456';

/** A new device: still in its box, online, not in service. */
export function newDevice(
  fields: Pick<DeviceRecord, 'merchant' | 'model' | 'name'> & Partial<DeviceRecord>,
): DeviceRecord {
  return {
    description: null,
    serial_number: null,
    configuration: defaultConfiguration,
    tags: {},
    enabled: false,
    idle_message: null,
    is_online: true,
    offline_until: null,
    activation_code: SEEDED_ACTIVATION_CODE,
    versions: null,
    ...fields,
  };
}

export function seededApplication(store: Store) {
  return store.applications.first(equals('is_seeded', 1));
}

/**
 * Adds the seeded application's data other than its merchants and devices. This also updates a store from before these
 * data existed; another run changes nothing.
 */
export function completeSeeds(store: Store, random: RandomBytes): void {
  const application = seededApplication(store);
  if (!application || store.applicationProfiles.first(equals('application', application.id))) return;
  store.transaction(() => {
    const common = { application: application.id, merchant: null, tags: {} };
    const fees = store.feeProfiles.insert({ ...common, basis_points: 290, fixed_fee: 30 });
    store.applicationProfiles.insert({ ...common, fee_profile: fees.id, risk_profile: newId('RP', random) });
    for (const merchant of store.merchants.all(equals('application', application.id))) {
      const identity = store.identities.insert({
        application: application.id,
        merchant: merchant.id,
        entity: { business_name: merchant.name },
        tags: {},
      });
      const is_pci_compliant = merchant.id === application.home_merchant;
      store.merchants.update(merchant, { identity: identity.id, is_pci_compliant });
    }
  });
}

/** Fills an empty store. The counter terminal's serial number is the simulator's default. */
export function seed(store: Store, options: { seed: number; now: number }): void {
  store.transaction(() => {
    const application = store.applications.insert({
      name: 'Tillbridge training',
      home_merchant: '',
      first_user: '',
      is_seeded: true,
      enabled: true,
      processing_enabled: true,
      settlement_enabled: true,
      tags: {},
    });
    const addMerchant = (name: string, processor: Processor) =>
      store.merchants.insert({
        application: application.id,
        identity: null,
        name,
        processor,
        state: 'APPROVED',
        settlement_queue_mode: 'AUTOMATIC',
        is_pci_compliant: false,
        verification: null,
        tags: {},
      });
    const home = addMerchant('Corner Shop', 'DUMMY_V1');
    const gatewayA = addMerchant('Back Office Supplies', 'GATEWAY_A_V1');
    const gatewayB = addMerchant('Second Counter', 'GATEWAY_B_V1');
    store.applications.update(application, { home_merchant: home.id });

    // The records are one second apart, so that lists (newest first) always show them in this order.
    const devices: [name: string, serial: string, merchant: string, more?: Partial<DeviceRecord>][] = [
      ['Counter terminal', 'B61378A', home.id, { description: 'Beside the till', ...activated }],
      ['Terminal 2', 'B000002', gatewayB.id],
      ['Back office', 'B000003', gatewayA.id],
      ['Spare', 'B000004', home.id],
    ];
    const [counter] = devices.map(([name, serial_number, merchant, more], index) =>
      store.devices.insert(
        newDevice({ merchant, model: 'PAX_A920PRO', name, serial_number, ...more }),
        options.now - index * 1000,
      ),
    );
    if (!counter) throw new Error('No device was seeded');
    for (const { createdAt, values } of seededDay(options.seed, options.now)) {
      store.deviceMetrics.insert({ device: counter.id, values }, createdAt);
    }
  });
}
