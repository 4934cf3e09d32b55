/**
 * A till's terminal on a cable that can be pulled: the real manager, drivers and links here, the real simulator in a
 * separate process (so that its processor time does not count), and a serial line of two pseudo-terminals, or TCP.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Family, TerminalState, TerminalView } from '../../../../electron/contract/index.ts';
import { systemClock } from '../../../../electron/domain/index.ts';
import type { TerminalEvent } from '../../../../electron/host/payments/index.ts';
import { TerminalManager } from '../../../../electron/host/terminals/index.ts';
import { program } from '../../../fixtures/programs.ts';
import { storyTime, until } from '../../../waiting.ts';

export const hasSocat = process.platform !== 'win32' && spawnSync('socat', ['-V']).status === 0;

export type CableKind = 'serial' | 'tcp';

export interface Cable {
  readonly address: string;
  /** The cable is pulled when this is called, not when it resolves. */
  pull(): Promise<void>;
  plug(): Promise<void>;
  close(): Promise<void>;
}

/** Simulator with its cable, plugged in. */
export async function layCableTo(family: Family, kind: CableKind): Promise<Cable> {
  return kind === 'serial' ? serialCable(family) : tcpCable(family);
}

async function serialCable(family: string): Promise<Cable> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-cable-'));
  const [till, terminal] = [join(folder, 'till'), join(folder, 'terminal')];
  let socat: ChildProcess | undefined;
  const plug = async (): Promise<void> => {
    socat = spawn('socat', [`pty,raw,echo=0,link=${till}`, `pty,raw,echo=0,link=${terminal}`], { stdio: 'ignore' });
    await until(() => existsSync(till) && existsSync(terminal), 'a pair of pseudo-terminals');
  };
  const pull = async (): Promise<void> => {
    const running = socat;
    socat = undefined;
    if (!running) return;
    // Killed instead of stopped, so that the operating system hangs up both ends like a pulled cable.
    running.kill('SIGKILL');
    if (running.exitCode === null && running.signalCode === null) await once(running, 'exit');
    // Removes the node like a device manager does when a device is unplugged.
    rmSync(till, { force: true });
    rmSync(terminal, { force: true });
  };
  await plug();
  const simulator = await startSimulatorProcess(['--family', family, '--serial', terminal]);
  return {
    address: `serial:${till}`,
    pull,
    plug,
    async close() {
      await simulator.end();
      await pull();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function tcpCable(family: string): Promise<Cable> {
  const simulator = await startSimulatorProcess(['--family', family, '--tcp', '0', '--control', '0']);
  const [host = '', port = ''] = (simulator.control ?? '').split(':');
  const control: Socket = connect({ host, port: Number(port) });
  control.on('error', () => undefined).resume();
  await once(control, 'connect');
  const move = async (isPluggedIn: boolean): Promise<void> => {
    control.write(`${JSON.stringify({ type: 'cable', isPluggedIn })}\n`);
  };
  return {
    address: simulator.address,
    pull: () => move(false),
    plug: () => move(true),
    async close() {
      control.destroy();
      await simulator.end();
    },
  };
}

interface SimulatorProcess {
  readonly address: string;
  readonly control: string | null;
  end(): Promise<void>;
}

async function startSimulatorProcess(args: readonly string[]): Promise<SimulatorProcess> {
  const main = program('native/simulator/main.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args, '--json'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const said = await Promise.race([
    once(lines, 'line').then(([line]) => JSON.parse(String(line)) as { address: string; control: string | null }),
    exited.then(() => Promise.reject(new Error('the simulator ended before it was ready'))),
  ]);
  return {
    ...said,
    async end() {
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await exited;
      clearTimeout(hard);
    },
  };
}

/** One till with terminals on pullable cables. */
export class CableTestBench {
  readonly manager: TerminalManager;
  readonly #views = new Map<string, TerminalView>();
  readonly #listeners = new Set<(view: TerminalView) => void>();
  #attempts = 0;

  constructor(addresses: readonly string[]) {
    this.manager = new TerminalManager({
      terminals: addresses.map((address) => ({ id: address, address, isPractice: false })),
      clock: systemClock,
      random: () => 0.5,
      publish: (view) => {
        this.#views.set(view.id, view);
        for (const listener of this.#listeners) listener(view);
      },
      onUnmatched: () => undefined,
      log: () => undefined,
    });
    this.manager.start();
  }

  view(id: string): TerminalView | undefined {
    return this.#views.get(id);
  }

  /** Resolves with the time (performance.now()) at which the terminal was published in that state. */
  becomes(id: string, state: TerminalState, withinMs = 30_000): Promise<number> {
    if (this.#views.get(id)?.state === state) return Promise.resolve(performance.now());
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#listeners.delete(listener);
        reject(new Error(`${id} is ${this.#views.get(id)?.state}, not ${state}, after ${withinMs} ms`));
      }, withinMs);
      const listener = (view: TerminalView): void => {
        if (view.id !== id || view.state !== state) return;
        clearTimeout(late);
        this.#listeners.delete(listener);
        resolve(performance.now());
      };
      this.#listeners.add(listener);
    });
  }

  /** Starts a sale and resolves when the terminal prompts for a card. `ended` settles with its result. */
  async sale(id: string): Promise<{ ended: Promise<TerminalEvent & { type: 'finished' }> }> {
    const attempt = `A-${(this.#attempts += 1)}`;
    let isAsked = false;
    const ended = Promise.withResolvers<TerminalEvent & { type: 'finished' }>();
    await this.manager.port.start(
      id,
      { attempt, amountMinor: 1234, currency: 'USD', cardTimeoutMs: 60_000 },
      (event) => {
        if (event.type === 'prompt' && event.prompt === 'present-card') isAsked = true;
        if (event.type === 'finished') ended.resolve(event);
      },
    );
    await Promise.race([
      until(() => isAsked, 'a terminal that asks for a card'),
      ended.promise.then(({ result }) => Promise.reject(new Error(`the sale ended as ${result.kind}`))),
    ]);
    return { ended: ended.promise };
  }

  /** Milliseconds from the pull until the terminal was `lost`. */
  async unplug(id: string, cable: Cable): Promise<number> {
    const lost = this.becomes(id, 'lost');
    const pulledAt = performance.now();
    const pulled = cable.pull();
    const lostAt = await lost;
    await pulled;
    return lostAt - pulledAt;
  }

  /** Milliseconds from plugging in until the terminal was `ready`. */
  async replug(id: string, cable: Cable): Promise<number> {
    const ready = this.becomes(id, 'ready');
    const pluggedAt = performance.now();
    await cable.plug();
    return (await ready) - pluggedAt;
  }

  async close(): Promise<void> {
    await this.manager.stop();
  }
}

/** Processor time of this process over a window, in per cent of one core. */
export async function processorUse(windowMs: number): Promise<number> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  await storyTime(windowMs, 'the window of the measurement');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 10 / (performance.now() - startedAt);
}
