/** A terminal: the till's simulator behind a port, with a customer, and a cable that can be pulled. */
import { writeFileSync } from 'node:fs';
import { toFailure } from '../../../../electron/contract/index.ts';
import type { LabFamily } from '../lab.ts';
import { systemClock } from '../../../../electron/domain/index.ts';
import {
  createMagnesafeTerminal,
  createMmsTerminal,
  createNeo2Terminal,
  injectKsn,
  startAutopilot,
  testDeck,
} from '../../../../native/simulator/index.ts';
import { Cable } from './cable.ts';
import type { Answer, Command, FirmwareOptions, Gesture } from './messages.ts';
import { portOf, type DevicePort } from './ports.ts';

/** Customer and terminal are fast: the tests check the order instead of the pace. */
const CUSTOMER_MS = 40;
const WORK_MS = 30;
/** Time for which a restarting device is disconnected: long enough for the till to notice. */
const BOOT_MS = 1_000;

type Terminal = ReturnType<typeof createMmsTerminal | typeof createNeo2Terminal | typeof createMagnesafeTerminal>;

export class Device {
  readonly #options: FirmwareOptions;
  readonly #answer: (answer: Answer) => void;
  readonly #terminal: Terminal;
  readonly #port: DevicePort;
  readonly #cable: Cable;
  /** Resolves after the last plug or pull, which run in sequence. */
  #last: Promise<void> = Promise.resolve();
  #stopCustomer = (): void => undefined;

  constructor(options: FirmwareOptions, answer: (answer: Answer) => void) {
    this.#options = options;
    this.#answer = answer;
    const isHid = options.port.kind === 'hid' || options.port.kind === 'feature';
    this.#terminal = createTerminal(options);
    this.#port = portOf(options.port, (why) => answer({ type: 'failed', why }));
    this.#cable = new Cable({ terminal: this.#terminal, port: this.#port, isHid, pull: () => this.#pull() });
    this.#serve('insert');
  }

  obey(command: Command): void {
    switch (command.type) {
      case 'plug':
        return this.#then(() => this.#plug(command.controller));
      case 'take-over':
        return this.#then(() => this.#plug(null));
      case 'unplug':
        return this.#pull();
      case 'arm':
        this.#serve(command.gesture, command.card);
        return this.#cable.arm(command.cut);
      case 'disarm':
        return this.#answer({ type: 'disarmed', isCut: this.#cable.disarm() });
      case 'reboot-at':
        this.#serve(command.gesture);
        return this.#cable.arm(null, { unit: command.unit, ring: () => this.#reboot() });
      case 'count':
        return this.#answer({ type: 'counted', units: this.#cable.units });
      case 'remove':
        return this.#then(async () => {
          this.#stopCustomer();
          await this.#port.closed();
          this.#port.release?.();
          this.#terminal.close();
          this.#answer({ type: 'removed' });
        });
    }
  }

  #serve(gesture: Gesture, card = 'approve'): void {
    this.#stopCustomer();
    if (gesture === 'none') return;
    const plan = { card, present: gesture };
    this.#stopCustomer = startAutopilot(this.#terminal, systemClock, plan, CUSTOMER_MS);
  }

  #reboot(): void {
    this.#terminal.controls.reboot();
    this.#answer({ type: 'rebooted' });
  }

  /** Pulls at once, whatever is in progress, and cleans up afterwards. */
  #pull(): void {
    const unit = this.#cable.units.length;
    if (this.#options.plugFile !== null) writeFileSync(this.#options.plugFile, '\n');
    const at = Date.now();
    this.#then(async () => {
      await this.#port.closed();
      this.#cable.moved(false);
      this.#answer({ type: 'unplugged', at, unit });
    });
  }

  /** @param controller controller of the bus to plug into, or null if the device is plugged in already */
  async #plug(controller: string | null): Promise<void> {
    if (this.#options.plugFile !== null && controller !== null)
      writeFileSync(this.#options.plugFile, `${controller}\n`);
    const at = Date.now();
    await this.#port.opened();
    this.#cable.moved(true);
    this.#answer({ type: 'plugged', at });
  }

  #then(task: () => Promise<void>): void {
    this.#last = this.#last
      .then(task)
      .catch((error: unknown) => this.#answer({ type: 'failed', why: toFailure(error).message }));
  }
}

function createTerminal({ family, serialNumber, port }: FirmwareOptions): Terminal {
  const common = { serialNumber, ksn: injectKsn() };
  const pace = {
    readMs: { chip: WORK_MS, contactless: WORK_MS, swipe: WORK_MS },
    completeMs: WORK_MS,
    resultMs: WORK_MS,
    bootMs: BOOT_MS,
  };
  const make: Readonly<Record<LabFamily, () => Terminal>> = {
    mms: () => createMmsTerminal({ ...common, pace: { ...pace, resetDelayMs: WORK_MS } }),
    neo2: () =>
      createNeo2Terminal({
        ...common,
        model: 'VP3300',
        link: port.kind === 'hid' ? 'hid' : 'stream',
        pace: { ...pace, verifyMs: WORK_MS, restartDelayMs: WORK_MS },
      }),
    magnesafe: () => {
      const { readMs, completeMs, bootMs } = pace;
      return createMagnesafeTerminal({
        ...common,
        model: 'tDynamo',
        link: 'reports',
        pace: { readMs, completeMs, bootMs },
        cards: [...testDeck, ...testDeck.map((card) => ({ ...card, id: `${card.id}-stripe`, serviceCode: '101' }))],
      });
    },
  };
  return make[family]();
}
