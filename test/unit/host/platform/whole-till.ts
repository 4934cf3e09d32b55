/** The real engine, journal and client in front of the sandbox. The platform drives the terminal (cloud route). */
import { sameCardWithinMsOf } from '../../../../electron/contract/index.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '../../../../electron/host/journal/index.ts';
import { createLogger } from '../../../../electron/host/log/index.ts';
import type { Clock } from '../../../../electron/domain/index.ts';
import { PaymentEngine } from '../../../../electron/host/payments/index.ts';
import { DeviceMatches } from '../../../../electron/host/devices/index.ts';
import { connectPlatform, type Platform } from '../../../../electron/host/platform/index.ts';
import type { SandboxLogEntry } from '../../../../electron/sandbox/index.ts';
import { Harness } from '../../../api/harness.ts';
import { FakeTerminal } from '../payments/world.ts';

export interface WholeTill {
  harness: Harness;
  engine: PaymentEngine;
  platform: Platform;
  /** All requests to the sandbox. */
  requests: SandboxLogEntry[];
  close(): Promise<void>;
}

/** `clock` is the till's; the sandbox has its own. */
export async function startTill(clock: Clock): Promise<WholeTill> {
  const requests: SandboxLogEntry[] = [];
  const harness = await Harness.start({ log: (entry) => void requests.push(entry) });
  const { url, username, password, merchant } = harness.sandbox;
  const platform = connectPlatform({
    settings: { url, username, password, merchant },
    till: 'Till 7',
    clock,
    random: () => 0.5,
    log: createLogger('platform', { write: () => undefined }),
    publish: () => undefined,
  });
  const log = createLogger('devices', { write: () => undefined });
  const devices = new DeviceMatches({ platform, clock, random: () => 0.5, log, onChange: () => undefined });
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-whole-'));
  const journal = openJournal({ path: join(folder, 'journal.sqlite'), clean: (text) => text });
  const engine = new PaymentEngine({
    sameCardWithinMs: sameCardWithinMsOf({}),
    journal,
    terminals: new FakeTerminal(),
    platform: platform.payments,
    devices,
    clock,
    random: () => 0.5,
    publish: () => undefined,
    publishUnmatched: () => undefined,
    onJournal: () => undefined,
    log: () => undefined,
  });
  await devices.known('B61378A'); // a terminal is ready before it is charged
  return {
    harness,
    engine,
    platform,
    requests,
    async close() {
      engine.close();
      devices.close();
      journal.close();
      await platform.close();
      await harness.sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
