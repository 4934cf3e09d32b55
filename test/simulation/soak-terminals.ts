/** Child of the soak: many fast terminals in one process, each with a customer who taps. Ends with its parent. */
import { injectKsn } from '../../native/families/shared/simulator/card/key-injection.ts';
import { startSimulator } from '../../native/simulator/index.ts';

const count = Number(process.argv[2] ?? 1);
const pace = { readMs: { chip: 5, contactless: 5, swipe: 5 }, completeMs: 5, removeWaitMs: 1_000, resultMs: 1 };
const running = await Promise.all(
  Array.from({ length: count }, async (_, index) =>
    startSimulator({
      family: 'mms',
      carrier: { tcp: 0 },
      // A key serial number works once at the platform: each terminal counts its own.
      terminal: {
        serialNumber: `B7${String(index).padStart(5, '0')}`,
        ksn: injectKsn(Uint8Array.of(1, index, 0)),
        pace,
      },
      autopilot: { card: 'approve', present: 'tap' },
      autopilotDelayMs: 15,
    }),
  ),
);
process.stdout.write(`${JSON.stringify(running.map(({ address }) => address))}\n`);
process.stdin.on('close', () => process.exit(0)).resume();
