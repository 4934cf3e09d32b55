/**
 * Decides when a port with an unknown device may be probed. A device next to a terminal (a scale, another program's
 * printer) receives probes as garbage, so probes are limited per port. The limit applies to every caller, however often
 * the ports change.
 */
import type { Candidate } from '../../../native/index.ts';
import type { Clock } from '../../domain/index.ts';
import { plainAddress } from './ports.ts';
import type { PortRules } from './port-rules.ts';

/** Minimum time between two probes of a port, even after a replug. */
const MIN_INTERVAL_MS = 15_000;
/** Maximum time between probes of a silent port; the interval doubles up to this. */
const MAX_INTERVAL_MS = 15 * 60_000;

interface Probes {
  /** Device on the port; another device counts as not probed yet. */
  readonly device: string;
  lastAt: number;
  count: number;
}

export class ProbeLimiter {
  readonly #rules: PortRules;
  readonly #clock: Clock;
  readonly #probes = new Map<string, Probes>();

  constructor(rules: PortRules, clock: Clock) {
    this.#rules = rules;
    this.#clock = clock;
  }

  /** Milliseconds until this port may be probed, or null for never. `hasAppeared` means that it was just plugged in. */
  waitMs(port: Candidate, hasAppeared: boolean): number | null {
    if (!port.mayProbe || this.#rules.notAsked(port) !== null) return null;
    const probes = this.#probes.get(plainAddress(port.address));
    if (!probes || probes.count === 0) return 0;
    const isSame = probes.device === deviceOf(port);
    const everyMs =
      hasAppeared || !isSame ? MIN_INTERVAL_MS : Math.min(MIN_INTERVAL_MS * 2 ** (probes.count - 1), MAX_INTERVAL_MS);
    return Math.max(0, probes.lastAt + everyMs - this.#clock.monotonic());
  }

  mayProbeNow(port: Candidate, hasAppeared: boolean): boolean {
    return this.waitMs(port, hasAppeared) === 0;
  }

  /** Records the start of a probe. Returns a function to report that a terminal answered, or that nothing was sent. */
  probeStarted(port: Candidate): (end: 'terminal' | 'not-reached') => void {
    const plain = plainAddress(port.address);
    const before = this.#probes.get(plain);
    const device = deviceOf(port);
    const count = before?.device === device ? before.count + 1 : 1;
    this.#probes.set(plain, { device, lastAt: this.#clock.monotonic(), count });
    return (end) => {
      if (end === 'terminal' || !before) this.#probes.delete(plain);
      else this.#probes.set(plain, before);
    };
  }
}

function deviceOf({ vendorId, productId, serialNumber }: Candidate): string {
  return [vendorId, productId, serialNumber].join(' ');
}
