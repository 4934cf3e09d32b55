import type {
  ActionOffer,
  ActionResult,
  CheckFinding,
  CheckName,
  DeviceAction,
  DeviceMetric,
  DeviceView,
  Discovered,
  PortAsk,
} from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import { permitted } from './run.ts';
import type { TillStore } from './till-store.ts';

/** The verbs of the Terminals screen. Each rejects with a TillError whose code has a sentence in renderer/text. */
export interface DeviceCommands {
  /** Looks at every port and HID device; bounded in time by the host. */
  discover: () => Promise<Discovered[]>;
  /** Makes one check of the till; it looks and changes nothing. */
  check: (name: CheckName) => Promise<CheckFinding[]>;
  /** Keeps what a person knows of a port; gives what was found there afterwards. */
  decidePort: (address: string, ask: PortAsk) => Promise<Discovered>;
  /** Has the platform's devices read again. */
  listDevices: () => Promise<DeviceView[]>;
  getDevice: (device: string) => Promise<DeviceView>;
  offers: (device: string) => Promise<ActionOffer[]>;
  act: (request: {
    device: string;
    action: DeviceAction;
    activationCode?: string;
    idleMessage?: string;
  }) => Promise<ActionResult>;
  /** What the cable does by itself, for a terminal that may have no Device. */
  actByCable: (request: { terminal: string; action: DeviceAction; idleMessage?: string }) => Promise<ActionResult>;
  /** Ends a pairing: the terminal that is there now is taken into service. */
  forget: (terminal: string) => Promise<void>;
  metrics: (device: string, limit?: number) => Promise<DeviceMetric[]>;
}

/** Discovery opens ports one by one, and a restart is read back for up to a minute; longer than that, and a bit. */
const SLOW_CALL_TIMEOUT_MS = 90_000;

export function deviceCommands(store: TillStore, bridge: Pick<Bridge, 'call'>): DeviceCommands {
  return {
    discover: () =>
      bridge.call((client, options) => client.terminal.discover(undefined, options), SLOW_CALL_TIMEOUT_MS),
    check: (name) => bridge.call((client, options) => client.check.run({ check: name }, options), SLOW_CALL_TIMEOUT_MS),
    decidePort: (address, ask) =>
      permitted(
        store,
        bridge,
        'decide-port',
        (by) => (client, options) => client.terminal.decidePort({ address, ask, ...by }, options),
        SLOW_CALL_TIMEOUT_MS,
      ),
    listDevices: () => bridge.call((client, options) => client.device.list(undefined, options), SLOW_CALL_TIMEOUT_MS),
    getDevice: (device) => bridge.call((client, options) => client.device.get({ device }, options)),
    offers: (device) => bridge.call((client, options) => client.device.offers({ device }, options)),
    act: (request) =>
      permitted(
        store,
        bridge,
        'device-action',
        (by) => (client, options) => client.device.act({ ...request, ...by }, options),
        SLOW_CALL_TIMEOUT_MS,
      ),
    actByCable: (request) =>
      permitted(
        store,
        bridge,
        'device-action',
        (by) => (client, options) => client.terminal.act({ ...request, ...by }, options),
        SLOW_CALL_TIMEOUT_MS,
      ),
    forget: (terminal) =>
      permitted(
        store,
        bridge,
        'unpair',
        (by) => (client, options) => client.terminal.forget({ terminal, ...by }, options),
      ),
    metrics: (device, limit = 20) =>
      bridge.call((client, options) => client.device.metrics({ device, limit }, options)),
  };
}
