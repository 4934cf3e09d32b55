/**
 * Runs the platform as a process: `node main.ts [--port N] [--switches recorded|sparse|distant]`. Prints one JSON line.
 */
import { parseArgs } from 'node:util';
import { combinations, Platform } from './index.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    switches: { type: 'string', default: 'recorded' },
    device: { type: 'string', multiple: true, default: [] },
  },
});
const switches = combinations[values.switches as keyof typeof combinations];
if (!switches) throw new Error(`No such switches: ${values.switches}`);
const platform = await Platform.start(switches, Number(values.port));
for (const serialNumber of values.device) platform.addDevice(serialNumber);
const { url, username, password } = platform;
console.log(JSON.stringify({ url, username, password, merchant: platform.merchant() }));
process.once('SIGTERM', () => {
  console.log(JSON.stringify({ total: platform.ledger.total(), problems: platform.ledger.problems() }));
  void platform.close();
});
