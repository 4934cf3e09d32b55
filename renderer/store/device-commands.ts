import type { CheckName, DeviceAction, PortAsk } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import { permitted } from './run.ts';
import type { TillStore } from './till-store.ts';

export type DeviceCommands = ReturnType<typeof deviceCommands>;

/** Longer than the host's own limits: discovery probes port by port, and a restart takes up to a minute to confirm. */
const SLOW_CALL_TIMEOUT_MS = 90_000;

/** Commands of the Terminals screen. Each rejects with a TillError whose code has a text in renderer/text. */
export function deviceCommands(store: TillStore, bridge: Pick<Bridge, 'call'>) {
  return {
    /** Probes every port and HID device; the host limits the time. */
    discover: () =>
      bridge.call((client, options) => client.terminal.discover(undefined, options), SLOW_CALL_TIMEOUT_MS),
    /** Runs one check of the till. It changes nothing. */
    check: (name: CheckName) =>
      bridge.call((client, options) => client.check.run({ check: name }, options), SLOW_CALL_TIMEOUT_MS),
    /** Stores a decision about a port. Resolves to the result of probing the port afterwards. */
    decidePort: (address: string, ask: PortAsk) =>
      permitted(
        store,
        bridge,
        'decide-port',
        (by) => (client, options) => client.terminal.decidePort({ address, ask, ...by }, options),
        SLOW_CALL_TIMEOUT_MS,
      ),
    /** Makes the host read the platform's Devices again. */
    listDevices: () =>
      bridge.call((client, options) => client.device.list({ limit: 1 }, options), SLOW_CALL_TIMEOUT_MS),
    /** Searches all Devices on the host, including those that are not in the mirror. */
    findDevices: (text: string) => bridge.call((client, options) => client.device.find({ text }, options)),
    getDevice: (device: string) => bridge.call((client, options) => client.device.get({ device }, options)),
    offers: (device: string) => bridge.call((client, options) => client.device.offers({ device }, options)),
    act: (request: { device: string; action: DeviceAction; activationCode?: string; idleMessage?: string }) =>
      permitted(
        store,
        bridge,
        'device-action',
        (by) => (client, options) => client.device.act({ ...request, ...by }, options),
        SLOW_CALL_TIMEOUT_MS,
      ),
    /** Runs an action over the cable, without the platform, for a terminal that may lack a Device. */
    actByCable: (request: { terminal: string; action: DeviceAction; idleMessage?: string }) =>
      permitted(
        store,
        bridge,
        'device-action',
        (by) => (client, options) => client.terminal.act({ ...request, ...by }, options),
        SLOW_CALL_TIMEOUT_MS,
      ),
    /** Ends the pairing of a replaced terminal: the terminal that is now connected takes its place. */
    forget: (terminal: string) =>
      permitted(
        store,
        bridge,
        'unpair',
        (by) => (client, options) => client.terminal.forget({ terminal, ...by }, options),
      ),
    metrics: (device: string, limit = 20) =>
      bridge.call((client, options) => client.device.metrics({ device, limit }, options)),
  };
}
