/** Till in setup for tests: its data folder, and consecutive host runs, as its starter would make them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SetupAnswer, SetupView } from '../../../../electron/contract/index.ts';
import { composeHost, type Host } from '../../../../electron/host/index.ts';
import { systemClock } from '../../../../electron/domain/index.ts';
import {
  FilePlace,
  passedOn,
  readSettings,
  Secrets,
  recordsDirOf,
  configuredTerminal,
} from '../../../../electron/config/index.ts';
import { until } from '../../../waiting.ts';

export class SetupTill {
  readonly dataDir: string;
  /** Files only, so that tests never use this computer's key store. */
  readonly secrets: Secrets;
  #host: Host | null = null;
  #isReloadAsked = false;

  constructor(dataDir = mkdtempSync(join(tmpdir(), 'tillbridge setup '))) {
    this.dataDir = dataDir;
    const places = [new FilePlace(dataDir)];
    this.secrets = new Secrets({ dataDir, env: {}, places, clock: systemClock, now: () => Date.now() });
  }

  static async open(dataDir?: string): Promise<SetupTill> {
    const till = new SetupTill(dataDir);
    await till.start();
    return till;
  }

  get host(): Host {
    if (!this.#host) throw new Error('The host does not run');
    return this.#host;
  }

  /** Starts the next run, with the present settings. */
  async start(): Promise<void> {
    const settings = await readSettings({ dataDir: this.dataDir, env: {}, secrets: this.secrets });
    this.#isReloadAsked = false;
    this.#host = await composeHost(
      {
        dataDir: this.dataDir,
        recordsDir: recordsDirOf(this.dataDir, settings.mode),
        mode: settings.mode,
        isKiosk: false,
        version: '1',
        till: settings.till,
        platform: settings.platform,
        terminals: settings.terminals.map(configuredTerminal),
        practice: null,
        ...passedOn(settings),
        settingsNoted: 'all',
        localSocket: false,
      },
      { reload: () => (this.#isReloadAsked = true), env: {}, secrets: this.secrets },
    );
  }

  async stop(): Promise<void> {
    await this.#host?.close();
    this.#host = null;
  }

  /** Restarts like the starter when the host has asked for it. */
  async reloaded(): Promise<void> {
    await until(() => this.#isReloadAsked, 'a reload that the host asks for');
    await this.stop();
    await this.start();
  }

  answer(answer: SetupAnswer, operator?: { name: string; pin: string }): Promise<SetupView> {
    return this.host.client.setup.answer({ answer, ...(operator ? { operator } : {}) });
  }

  get settings(): Record<string, unknown> {
    return JSON.parse(readFileSync(join(this.dataDir, 'settings.json'), 'utf8')) as Record<string, unknown>;
  }

  get kept(): string {
    return readFileSync(join(this.dataDir, 'setup.json'), 'utf8');
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
