/** Controls of the practice terminal on the control port of the real simulator, and on unrelated ports. */
import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PracticeView } from '../../../../electron/contract/index.ts';
import { systemClock, type Clock } from '../../../../electron/domain/index.ts';
import { Practice } from '../../../../electron/host/terminals/index.ts';
import { startSimulator, type RunningSimulator } from '../../../../native/simulator/index.ts';
import { quietFor } from '../../../waiting.ts';

/** Real time, ten times as fast; counts waiting timers. */
function clockOf() {
  const timers = new Set<NodeJS.Timeout>();
  const clock: Clock = {
    ...systemClock,
    after(delayMs, task) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        task();
      }, delayMs / 10);
      timers.add(timer);
      return () => {
        clearTimeout(timer);
        timers.delete(timer);
      };
    },
  };
  return { clock, timers };
}

function practiceOn(control: string): { practice: Practice; views: PracticeView[]; timers: Set<unknown> } {
  const { clock, timers } = clockOf();
  const views: PracticeView[] = [];
  const practice = new Practice({ control, terminalId: 'practice', clock, publish: (view) => void views.push(view) });
  onTestFinished(() => practice.stop());
  return { practice, views, timers };
}

async function simulatorOn(control = 0): Promise<RunningSimulator> {
  const simulator = await startSimulator({ family: 'mms', carrier: { tcp: 0 }, control });
  onTestFinished(() => simulator.close());
  return simulator;
}

const portOf = (simulator: RunningSimulator): number => Number(simulator.controlAddress?.split(':').at(-1));

/** Port of another program; the test decides what it sends. */
async function listener(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const bound = server.address();
  return `127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`;
}

const state = (more: object = {}): string =>
  `${JSON.stringify({ type: 'state', display: ['WELCOME'], cards: [], chosenCard: 'approve', can: [], isPluggedIn: true, ...more })}\n`;

