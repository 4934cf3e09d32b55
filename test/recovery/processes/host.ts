/**
 * The host as a process that can be killed at an exact step: the real composition, with a watcher around the engine's
 * ports (kill-points.ts). electron/host/main.ts differs only by its own message loop; the suite kills that process too,
 * at moments (stack.ts).
 */
import { flushCompileCache } from 'node:module';
import { toFailure } from '../../../electron/contract/index.ts';
import { composeHost } from '../../../electron/host/index.ts';
import { createKillPoints } from './kill-points.ts';
import { PacedClock } from './paced-clock.ts';
import type { FromHostProcess, ToHostProcess } from './words.ts';
import { storyTime } from '../../waiting.ts';

const send = (message: FromHostProcess): void => void process.send?.(message);
const killPoints = createKillPoints((name) => send({ type: 'boundary', name }));
let clock: PacedClock | null = null;

/** Resolves once all platform calls have ended and stayed quiet for a short time. */
async function untilQuiet(): Promise<void> {
  for (let calm = 0; calm < 3;) {
    await storyTime(8, 'the next look');
    calm = killPoints.inFlight === 0 ? calm + 1 : 0;
  }
}

async function onMessage(message: ToHostProcess): Promise<void> {
  switch (message.type) {
    case 'start': {
      clock = new PacedClock(message.now);
      clock.setPace(message.pace);
      if (message.watch) killPoints.watch(message.watch.attempt, message.watch.killAt, message.watch.pauseMs);
      try {
        await composeHost(message.config, { paymentClock: clock, wrapPorts: (ports) => killPoints.around(ports) });
        send({ type: 'ready', engineNow: clock.now() });
        // A killed process leaves no compiled code to the next process, and here all are killed.
        flushCompileCache();
      } catch (error) {
        send({ type: 'fatal', failure: toFailure(error) });
        process.exitCode = 1;
        process.disconnect();
      }
      return;
    }
    case 'watch':
      clock?.setPace(message.pace);
      killPoints.watch(message.watch.attempt, message.watch.killAt, message.watch.pauseMs);
      send({ type: 'done', id: message.id, engineNow: clock?.now() ?? 0 });
      return;
    case 'quiet':
      await untilQuiet();
      send({ type: 'done', id: message.id, engineNow: clock?.now() ?? 0 });
      return;
  }
}

process.on('message', (message: ToHostProcess) => void onMessage(message));
// The driver has ended, so the remaining work is pointless.
process.on('disconnect', () => process.exit(0));
