/**
 * Decides when a port with an unknown device may be probed. A device next to a terminal (a scale, another program's
 * printer) receives probes as garbage, so they are limited per port, from any caller and however often the ports change.
 */
import type { Candidate } from '../../../native/index.ts';
import type { Clock } from '../../domain/index.ts';
import { plainAddress } from './ports.ts';
import type { PortRules } from './port-rules.ts';

/** Minimum time between two probes of a port, even after a replug. */
const FLOOR_MS = 15_000;
/** Maximum time between probes of a silent port; the interval doubles up to this. */
const RAREST_MS = 15 * 60_000;

interface Looks {
  /** Device on the port; another device counts as not probed yet. */
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

  /** Milliseconds until this port may be probed, or null for never. `hasAppeared` means that it was just plugged in. */
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

  /** Records the start of a probe. Returns a function to report that a terminal answered, or that nothing was sent. */
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