describe('practice terminal', () => {
  it('shows display, deck and plug of the simulator, and of its cards only brand and last four', async () => {
    const simulator = await simulatorOn();
    const { practice, views } = practiceOn(simulator.controlAddress ?? '');
    expect(practice.view()).toMatchObject({ terminalId: 'practice', isRunning: false, cards: [], can: [] });
    practice.start();
    await expect.poll(() => practice.view().isRunning).toBe(true);
    const view = practice.view();
    expect(view).toMatchObject({ isPluggedIn: true, chosenCard: 'approve' });
    expect(view.display.length).toBeGreaterThan(0);
    expect(view.cards.map(({ id }) => id)).toEqual(['approve', 'pin', 'no-funds', 'partial', 'slow', 'lost-reply']);
    expect(view.cards[0]).toEqual({ id: 'approve', brand: expect.any(String) as string, lastFour: '1111' });
    expect(JSON.stringify(views)).not.toMatch(/[0-9]{12}/);
  });

  it('chooses a card, pulls the cable and plugs it in again', async () => {
    const simulator = await simulatorOn();
    const { practice } = practiceOn(simulator.controlAddress ?? '');
    practice.start();
    await expect.poll(() => practice.view().isRunning).toBe(true);
    practice.send({ type: 'choose', card: 'no-funds' });
    await expect.poll(() => practice.view().chosenCard).toBe('no-funds');
    practice.send({ type: 'cable', isPluggedIn: false });
    await expect.poll(() => practice.view().isPluggedIn).toBe(false);
    practice.send({ type: 'cable', isPluggedIn: true });
    await expect.poll(() => practice.view().isPluggedIn).toBe(true);
    // An impossible gesture is refused by the simulator and changes nothing here.
    practice.send({ type: 'gesture', gesture: 'remove' });
    practice.send({ type: 'choose', card: 'pin' });
    await expect.poll(() => practice.view().chosenCard).toBe('pin');
    expect(practice.view().isRunning).toBe(true);
  });

  it('is not running when the simulator has ended, and runs again when it listens on its port', async () => {
    const simulator = await simulatorOn();
    const port = portOf(simulator);
    const { practice, views } = practiceOn(`127.0.0.1:${port}`);
    practice.start();
    await expect.poll(() => practice.view().isRunning).toBe(true);
    await simulator.close();
    await expect.poll(() => practice.view().isRunning).toBe(false);
    expect(practice.view()).toMatchObject({ display: [], can: [] });
    expect(practice.view().cards).toHaveLength(6);
    expect(() => practice.send({ type: 'cable', isPluggedIn: true })).toThrow(
      expect.objectContaining({ code: 'TERM_NOT_READY' }),
    );
    // While the simulator does not listen, the host retries and keeps running.
    await quietFor(150, 'a simulator that runs');
    expect(views.at(-1)?.isRunning).toBe(false);
    const count = views.length;
    await simulatorOn(port);
    await expect.poll(() => practice.view().isRunning).toBe(true);
    expect(views.length).toBeGreaterThan(count);
  });

  it('waits for a simulator that starts later', async () => {
    const first = await simulatorOn();
    const port = portOf(first);
    await first.close();
    const { practice, views } = practiceOn(`127.0.0.1:${port}`);
    practice.start();
    await quietFor(100, 'a view');
    expect(views).toEqual([]);
    expect(() => practice.send({ type: 'choose', card: 'pin' })).toThrow(
      expect.objectContaining({ code: 'TERM_NOT_READY' }),
    );
    await simulatorOn(port);
    await expect.poll(() => practice.view().isRunning).toBe(true);
  });

  it('accepts lines in any pieces, and ignores other text', async () => {
    const good = state({ display: ['ÄÖÜ €'], chosenCard: 'pin' });
    const bytes = Buffer.from(
      `not json\n{}\n[]\n"x"\n${state({ cards: 'none' })}${state({ chosenCard: 'gold' })}\n${good}`,
    );
    const control = await listener((socket) => {
      let sent = 0;
      const more = (): void => {
        if (sent >= bytes.length) return;
        socket.write(bytes.subarray(sent, (sent += 7)));
        setTimeout(more, 1);
      };
      more();
    });
    const { practice, views } = practiceOn(control);
    practice.start();
    await expect.poll(() => practice.view().chosenCard).toBe('pin');
    expect(views).toHaveLength(1);
    expect(practice.view().display).toEqual(['ÄÖÜ €']);
  });

  it('survives a port that disconnects, resets or sends garbage', async () => {
    let connections = 0;
    const control = await listener((socket) => {
      connections += 1;
      if (connections % 3 === 0) socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      else if (connections % 3 === 1) socket.resetAndDestroy();
      else socket.end();
    });
    const { practice, views } = practiceOn(control);
    practice.start();
    await expect.poll(() => connections, { timeout: 60_000 }).toBeGreaterThan(6);
    expect(views).toEqual([]);
  });

  it('stops: the connection is closed, no timer is left, nothing is published', async () => {
    const simulator = await simulatorOn();
    const { practice, views, timers } = practiceOn(simulator.controlAddress ?? '');
    practice.start();
    await expect.poll(() => practice.view().isRunning).toBe(true);
    practice.stop();
    const count = views.length;
    simulator.terminal.choose('pin');
    await simulator.close();
    await quietFor(60, 'a view after the stop');
    expect([views.length, timers.size]).toEqual([count, 0]);
    expect(() => practice.send({ type: 'choose', card: 'pin' })).toThrow(
      expect.objectContaining({ code: 'TERM_NOT_READY' }),
    );
  });

  it('makes no further attempt when it is stopped during a wait', async () => {
    const first = await simulatorOn();
    const port = portOf(first);
    await first.close();
    const { practice, views, timers } = practiceOn(`127.0.0.1:${port}`);
    practice.start();
    await expect.poll(() => timers.size).toBe(1);
    practice.stop();
    expect(timers.size).toBe(0);
    await simulatorOn(port);
    await quietFor(80, 'a try after the stop');
    expect(views).toEqual([]);
  });
});
