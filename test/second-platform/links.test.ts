/**
 * Payment links on a platform that was written from the specification alone: created, paid, closed, refunded.
 * @module-tag ci-only
 */
import { mkdirSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { composeHost, type Host } from '../../electron/host/index.ts';
import { hostConfig } from '../unit/host/host-config.ts';
import type { Link } from './platform/ledger.ts';
import { moved, names, Till } from './till.ts';

// The time limit allows several processes in sequence on a busy computer.
vi.setConfig({ testTimeout: 180_000 });

const timeout = 600_000;

/** The host of the till's folder, because links are created on screens and have no command. */
async function withHost(till: Till, act: (host: Host) => Promise<void>): Promise<void> {
  mkdirSync(till.data, { recursive: true });
  const { url, username, password } = till.platform;
  const platform = { url, username, password, merchant: till.platform.merchant() };
  const host = await composeHost(hostConfig(till.data, { platform }));
  try {
    await act(host);
  } finally {
    await host.close();
  }
}

test.concurrent.each(names)(
  'a link is created, paid and refunded, and a second link is closed: %s',
  { timeout },
  async (name) => {
    await using till = await Till.open(name);
    const { platform } = till;
    const links = (): Link[] => [...platform.ledger.links.values()];
    await withHost(till, async (host) => {
      const state = (id: string) => host.state().payLinks?.find((link) => link.id === id)?.state;
      const open = async (id: string, order: string, amountMinor: number): Promise<Link> => {
        await host.client.link.open({ id, amountMinor, currency: 'USD', order });
        await expect.poll(() => state(id), { timeout: 60_000 }).toBe('open');
        return links().find((link) => link.amount === amountMinor)!;
      };
      const paid = await open('link-paid', 'by-link', 4260);
      platform.links.pay(paid.id);
      await host.client.link.poll({ link: 'link-paid' });
      await expect.poll(() => state('link-paid'), { timeout: 60_000 }).toBe('paid');

      const closed = await open('link-closed', 'never', 5000);
      await host.client.link.close({ link: 'link-closed' });
      await expect.poll(() => state('link-closed'), { timeout: 60_000 }).toBe('closed');
      expect(closed.state).toBe('DEACTIVATED');
      expect(() => platform.links.pay(closed.id)).toThrow('DEACTIVATED');
    });
    const words = ['reverse', 'link-paid', '--amount', '10', '--operator', 'Ana', '--reason', 'returned'];
    expect(await till.run(words)).toMatchObject({ code: 0, told: { reversedMinor: 1000 } });
    expect(till.sums('by-link')).toMatchObject(moved({ taken: 4260, givenBack: 1000, charges: 1 }));
    expect(links()).toHaveLength(2);
    expect(platform.ledger.total()).toMatchObject(moved({ taken: 4260, givenBack: 1000, charges: 1 }));
    await till.dayAgrees();
  },
);
