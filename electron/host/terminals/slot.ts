/** Slot of the till: an id, its pairing, and the supervisor that keeps its terminal connected. */
import type { Discovered } from '../../contract/index.ts';
import type { Candidate, Terminal, TerminalIdentity } from '../../../native/index.ts';
import { Connector, usbIdOf, type ConnectorOptions } from './connector.ts';
import { isSameTerminal } from './pairings.ts';
import { plainAddress } from './ports.ts';
import type { PlatformCheck } from './self-test.ts';
import { TerminalSupervisor, type SupervisorOptions } from './supervisor.ts';
import { linkOf } from './terminal-record.ts';

export interface SlotOptions
  extends ConnectorOptions, Omit<SupervisorOptions, 'connect' | 'lastKnownAddress' | 'onIdentified' | 'selfTest'> {
  isAdopted: boolean;
}

export class Slot {
  readonly id: string;
  readonly isAdopted: boolean;
  readonly supervisor: TerminalSupervisor;
  readonly #connector: Connector;
  readonly #options: SlotOptions;

  constructor(options: SlotOptions) {
    this.id = options.id;
    this.isAdopted = options.isAdopted;
    this.#options = options;
    this.#connector = new Connector(options);
    this.supervisor = new TerminalSupervisor({
      ...options,
      connect: (_, attempt) => this.#connector.connect(attempt),
      lastKnownAddress: () => this.#connector.address,
      onIdentified: (identity) => this.#pair(identity),
      selfTest: options.pairings.of(this.id)?.selfTest ?? null,
    });
  }

  /** Takes a terminal found elsewhere if it is the paired one and still missing; otherwise returns false. */
  take(terminal: Terminal, address: string): boolean {
    const paired = this.#options.pairings.of(this.id);
    if (!paired || !isSameTerminal(paired, terminal.identity)) return false;
    const { ports } = this.#options;
    const port = ports.claim(address, this.id);
    const letGo = port && ports.claimTerminal(terminal.identity, this.id);
    const release = (): void => {
      letGo?.();
      port?.();
    };
    if (!letGo) {
      release();
      return false;
    }
    const before = this.#connector.address;
    this.#connector.connectedAt(address);
    if (this.supervisor.offer(terminal)) {
      void terminal.closed.then(release);
      return true;
    }
    this.#connector.connectedAt(before);
    release();
    return false;
  }

  portsChanged(appeared: readonly Candidate[]): void {
    this.#connector.portsChanged(appeared);
    this.supervisor.connectNow();
  }

  /** Tests the terminal unless a payment holds it, and stores the result. */
  async selfTest(platform: PlatformCheck | null): Promise<void> {
    const { pairings, log } = this.#options;
    const result = await this.supervisor.selfTest(platform);
    if (!result) return;
    const checks = result.checks.map(({ what, failure }) => `${what} ${failure?.code ?? 'ok'}`).join(', ');
    log(result.isOk ? 'info' : 'warn', 'self-test', { terminal: this.id, isOk: result.isOk, checks });
    const paired = pairings.of(this.id);
    if (paired) pairings.keep({ ...paired, selfTest: result });
  }

  /** Terminal in the form of a discovery while it is connected; otherwise null. */
  discovered(): Discovered | null {
    const { state, address, serialNumber, family, model, firmware } = this.supervisor.view();
    if (state !== 'ready' && state !== 'busy') return null;
    return {
      address,
      link: linkOf(address),
      vendorId: null,
      productId: null,
      serialNumber,
      verdict: 'terminal',
      family,
      model,
      firmware,
      failure: null,
      tookMs: 0,
    };
  }

  /** Pairs this slot with the terminal exclusively. */
  #pair(identity: TerminalIdentity): void {
    const { id, isAdopted } = this;
    const { isPractice, pairings, clock, watcher, log } = this.#options;
    // The practice terminal is whichever simulator the till was started with, so it is never paired.
    if (isPractice || identity.serialNumber.trim() === '') return;
    const { family, model, serialNumber } = identity;
    const now = new Date(clock.now()).toISOString();
    const before = pairings.of(id);
    const known = before && isSameTerminal(before, identity) ? before : null;
    const { address } = this.#connector;
    const port = watcher?.present().find((one) => plainAddress(one.address) === plainAddress(address));
    pairings.keep({
      id,
      isAdopted,
      family,
      model,
      serialNumber,
      usbSerialNumber: port ? port.serialNumber : (known?.usbSerialNumber ?? null),
      usbId: port ? usbIdOf(port) : (known?.usbId ?? null),
      address,
      firstSeenAt: known?.firstSeenAt ?? now,
      lastSeenAt: now,
      selfTest: known?.selfTest ?? null,
    });
    if (!known) log('info', 'terminal paired', { terminal: id, address, model, serialNumber });
  }
}
