/** Searching for a missing terminal on other ports. */
import { expect, it } from 'vitest';
import { familySchema, TillError } from '../../../../electron/contract/index.ts';
import { Connector } from '../../../../electron/host/terminals/connector.ts';
import { ProbeLimiter } from '../../../../electron/host/terminals/probe-limiter.ts';
import { memoryPairings } from '../../../../electron/host/terminals/pairings.ts';
import { memoryDecisions, PortRules } from '../../../../electron/host/terminals/port-rules.ts';
import { PortBook } from '../../../../electron/host/terminals/ports.ts';
import { familyNamed } from '../../../../native/families/index.ts';
import type { Candidate, ConnectOptions, PortWatcher } from '../../../../native/index.ts';
import { SteppedClock } from './support.ts';

const serialPort = (name: string): Candidate => ({
  address: `serial:/dev/till-test-${name}`,
  link: 'serial',
  vendorId: null,
  productId: null,
  serialNumber: null,
  mayProbe: true,
});

it('gives a port enough time for all families without an answer, and a search for three such ports', async () => {
  const askingAllMs = familySchema.options.reduce((sum, family) => sum + familyNamed(family).identifyMs, 0);
  const clock = new SteppedClock();
  const book = new PortBook();
  const pairings = memoryPairings();
  const at = new Date(clock.now()).toISOString();
  pairings.keep({
    id: 'counter',
    isAdopted: false,
    family: 'neo2',
    model: 'VP6800',
    serialNumber: '630Z000001',
    usbSerialNumber: null,
    address: 'serial:/dev/till-test-own',
    firstSeenAt: at,
    lastSeenAt: at,
    selfTest: null,
  });
  const watcher: PortWatcher = {
    present: () => ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(serialPort),
    started: Promise.resolve(),
    onChange: () => () => undefined,
    stop: () => undefined,
  };
  const asked: (ConnectOptions['timeouts'] & { address: string })[] = [];
  const connector = new Connector({
    id: 'counter',
    address: 'serial:/dev/till-test-own',
    pairings,
    ports: book,
    probeLimiter: new ProbeLimiter(new PortRules({ neverAsk: [], onlyAsk: [] }, memoryDecisions(), book), clock),
    watcher,
    clock,
    connect: async (address, { timeouts, signal }) => {
      if (address.endsWith('own')) throw new TillError('LINK_NOT_FOUND', 'not there');
      asked.push({ address, ...timeouts });
      // A silent port takes its whole time.
      await new Promise<void>((resolve) => {
        clock.after(timeouts?.totalMs ?? 0, resolve);
        signal?.addEventListener('abort', () => resolve());
      });
      throw new TillError('TERM_SILENT', 'nobody answers');
    },
    passOn: () => false,
  });
  connector.portsChanged(watcher.present());
  const search = connector
    .connect({ signal: new AbortController().signal, onOpened: () => undefined, isWanted: () => true })
    .catch((error: unknown) => error);
  await clock.advance(600_000);
  expect(await search).toMatchObject({ code: 'LINK_NOT_FOUND' });
  expect(asked.map(({ address }) => address.at(-1))).toEqual(['a', 'b', 'c']);
  for (const { openMs, totalMs } of asked) {
    expect(totalMs).toBeGreaterThanOrEqual(askingAllMs);
    expect(openMs).toBeLessThanOrEqual(totalMs ?? 0);
  }
});
