/**
 * The test payment of a setup: a hold of the smallest amount, which is released. The release counts only after the
 * platform has confirmed it in a second request. The payment's id is on disk before it begins, so that there is only
 * one payment, however often the host crashes.
 */
import {
  chargeDefaults,
  isOpenAttempt,
  TillError,
  toFailure,
  type AttemptView,
  type Failure,
  type HostState,
  type SetupState,
} from '../../contract/index.ts';
import type { HostConfig } from '../../config/index.ts';
import type { PaymentEngine, PlatformPort } from '../payments/index.ts';
import { pause, type Clock } from '../../domain/index.ts';
import { setupRefused } from './faults.ts';
import { isTestOpen, type SetupEvent } from './machine.ts';

export interface TestPaymentOptions {
  readonly config: HostConfig;
  readonly engine: Pick<PaymentEngine, 'start' | 'get' | 'release' | 'settled'>;
  readonly platform: Pick<PlatformPort, 'findPayment'>;
  readonly hub: { state(): HostState };
  readonly clock: Clock;
  readonly state: () => SetupState | null;
  /**
   * Stores the next state on disk, then uses it.
   * @throws JRNL_UNWRITABLE
   */
  readonly take: (event: SetupEvent) => void;
  /** Called with the reason why the test is stuck, or with null. */
  readonly setFailure: (failure: Failure | null) => void;
}

const SETTLE_WITHIN_MS = 30_000;
const ASK_AGAIN_MS = 1_000;
const ASK_AGAIN_MAX_MS = 30_000;
/** Name recorded for the release of the hold. */
const OPERATOR = 'setup';

export class TestPayment {
  readonly #options: TestPaymentOptions;
  #watched: string | null = null;
  /** Id of a test that an earlier host run has begun. */
  #resumed: string | null = null;
  readonly #closing = new AbortController();

  constructor(options: TestPaymentOptions) {
    this.#options = options;
  }

  close(): void {
    this.#closing.abort();
  }

  /**
   * Starts the test. The same id is the same payment, so a second call starts no second payment.
   * @throws SETUP_ANSWER when the payment could not start
   */
  begin({ test, answers }: SetupState): void {
    const { engine, config, take } = this.#options;
    if (!test || this.#known(test.attempt)) return this.watch();
    try {
      const terminal = this.#terminal(answers.terminal?.address);
      engine.start({
        ...chargeDefaults,
        id: test.attempt,
        amountMinor: test.amountMinor,
        currency: test.currency,
        kind: 'authorization',
        partialApproval: 'release',
        terminal,
        cardTimeoutMs: config.till.cardTimeoutMs,
      });
    } catch (error) {
      // The payment never started under this id.
      take({ type: 'test-not-paid', outcome: 'failed' });
      throw setupRefused('test-terminal', { why: toFailure(error).code }, error);
    }
    this.watch();
  }

  #terminal(address: string | undefined): string {
    const views = this.#options.hub.state().terminals;
    const view = views.find(({ id }) => id === address) ?? views.find((one) => one.address === address);
    if (view) return view.id;
    throw new TillError('TERM_NOT_FOUND', 'The terminal is not there.');
  }

  /** Continues a test that an earlier host run has begun. */
  resume(): void {
    this.#resumed = this.#options.state()?.test?.attempt ?? null;
    this.watch();
  }

  /** Follows the stored test until it has ended. */
  watch(): void {
    const attempt = this.#options.state()?.test?.attempt;
    if (attempt === undefined || this.#watched === attempt) return;
    this.#watched = attempt;
    void this.#follow(attempt).finally(() => {
      this.#watched = null;
    });
  }

  /** Runs until the platform has confirmed that the hold is released or does not exist. */
  async #follow(attempt: string): Promise<void> {
    for (let tries = 0; this.#isFollowed(attempt); tries += 1) {
      try {
        while (this.#isFollowed(attempt) && (await this.#step(attempt)));
      } catch (error) {
        // The disk may be full, or the manager may have acted on the payment.
        this.#options.setFailure(toFailure(error));
      }
      const delayMs = Math.min(ASK_AGAIN_MS * 2 ** tries, ASK_AGAIN_MAX_MS);
      if (this.#isFollowed(attempt)) await pause(this.#options.clock, delayMs, this.#closing.signal);
    }
  }

  /**
   * @returns false when only waiting helps
   * @throws PAY_STATE or JRNL_UNWRITABLE
   */
  async #step(attempt: string): Promise<boolean> {
    const { engine, clock, take, setFailure, state } = this.#options;
    const view = this.#known(attempt);
    if (!view) {
      // The host was killed before the payment started, so nothing was sent.
      take({ type: 'test-not-paid', outcome: 'cancelled' });
    } else if (isOpenAttempt(view)) {
      setFailure(view.state === 'checking' ? checking(view) : null);
      await engine.settled(attempt, SETTLE_WITHIN_MS);
    } else if (view.state === 'authorized') {
      if (state()?.test?.state === 'planned') take({ type: 'test-held' });
      engine.release(attempt, OPERATOR);
    } else if (view.authorization !== null && (view.state === 'released' || this.#isCutOff(view))) {
      if (!(await this.#isVoided(view))) return false;
      const outcome = view.state === 'released' ? view.state : 'voided';
      take({ type: 'test-voided', at: new Date(clock.now()).toISOString(), outcome });
    } else {
      take({ type: 'test-not-paid', outcome: view.state });
    }
    return true;
  }

  /**
   * True if the till was killed between the bank's approval and the terminal's end. This counts as a test; another test
   * would be a second payment.
   */
  #isCutOff({ id, state }: AttemptView): boolean {
    return state === 'voided' && id === this.#resumed;
  }

  #isFollowed(attempt: string): boolean {
    const state = this.#options.state();
    return !this.#closing.signal.aborted && state !== null && isTestOpen(state) && state.test?.attempt === attempt;
  }

  #known(attempt: string): AttemptView | null {
    try {
      return this.#options.engine.get(attempt);
    } catch {
      return null;
    }
  }

  /** Reads the platform's record again; only the record proves the void. */
  async #isVoided({ authorization, startedAt }: AttemptView): Promise<boolean> {
    if (authorization === null) return false;
    const by = { kind: 'authorization', startedAt: Date.parse(startedAt), id: authorization } as const;
    const outcome = await this.#options.platform.findPayment(by);
    if (outcome.kind !== 'answered') {
      this.#options.setFailure(outcome.failure);
      return false;
    }
    return outcome.record?.isVoid === true && outcome.record.transfer === null;
  }
}

const checking = ({ id, checking: why }: AttemptView): Failure => ({
  code: 'PAY_UNRESOLVED',
  message: 'The till is asking the platform for the outcome of the test payment.',
  context: { attempts: id, reason: why?.reason ?? null },
});
