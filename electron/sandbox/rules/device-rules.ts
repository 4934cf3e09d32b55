/** Decides which actions a Device allows, by its processor and its state. Pure: time and state are parameters. */
import { actionsByProcessor } from '../../contract/index.ts';
import type { DeviceConfiguration, DeviceConnection, DeviceUpdate, Processor } from '../../platform-api/index.ts';
import { invalidField, unprocessable } from './refusal.ts';
import type { Refusal } from './refusal.ts';

/** Times in milliseconds since 1970. */
export interface DeviceFacts {
  enabled: boolean;
  idle_message: string | null;
  is_online: boolean;
  /** End of a restart, or null when the Device is not restarting. */
  offline_until: number | null;
  /** Code on the Device's screen before activation (GATEWAY_B_V1). */
  activation_code: string;
  versions: DeviceVersions | null;
}

/** Versions, known after activation. */
interface DeviceVersions {
  android_version: string;
  firmware_version: string;
  payment_app_version: string;
}

/** Time that a REBOOT keeps a Device offline. */
export const REBOOT_MS = 3_000;

/** Only Gateway B asks for the code on the terminal's screen. */
const processorWithActivationCode = 'GATEWAY_B_V1';

/** Changes that ACTIVATE makes to a Device: it is in service, and its versions are known. */
export const activated: Pick<DeviceFacts, 'enabled' | 'versions'> = {
  enabled: true,
  versions: { android_version: '10', firmware_version: 'PayDroid_10.0.0_Sandbox', payment_app_version: '5.5.0' },
};

/** Settings of a new Device (defaults recorded from real traffic). */
export const defaultConfiguration: DeviceConfiguration = {
  allow_debit: true,
  bypass_device_on_capture: true,
  check_for_duplicate_transactions: true,
  prompt_amount_confirmation: true,
  prompt_manual_entry: false,
  prompt_for_signature: 'NEVER',
  prompt_signature: 'NEVER',
  signature_threshold_amount: 10_000,
  prompt_receipt_confirmation: true,
  display_tip_on_receipt: false,
  prompt_tip_on_screen: false,
  tipping_details: null,
  allow_standalone_sales: false,
  allow_standalone_authorizations: false,
  allow_standalone_refunds: false,
  surcharge_basis_points: null,
  automatic_receipt_delivery_methods: null,
  available_receipt_methods: null,
  idle_message: null,
  idle_image_file_id: null,
};

/** The merged settings. Unknown keys are dropped silently, as on the platform. */
export function mergeConfiguration(current: DeviceConfiguration, asked: DeviceConfiguration = {}): DeviceConfiguration {
  const known = Object.entries(asked).filter(([key]) => Object.hasOwn(defaultConfiguration, key));
  const merged = { ...current, ...Object.fromEntries(known) };
  // The setting has two names; if both are given, the newer name decides.
  const signature = asked.prompt_for_signature ?? asked.prompt_signature ?? merged.prompt_for_signature ?? 'NEVER';
  return { ...merged, prompt_for_signature: signature, prompt_signature: signature };
}

export function connectionOf(device: DeviceFacts, now: number): DeviceConnection {
  return device.is_online && (device.offline_until === null || now >= device.offline_until) ? 'OPEN' : 'CLOSED';
}

/** Every PUT needs the terminal online (specification, "Compliance Forms and Devices"). */
export function refuseOffline(device: DeviceFacts, now: number): Refusal | null {
  return connectionOf(device, now) === 'OPEN' ? null : unprocessable('The device is offline.', 'DEVICE_NOT_CONNECTED');
}

export type ActionOutcome = { change: Partial<DeviceFacts> } | { refusal: Refusal };

/**
 * Changes that an action makes. ACTIVATE and DEACTIVATE may be repeated; the other actions need an enabled Device.
 * CANCEL changes no field: the caller ends the payment that is running on the Device.
 */
export function performAction(
  device: DeviceFacts,
  processor: Processor,
  request: DeviceUpdate & { action: NonNullable<DeviceUpdate['action']> },
  now: number,
): ActionOutcome {
  const { action } = request;
  if (!(actionsByProcessor[processor] ?? []).includes(action)) {
    return {
      refusal: unprocessable(`${processor} does not do ${action}.`, 'ACTION_NOT_SUPPORTED', { field: 'action' }),
    };
  }
  const offline = refuseOffline(device, now);
  if (offline) return { refusal: offline };
  if (action === 'ACTIVATE') {
    if (processor === processorWithActivationCode && request.activation_code !== device.activation_code) {
      const message =
        request.activation_code === undefined
          ? `${processor} needs the activation code on the terminal's screen.`
          : 'That is not the activation code on the terminal.';
      return { refusal: invalidField('activation_code', message, 'ACTIVATION_CODE_INVALID') };
    }
    return { change: activated };
  }
  if (action === 'DEACTIVATE') return { change: { enabled: false } };
  if (!device.enabled) return { refusal: unprocessable('The device is not enabled.', 'DEVICE_NOT_ENABLED') };
  switch (action) {
    case 'CANCEL':
      return { change: {} };
    case 'REBOOT':
      return { change: { offline_until: now + REBOOT_MS } };
    case 'CREATE_IDLE_MESSAGE':
      if (request.idle_message === undefined) {
        return { refusal: invalidField('idle_message', 'CREATE_IDLE_MESSAGE needs an idle_message.') };
      }
      return { change: { idle_message: request.idle_message } };
  }
}
