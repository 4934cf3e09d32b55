/** Devices of a till over a fleet in this process, on a manual clock. */
import { applyEvent, type DevicesChange, type HostState } from '../../../../electron/contract/index.ts';
import { DeviceMatches, DeviceService } from '../../../../electron/host/devices/index.ts';
import { createLogger } from '../../../../electron/host/log/index.ts';
import { connectPlatform } from '../../../../electron/host/platform/index.ts';
import { fleetOf } from '../../../fixtures/fleet.ts';
import { ManualClock } from '../payments/world.ts';
import { StandInCable, StandInPayments, terminalView } from './support.ts';

const STEP_MS = 1_000;

/** Runs all promises that can continue. */
export const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

/** Lets time pass while answers arrive. */
export async function pass(clock: ManualClock, ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += STEP_MS) {
    await clock.advance(STEP_MS);
    await settle();
  }
}

interface Wanted {
  count: number;
  isFiltered?: boolean;
  isCabled?: boolean;
  serialNumbers?: readonly string[];
}

/** A till with ready terminals, on the test's clock. */
export function tillWith({ count, isFiltered = true, isCabled = true, serialNumbers = ['S000000'] }: Wanted) {
  const fleet = fleetOf(count, isFiltered);
  const clock = new ManualClock();
  const lines: object[] = [];
  const log = createLogger('platform', { write: (entry) => void lines.push(entry) });
  const settings = { url: 'http://127.0.0.1:1', username: 'US1', password: 'secret', merchant: 'MU1' };
  const platform = connectPlatform({
    settings,
    clock,
    random: () => 0.5,
    log,
    publish: () => undefined,
    transport: fleet.transport,
  });
  const cable = new StandInCable();
  const payments = new StandInPayments();
  let isWaiting = false;
  const changed = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => {
      isWaiting = false;
      service.cablesChanged();
    });
  };
  const matches = new DeviceMatches({ platform, clock, random: () => 0.5, log, onChange: changed });
  const changes: DevicesChange[] = [];
  let state = { devices: [], terminals: [] } as unknown as HostState;
  let publish = (change: DevicesChange): void => {
    changes.push(change);
    state = applyEvent(state, { type: 'devices', ...change });
  };
  const service = new DeviceService({
    platform,
    matches,
    terminals: cable,
    payments,
    clock,
    log,
    publish: (change) => publish(change),
  });
  cable.terminals = serialNumbers.map((serialNumber) =>
    terminalView({ id: serialNumber, serialNumber, ...(isCabled ? {} : { link: null, route: 'cloud' }) }),
  );
  platform.start();
  service.start();
  for (const { id, state: is, serialNumber } of cable.terminals) matches.terminalIs(id, is, serialNumber);
  return {
    fleet,
    clock,
    cable,
    payments,
    matches,
    service,
    changes,
    lines,
    state: () => state,
    /** Replaces the collection of published changes. */
    publishTo: (to: (change: DevicesChange) => void) => (publish = to),
    async close(): Promise<void> {
      service.close();
      matches.close();
      await platform.close();
    },
  };
}
