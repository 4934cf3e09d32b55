/**
 * Supervision in a whole host on a real simulator: pairing kept across a restart, unknown terminals refused, traces,
 * offers, actions.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { composeHost, type Host } from '../../../../electron/host/index.ts';
import { hostConfig } from '../host-config.ts';
import { atEnd, polling, simulator } from './real.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-host-'));
  // Runs after the host, which keeps its files open.
  atEnd(async () => rmSync(dataDir, { recursive: true, force: true }));
});

async function host(address: string): Promise<Host> {
  const made = await composeHost(
    hostConfig(dataDir, {
      terminals: [{ address, isPractice: false }],
      supervision: { adopts: false, selfTestAt: '06:00', traceDir: join(dataDir, 'traces') },
    }),
  );
  atEnd(() => made.close());
  return made;
}
const shown = (one: Host) => one.state().terminals[0];

describe('a pairing in the host', () => {
  it('stays after a restart; another terminal there is refused until it is taken into service', async () => {
    const terminal = await simulator({ tcp: 0 }, 'B000001');
    const { address } = terminal;
    const first = await host(address);
    await expect.poll(() => shown(first)?.state, polling).toBe('ready');
    // The first start of a day runs the self-test.
    await expect.poll(() => shown(first)?.selfTest?.isOk, polling).toBe(true);
    expect(shown(first)?.selfTest?.checks.map(({ what }) => what)).toEqual(['cable', 'health']);
    // The terminal's own actions work without a platform.
    await expect(first.client.terminal.act({ terminal: address, action: 'DEACTIVATE' })).rejects.toMatchObject({
      data: { code: 'TERM_UNSUPPORTED' },
    });
    await first.client.terminal.act({ terminal: address, action: 'CREATE_IDLE_MESSAGE', idleMessage: 'Hello' });
    expect(terminal.terminal.face.display.join(' ')).toContain('Hello');
    expect(await first.client.terminal.act({ terminal: address, action: 'REBOOT' })).toMatchObject({
      route: 'cable',
      readBack: { kind: 'restarted', seenBy: 'cable', tookMs: expect.any(Number) as number },
    });
    await first.close();
    await terminal.close();
    const trace = join(dataDir, 'traces', readdirSync(join(dataDir, 'traces'))[0] ?? '');
    expect(readFileSync(trace, 'utf8')).toMatch(/^# tillbridge trace 1: family mms, link tcp\n/);
    expect(existsSync(join(dataDir, 'pairings.json'))).toBe(true);

    await simulator({ tcp: Number(address.split(':').at(-1)) }, 'B000002');
    const second = await host(address);
    await expect.poll(() => shown(second)?.failure?.code, polling).toBe('TERM_OTHER');
    const sale = { id: 'A-00000001', amountMinor: 1234, currency: 'USD', terminal: address };
    await expect(second.client.payment.start(sale)).rejects.toMatchObject({ data: { code: 'TERM_OTHER' } });
    expect(second.state().attempts).toEqual([]);
    await second.client.terminal.forget({ terminal: address });
    await expect.poll(() => shown(second), polling).toMatchObject({ state: 'ready', serialNumber: 'B000002' });
    await expect(second.client.terminal.forget({ terminal: 'nobody' })).rejects.toMatchObject({
      data: { code: 'TERM_NOT_FOUND' },
    });
  }, 180_000);
});
