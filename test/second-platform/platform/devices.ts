import type { Device, Ledger, Merchant } from './ledger.ts';
import { tagsOf, textOrNull, type Body, type Payments } from './payments.ts';
import { invalid, notFound, Refusal } from './refusal.ts';
import type { Switches } from './switches.ts';
import type { Views } from './views.ts';

const always = ['ACTIVATE', 'DEACTIVATE'];
const actions: Readonly<Record<string, readonly string[]>> = {
  SERVICE_V1: [...always, 'CANCEL'],
  DUMMY_V1: [...always, 'CANCEL'],
  GATEWAY_A_V1: always,
  GATEWAY_B_V1: [...always, 'CREATE_IDLE_MESSAGE', 'REBOOT'],
};

export class Devices {
  readonly #ledger: Ledger;
  readonly #switches: Switches;
  readonly #payments: Payments;
  readonly #views: Views;

  constructor(ledger: Ledger, switches: Switches, payments: Payments, views: Views) {
    this.#ledger = ledger;
    this.#switches = switches;
    this.#payments = payments;
    this.#views = views;
  }

  /** @throws Refusal */
  create(merchantId: string, body: Body): Device {
    if (!this.#ledger.merchants.some(({ id }) => id === merchantId)) throw notFound(`Merchant ${merchantId}`);
    for (const field of ['model', 'name'])
      if (typeof body[field] !== 'string' || body[field] === '') throw invalid(field, 'It is needed.');
    const device: Device = {
      ...this.#ledger.entry('device'),
      merchant: merchantId,
      name: String(body['name']),
      model: String(body['model']),
      serialNumber: textOrNull(body['serial_number']) ?? '',
      description: typeof body['description'] === 'string' ? body['description'] : null,
      isEnabled: false,
      isOnline: !this.#switches.closedUntilEnabled,
      idleMessage: null,
      // The key in a request is `configuration`; `configuration_details` is ignored, as recorded.
      configuration: {
        prompt_receipt_confirmation: true,
        signature_threshold_amount: 10_000,
        ...(body['configuration'] as object | undefined),
      },
      tags: tagsOf(body),
      reboots: 0,
    };
    this.#ledger.devices.set(device.id, device);
    return this.#ledger.changed(device);
  }

  /** @throws Refusal 404 */
  find(id: string): Device {
    const device = this.#ledger.devices.get(id);
    if (!device) throw notFound(`Device ${id}`);
    return device;
  }

  /** Executes an action or an update, and returns the reply's resource. @throws Refusal */
  change(id: string, body: Body): object {
    const device = this.find(id);
    const action = textOrNull(body['action']);
    if (action === null) this.#update(device, body);
    else {
      const allowed = actions[this.#merchantOf(device).processor] ?? always;
      if (!allowed.includes(action)) throw invalid('action', `The gateway has no ${action}.`);
      const transfer = this.#act(device, action, body);
      if (transfer) return transfer;
    }
    return this.#views.device(this.#ledger.changed(device), false);
  }

  metrics(id: string): { id: string; createdAt: number; updatedAt: number; view: Record<string, unknown> }[] {
    const device = this.find(id);
    return [41, 62, 78].map((battery, index) => {
      const at = device.createdAt + index;
      return {
        id: `metric-${device.id.slice(-6)}-${index}`,
        createdAt: at,
        updatedAt: at,
        view: {
          created_at: new Date(at).toISOString(),
          connection: index === 0 ? 'CLOSED' : 'OPEN',
          connectivity_network_type: 'WIFI',
          connectivity_signal_strength: 'GOOD',
          battery: { percent: battery, is_charging: index === 2 },
          declined_in_the_last_hour: index,
        },
      };
    });
  }

  #merchantOf(device: Device): Merchant {
    return this.#ledger.merchants.find(({ id }) => id === device.merchant)!;
  }

  #update(device: Device, body: Body): void {
    this.#checkOnline(device);
    if (typeof body['name'] === 'string') device.name = body['name'];
    if (typeof body['description'] === 'string') device.description = body['description'];
    if (typeof body['serial_number'] === 'string') device.serialNumber = body['serial_number'];
    if (body['configuration']) Object.assign(device.configuration, body['configuration']);
    if (body['tags']) device.tags = tagsOf(body);
  }

  /** Payment that CANCEL ended, if the reply shows it; otherwise null. @throws Refusal */
  #act(device: Device, action: string, body: Body): object | null {
    if (action === 'ACTIVATE') {
      this.#checkCode(body);
      device.isEnabled = true;
      device.isOnline = true;
    } else if (action === 'DEACTIVATE') {
      device.isEnabled = false;
      if (this.#switches.closedUntilEnabled) device.isOnline = false;
    } else {
      this.#checkOnline(device);
      if (action === 'REBOOT') device.reboots += 1;
      if (action === 'CREATE_IDLE_MESSAGE') {
        if (typeof body['idle_message'] !== 'string') throw invalid('idle_message', 'It is needed.');
        device.idleMessage = body['idle_message'];
      }
      const canceled = action === 'CANCEL' ? this.#payments.cancel(device.id) : null;
      if (canceled && this.#switches.cancelReply === 'transfer')
        return 'voidState' in canceled ? this.#views.authorization(canceled) : this.#views.transfer(canceled);
    }
    return null;
  }

  #checkCode(body: Body): void {
    const wanted = this.#switches.activationCode;
    const given = body['activation_code'];
    if (wanted === null || given === wanted) return;
    if (given === undefined)
      throw invalid('activation_code', 'The gateway needs the code on the screen.', 'ACTIVATION_CODE_MISSING');
    if (given === '000000') throw invalid('activation_code', 'The code is too old.', 'ACTIVATION_CODE_EXPIRED');
    throw invalid('activation_code', 'The code is not that of this terminal.', 'ACTIVATION_CODE_INVALID');
  }

  #checkOnline(device: Device): void {
    if (device.isOnline) return;
    const status = this.#switches.deviceRefusalStatus;
    throw new Refusal(status, 'UNPROCESSABLE_ENTITY', 'The terminal is not online.', {
      failure_code: 'DEVICE_NOT_CONNECTED',
    });
  }
}
