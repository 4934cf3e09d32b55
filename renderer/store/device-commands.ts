import type { CheckName, DeviceAction, PortAsk } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import { permitted } from './run.ts';
import type { TillStore } from './till-store.ts';

export type DeviceCommands = ReturnType<typeof deviceCommands>;

/** Discovery opens ports one by one, and a restart is read back for up to a minute; longer than that, and a bit. */
const SLOW_CALL_TIMEOUT_MS = 90_000;

/** The verbs of the Terminals screen. Each rejects with a TillError whose code has a sentence in renderer/text. */
export function deviceCommands(store: TillStore, bridge: Pick<Bridge, 'call'>) {
  return {
    /** Looks at every port and HID device; bounded in time by the host. */
    discover: () =>
      bridge.call((client, options) => client.terminal.discover(undefined, options), SLOW_CALL_TIMEOUT_MS),
    /** Makes one check of the till; it looks and changes nothing. */
    check: (name: CheckName) =>
      bridge.call((client, options) => client.check.run({ check: name }, options), SLOW_CALL_TIMEOUT_MS),
    /** Keeps what a person knows of a port; gives what was found there afterwards. */
    decidePort: (address: string, ask: PortAsk) =>
      permitted(
        store,
        bridge,
        'decide-port',
        (by) => (client, options) => client.terminal.decidePort({ address, ask, ...by }, options),
        SLOW_CALL_TIMEOUT_MS,
      ),
    /** Has the platform's devices read again. */
    listDevices: () =>
      bridge.call((client, options) => client.device.list({ limit: 1 }, options), SLOW_CALL_TIMEOUT_MS),
    /** Among those that the host knows and this window has not. */
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
    /** What the cable does by itself, for a terminal that may have no Device. */
    actByCable: (request: { terminal: string; action: DeviceAction; idleMessage?: string }) =>
      permitted(
        store,
        bridge,
        'device-action',
        (by) => (client, options) => client.terminal.act({ ...request, ...by }, options),
        SLOW_CALL_TIMEOUT_MS,
      ),
    /** Ends a pairing: the terminal that is there now is taken into service. */
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
