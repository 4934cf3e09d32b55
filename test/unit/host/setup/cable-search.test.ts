/** A cable search reports results as they come, and never waits for a silent port. */
import { expect, test } from 'vitest';
import type { Discovered } from '../../../../electron/contract/index.ts';
import { CableSearch, type ListedDevice, type SearchCallbacks } from '../../../../electron/host/setup/cable-search.ts';
import { systemClock } from '../../../../electron/domain/index.ts';

const port = (address: string, verdict: Discovered['verdict'] = 'terminal'): Discovered => ({
  address,
  link: 'serial',
  vendorId: null,
  productId: null,
  serialNumber: null,
  verdict,
  family: null,
  model: null,
  firmware: null,
  failure: null,
  tookMs: 1,
});
const [terminal, silent] = [port('serial:/dev/a'), port('serial:/dev/b', 'stranger')];

/** Shortens the wait for a new result. */
const soon = { ...systemClock, after: (_ms: number, task: () => void) => systemClock.after(20, task) };

/** Searches whose ports answer at the test's command. */
class Cables {
  readonly searches: { watched: SearchCallbacks; end: (found: Discovered[]) => void }[] = [];
  readonly listed = Promise.withResolvers<ListedDevice[]>();
  readonly cableSearch = new CableSearch(
    (watched) => {
      const { promise, resolve } = Promise.withResolvers<Discovered[]>();
      this.searches.push({ watched, end: resolve });
      watched.signal.addEventListener('abort', () => resolve([]));
      watched.onListed(2);
      return promise;
    },
    () => this.listed.promise,
    soon,
  );

  get last() {
    const last = this.searches.at(-1);
    if (!last) throw new Error('No look runs');
    return last;
  }
}

test('a terminal is reported at once, while another port and the platform stay silent', async () => {
  const cables = new Cables();
  const seen = cables.cableSearch.next();
  cables.last.watched.onFound(terminal);
  expect(await seen).toMatchObject({ found: [terminal], isSearching: true, searchedPorts: 1, ports: 2, devices: null });
  // If there is no new result, the answer still comes, and the same search continues.
  expect(await cables.cableSearch.next()).toMatchObject({ found: [terminal], isSearching: true });
  expect(cables.searches).toHaveLength(1);
  const next = cables.cableSearch.next();
  cables.listed.resolve([{ serialNumber: 'B1', name: null }]);
  expect(await next).toMatchObject({ devices: [{ serialNumber: 'B1' }], isSearching: true });
  const over = cables.cableSearch.next();
  cables.last.watched.onFound(silent);
  await over;
  cables.last.end([terminal, silent]);
  await new Promise((done) => setImmediate(done));
  // The next search keeps the last results until it reaches the same port.
  const again = cables.cableSearch.next();
  expect(cables.searches).toHaveLength(2);
  cables.last.watched.onFound(silent);
  expect(await again).toMatchObject({ found: [silent, terminal], searchedPorts: 1 });
});

test('a port is released before it is tried, and no search uses it until then', async () => {
  const cables = new Cables();
  const seen = cables.cableSearch.next();
  cables.last.watched.onFound(terminal);
  await seen;
  const { signal } = cables.last.watched;
  let during: unknown;
  await cables.cableSearch.without(async () => {
    expect(signal.aborted).toBe(true);
    during = await cables.cableSearch.next();
    expect(cables.searches).toHaveLength(1);
  });
  expect(during).toMatchObject({ isSearching: true, found: [] });
  void cables.cableSearch.next();
  expect(cables.searches).toHaveLength(2);
});

test('unavailable Devices are reported with the reason next to the results', async () => {
  const cables = new Cables();
  const seen = cables.cableSearch.next();
  cables.listed.reject(new Error('away'));
  expect(await seen).toMatchObject({ devices: null, failure: { message: 'away' }, isSearching: true });
});
