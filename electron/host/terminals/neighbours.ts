/**
 * When a port that may be anything is asked who it is. What stands beside a terminal (a scale, a printer of another
 * program) hears identify requests as rubbish: it hears few of them, whoever asks and however often the ports change.
 */
import type { Candidate } from '../../../native/index.ts';
import type { Clock } from '../../domain/index.ts';
import { plainAddress } from './ports.ts';
import type { PortRules } from './port-rules.ts';

/** The least time between two looks at one port, also when it has just been plugged in again. */
const FLOOR_MS = 15_000;
/** A port on which nobody answers is asked ever more rarely, down to this. */
const RAREST_MS = 15 * 60_000;

interface Looks {
  /** What was on the port: another device has not been asked yet. */
  readonly device: string;
  lastAt: number;
  count: number;
}

export class Neighbours {
  readonly #rules: PortRules;
  readonly #clock: Clock;
  readonly #looks = new Map<string, Looks>();

  constructor(rules: PortRules, clock: Clock) {
    this.#rules = rules;
    this.#clock = clock;
  }

  /** How long until this port may be asked, milliseconds; null: not at all. `hasAppeared`: it was plugged in just now. */
  waitMs(port: Candidate, hasAppeared: boolean): number | null {
    if (!port.mayProbe || this.#rules.notAsked(port) !== null) return null;
    const looks = this.#looks.get(plainAddress(port.address));
    if (!looks || looks.count === 0) return 0;
    const isSame = looks.device === deviceOf(port);
    const everyMs = hasAppeared || !isSame ? FLOOR_MS : Math.min(FLOOR_MS * 2 ** (looks.count - 1), RAREST_MS);
    return Math.max(0, looks.lastAt + everyMs - this.#clock.monotonic());
  }

  mayAskNow(port: Candidate, hasAppeared: boolean): boolean {
    return this.waitMs(port, hasAppeared) === 0;
  }

  /** A look begins. Gives how it ends: whether a terminal answered, or nothing was sent after all. */
  asked(port: Candidate): (end: 'terminal' | 'not-reached') => void {
    const plain = plainAddress(port.address);
    const before = this.#looks.get(plain);
    const device = deviceOf(port);
    const count = before?.device === device ? before.count + 1 : 1;
    this.#looks.set(plain, { device, lastAt: this.#clock.monotonic(), count });
    return (end) => {
      if (end === 'terminal' || !before) this.#looks.delete(plain);
      else this.#looks.set(plain, before);
    };
  }
}

function deviceOf({ vendorId, productId, serialNumber }: Candidate): string {
  return [vendorId, productId, serialNumber].join(' ');
}
