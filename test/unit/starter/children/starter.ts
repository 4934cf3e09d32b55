/** Starter in a separate process, to be killed: prints the pids of the processes that it started. */
import { join } from 'node:path';
import { launchStack, nodeForker } from '../../../../electron/starter/index.ts';

const pids: (number | undefined)[] = [];
const fork = nodeForker({ env: process.env });
const here = import.meta.dirname;
const till = { name: 'T', shop: 'S', currency: 'USD', locale: 'en', maxAmountMinor: 100, cardTimeoutMs: 60_000 };
const stack = launchStack(
  {
    dataDir: process.env['TEST_DATA'] ?? '',
    version: '0',
    isKiosk: false,
    settings: { mode: 'training', till, platform: null, terminals: [] },
    localSocket: false,
  },
  {
    fork: (request) => {
      const child = fork(request);
      pids.push(child.pid);
      return child;
    },
    entries: { host: join(here, 'host.ts'), sandbox: join(here, 'serves.ts'), simulator: join(here, 'serves.ts') },
  },
);
await stack.ready;
process.stdout.write(JSON.stringify(pids));
