/** Runs cases one after another on one `TestBench`. The host that recovered from one case is killed in the next. */
import { randomUUID } from 'node:crypto';
import { isOpenAttempt, type AttemptView } from '../../electron/contract/index.ts';
import { nameOf, type Case } from './cases.ts';
import { loseCommits } from './lose-commits.ts';
import { faultOf, LATE_MS } from './faults.ts';
import type { Truth } from './platform.ts';
import { delay } from './process-children.ts';
import { scenarioOf } from './scenarios.ts';
import { isAtRest, isFinal, reversalsDone, type Scenario, type Stage } from './steps.ts';
import { TestBench, type TestBenchOptions } from './test-bench.ts';
import { HostGone, Life } from './till.ts';
import {
  compare,
  doubles,
  foreign,
  namedIn,
  otherCurrency,
  tooEarly,
  tooSoon,
  untruePrompt,
  untrueWords,
  type Finding,
} from './verdict.ts';

export interface CaseResult {
  name: string;
  case: Case;
  findings: Finding[];
  /** The host was killed, or stopped, at its boundary; false: it finished without passing the boundary. */
  wasKilled: boolean;
  /** Boundaries that a rehearsal passed. */
  boundaries: string[];
  /**
   * Time from the start of the new host until the payment was at rest, as measured, or null if there was nothing to
   * resolve.
   */
  resolvedMs: number | null;
  /** The same time with look-up waits at their true length: an upper bound, because answers are stretched with them. */
  tillMs: number | null;
  /** Final state on screen, or null if the till never began the payment. */
  state: AttemptView['state'] | null;
  tookMs: number;
}

/** Speed of the engine's waits. The cloud's look-up window is six minutes, the cable's is twenty seconds. */
const PACE = { cable: 40, cableMeanwhile: 5, cloud: 40, cloudLookingFor: 900 };
// Limits for a busy machine; a case of a correct till takes half a second.
const TERMINAL_WITHIN_MS = 40_000;
const RESOLVED_WITHIN_MS = 40_000;
const SETTLED_WITHIN_MS = 8_000;

export class Runner {
  readonly #testBench: TestBench;
  #life: Life | null = null;
  /** The engine's clock as far as known: its time at a moment of real time, and its speed since. */
  #clock = { now: Date.now(), at: performance.now(), pace: 1 };
  #onShown: (view: AttemptView) => void = () => undefined;
  readonly #attempts: string[] = [];
  /** A case could not be run to its end, so its payment may be unfinished. */
  #hasStumbled = false;

  private constructor(testBench: TestBench) {
    this.#testBench = testBench;
  }

  static async open(options: TestBenchOptions = {}): Promise<Runner> {
    return new Runner(await TestBench.open(options));
  }

  async close(): Promise<void> {
    await this.#life?.kill();
    await this.#testBench.close();
  }

  /**
   * @param onStandstill called when the host has been stopped at its boundary, and needs no processor until it
   * continues
   */
  async run(one: Case, onStandstill: () => void = () => undefined): Promise<CaseResult> {
    const startedAt = performance.now();
    const findings: Finding[] = [];
    const base = { name: nameOf(one), case: one, findings };
    try {
      return { ...base, ...(await this.#run(one, findings, onStandstill)), tookMs: performance.now() - startedAt };
    } catch (error) {
      // The suite itself failed, which is not a pass. The next case gets a new host.
      findings.push({ wrong: 'stuck', what: `the case could not be run: ${describe(error)}` });
      await this.#life?.kill();
      this.#life = null;
      this.#hasStumbled = true;
      const none = { wasKilled: false, boundaries: [], resolvedMs: null, tillMs: null, state: null };
      return { ...base, ...none, tookMs: performance.now() - startedAt };
    } finally {
      this.#onShown = () => undefined;
    }
  }

  async #run(
    one: Case,
    findings: Finding[],
    onStandstill: () => void,
  ): Promise<Omit<CaseResult, 'name' | 'case' | 'findings' | 'tookMs'>> {
    const { platform } = this.#testBench;
    const scenario = scenarioOf(one.scenario);
    const isLate = isLateDay(one);
    const pace = paceOf(one);
    const pauseMs = one.twist === 'paused' ? Number(one.also) : 0;
    const id = randomUUID();
    const earlier = randomUUID();
    this.#attempts.push(earlier, id);
    const stage = (life: Life): Stage => ({
      life,
      route: one.route,
      platform,
      hands: this.#testBench.handsOf(one.route),
      id,
      earlier,
      terminal: this.#testBench.terminalOf(one.route),
      amountMinor: scenario.amountMinor,
      pauseMs,
    });

    // --- preparation
    const present = (this.#life ??= await this.#start(1, null));
    if (!present) throw new Error('the host ended by itself');
    let life: Life = present;
    if (!(await life.ready(this.#testBench.terminalOf(one.route), TERMINAL_WITHIN_MS))) {
      throw new Error('the terminal did not become ready again');
    }
    if (this.#hasStumbled) await this.#resolveOlder(life);
    await platform.control(
      { type: 'clear-faults' },
      { type: 'cloud-route', card: scenario.card, decidesAfterMs: 30, answers: 'pending' },
    );
    // The query may have met a fault of the case before.
    if (one.route === 'cloud' && !(await life.hasDevice(this.#testBench.terminalOf(one.route), TERMINAL_WITHIN_MS))) {
      throw new Error('the platform does not say which Device the terminal is');
    }
    if (`${one.fault}${one.recoveryFault}`.includes('other-record')) await playBefore(scenario, stage(life));
    const words: Promise<void>[] = [];
    const named = new Set<string>();
    let isRestarted = false;
    this.#onShown = (view) => {
      if (view.id !== id) return;
      if (isRestarted) findings.push(...untruePrompt(view));
      const news = namedIn(view).filter((one) => !named.has(one));
      for (const name of news) named.add(name);
      if (isFinal(view) || news.length > 0) words.push(this.#checkWords(view, one, findings));
    };

    await scenario.prepare?.(stage(life));
    await platform.control(...(scenario.faults ?? []), ...faultOf(one.fault));
    const pause = one.twist === 'paused' ? { pauseMs } : {};
    stage(life).hands.forget();
    if (pauseMs > 0)
      life.onBoundary = (name) => {
        if (name !== one.killAt) return;
        scenario.atStandstill?.(stage(life));
        onStandstill();
      };
    this.#paced(await life.watch({ attempt: id, killAt: one.killAt, ...pause }, pace), pace);

    // --- the payment, and its end
    let wasKilled = await endsHost(() => scenario.run(stage(life)));
    // The last steps may come after the awaited screen; the faults have ended by then.
    const isMended = !wasKilled && one.fault === one.recoveryFault;
    if (!wasKilled) wasKilled = await endsHost(() => this.#settle(stage(life), false));
    const { boundaries } = life;
    stage(life).hands.walkAway();
    let resolvedMs: number | null = null;
    let tillMs: number | null = null;

    // --- the host restarts
    if (wasKilled) {
      await life.died;
      this.#life = null;
      await platform.control(
        { type: 'clear-faults' },
        { type: 'cloud-route', decidesAfterMs: 30 },
        ...faultOf(isMended ? 'calm' : one.recoveryFault),
      );
      await scenario.whileAway?.(stage(life));
      if (one.twist === 'rolled-back') loseCommits(this.#testBench.journal, Number(one.also));
      if (one.twist === 'power-cut') await this.#testBench.powerCut();
      if (one.twist === 'unplugged') stage(life).hands.cable(false);
      isRestarted = true;
      const startedAt = performance.now();
      if (one.twist === 'again' && one.also !== null) await this.#dieAgain(pace, id, one.also);
      const next = await this.#start(pace, { attempt: id, killAt: null });
      if (!next) throw new Error('the host ended by itself while coming back');
      life = next;
      this.#life = next;
      const view = await this.#resolved(stage(life));
      // A late request comes minutes later, not the hour that its seconds are at this pace: the till searches for it
      // for a quarter of an hour.
      if (isLate) this.#paced(await life.watch({ attempt: id, killAt: null }, 1), 1);
      if (view) {
        resolvedMs = performance.now() - startedAt;
        tillMs = life.startedMs + Math.max(0, Date.parse(view.updatedAt) - life.engineNow);
      }
      if (one.twist === 'unplugged') stage(life).hands.cable(true);
      if (view && scenario.goOn) await scenario.goOn(stage(life), life.view(id) ?? view);
      if (view) await this.#pressAgain(stage(life));
    }

    // --- the comparison
    const view = await this.#settle(stage(life), isLate && wasKilled);
    await Promise.all(words);
    findings.push(...compare(id, view, await platform.truth(id), this.#testBench.recoveryLog()));
    if (one.twist === 'paused') {
      wasKilled = boundaries.includes(one.killAt ?? '');
      if (stage(life).hands.hasShown(/APPROVED/) && view?.state !== 'captured') {
        findings.push({ wrong: 'words', what: `the terminal says APPROVED, the till ${view?.state}` });
      }
    }
    this.#paced(await life.watch({ attempt: null, killAt: null }, 1), 1);
    await platform.follow(this.#clock.now);
    return { wasKilled, boundaries, resolvedMs, tillMs, state: view?.state ?? null };
  }

  /**
   * Compares everything that both sides have, by lists alone: anything that a case left behind, or that a later case
   * caused.
   */
  async audit(): Promise<Finding[]> {
    const life = (this.#life ??= await this.#start(1, null));
    if (!life) return [{ wrong: 'stuck', what: 'the host ended by itself' }];
    await this.#testBench.platform.control({ type: 'clear-faults' });
    await life.ask((client) => client.payment.poll());
    await life.quiet();
    const { holds, transfers } = await this.#testBench.platform.everything();
    const log = this.#testBench.recoveryLog();
    const findings: Finding[] = [];
    const accountedFor = new Set<string>();
    for (const id of this.#attempts) {
      const own = holds.filter((hold) => hold.idempotency_id === `tillbridge-${id}`);
      const isOwn = ({
        authorization,
        idempotency_id: key,
      }: {
        authorization: string | null;
        idempotency_id: string | null;
      }) => own.some((hold) => hold.id === authorization) || key === `tillbridge-${id}`;
      const moved = transfers.filter(isOwn);
      const reversals = transfers.filter(({ parent_transfer: parent }) => moved.some((one) => one.id === parent));
      for (const { id: known } of [...own, ...moved, ...reversals]) accountedFor.add(known);
      let view: AttemptView | undefined;
      try {
        view = await life.ask((client) => client.payment.get({ attempt: id }));
      } catch (error) {
        if (error instanceof HostGone) throw error;
      }
      const truth: Truth = { holds: own, moved, reversals };
      for (const { wrong, what } of compare(id, view, truth, log)) {
        findings.push({ wrong, what: `payment ${id}: ${what}` });
      }
    }
    const strangers = [...holds, ...transfers].filter(({ id }) => !accountedFor.has(id));
    for (const { id } of strangers) findings.push({ wrong: 'lost', what: `${id} belongs to no payment of this till` });
    return findings;
  }

  async #checkWords(view: AttemptView, one: Case, findings: Finding[]): Promise<void> {
    const truth = await this.#testBench.platform.truth(view.id);
    findings.push(...doubles(truth), ...foreign(view, truth), ...otherCurrency(view, truth));
    // A request that is carried out long after the search for it makes the screen wrong until the reconciliation poll:
    // see the README.
    if (isLateDay(one) || !isFinal(view)) return;
    findings.push(...untrueWords(view, truth), ...tooEarly(view, truth));
    if (one.fault.includes('meanwhile')) findings.push(...tooSoon(view, truth));
  }

  async #start(pace: number, watch: Parameters<Life['watch']>[0] | null): Promise<Life | null> {
    const now = this.#engineNow() + 5;
    this.#clock = { now, at: performance.now(), pace };
    const shown = (view: AttemptView): void => this.#onShown(view);
    return Life.start(this.#testBench.config, { now, pace, watch, shown });
  }

  /** Latest time that the engine's clock can have had when its host was killed. */
  #engineNow(): number {
    const { now, at, pace } = this.#clock;
    return Math.ceil(Math.max(Date.now(), now + (performance.now() - at) * pace));
  }

  #paced(engineNow: number, pace: number): void {
    this.#clock = { now: engineNow, at: performance.now(), pace };
  }

  /** Runs a host that is killed at a boundary of its recovery, or that finishes without passing the boundary. */
  async #dieAgain(pace: number, attempt: string, killAt: string): Promise<void> {
    const life = await this.#start(pace, { attempt, killAt });
    if (!life) return;
    await endsHost(async () => {
      await life.until(attempt, isFinal, RESOLVED_WITHIN_MS);
      await life.quiet();
    });
    await life.kill();
  }

  /** Resolves the payment of a failed case first, because it would affect every later case. */
  async #resolveOlder(life: Life): Promise<void> {
    this.#paced(await life.watch({ attempt: null, killAt: null }, PACE.cable), PACE.cable);
    for (const { id } of life.open()) await life.until(id, (view) => !isOpenAttempt(view), RESOLVED_WITHIN_MS);
    this.#paced(await life.watch({ attempt: null, killAt: null }, 1), 1);
    this.#hasStumbled = false;
  }

  /**
   * Waits until the attempt is at rest: ended, held, or waiting for the cashier. Resolves with undefined if the till
   * does not have the attempt.
   */
  async #resolved(stage: Stage): Promise<AttemptView | undefined> {
    const { life, id } = stage;
    if (!life.view(id)) return undefined;
    const isGiving = (view: AttemptView): boolean => view.reversals.some(({ state }) => state === 'pending');
    const isStanding = (view: AttemptView): boolean => view.state === 'partial' || isAtRest(view);
    const view = await life.until(id, (one) => isStanding(one) || isGiving(one), RESOLVED_WITHIN_MS);
    if (!view || !isGiving(view)) return view;
    await reversalsDone(stage);
    return life.view(id);
  }

  /** The cashier, unsure, presses Charge again: the existing payment is returned, without any other effect. */
  async #pressAgain({ life, id, route, terminal }: Stage): Promise<void> {
    const view = life.view(id);
    if (!view) return;
    const way = route === 'cloud' ? 'cloud' : 'cable';
    // The content is the same as before, because other content under a known id is refused.
    const { kind, order, totalMinor: amountMinor } = view;
    const input = { id, kind, amountMinor, currency: 'USD', terminal, order, route: way } as const;
    await life.ask((client) => client.payment.start(input));
  }

  /** Polls until till and platform agree, or the time for that has elapsed. */
  async #settle({ life, id, platform, pauseMs }: Stage, isLate: boolean): Promise<AttemptView | undefined> {
    if (isLate) await this.#untilArrived(id);
    await platform.control({ type: 'clear-faults' });
    const end = performance.now() + SETTLED_WITHIN_MS + pauseMs;
    for (;;) {
      await life.ask((client) => client.payment.poll());
      await life.quiet();
      if (life.view(id)) await life.until(id, isFinal, Math.max(0, end - performance.now()));
      const view = life.view(id);
      const findings = compare(id, view, await platform.truth(id), this.#testBench.recoveryLog());
      if (findings.length === 0 || performance.now() > end) return view;
      await delay(50);
    }
  }

  async #untilArrived(id: string): Promise<void> {
    const end = performance.now() + LATE_MS + 1_000;
    while (performance.now() < end) {
      const { holds, moved } = await this.#testBench.platform.truth(id);
      if (holds.length + moved.length > 0) return;
      await delay(50);
    }
  }
}

const isLateDay = ({ fault, recoveryFault }: Case): boolean => `${fault}${recoveryFault}`.includes('late');

/** Plays another payment of the same kind on a calm day: faulty answers name its records instead of this payment's. */
async function playBefore(scenario: Scenario, stage: Stage): Promise<void> {
  const before = { ...stage, id: stage.earlier };
  await scenario.prepare?.(before);
  await scenario.run(before);
  if (!(await stage.life.ready(stage.terminal, TERMINAL_WITHIN_MS))) throw new Error('the terminal is not ready again');
}

/** Resolves with true if the host ended during the task. */
async function endsHost(task: () => Promise<unknown>): Promise<boolean> {
  try {
    await task();
    return false;
  } catch (error) {
    if (error instanceof HostGone) return true;
    throw error;
  }
}

function paceOf({ route, fault, twist, killAt }: Case): number {
  // A pause is as long for the engine as for everything else.
  if (twist === 'paused') return 1;
  if (route !== 'cloud') return fault.includes('meanwhile') ? PACE.cableMeanwhile : PACE.cable;
  // Only a request that never arrives is searched for through the whole window.
  const isMissing = /drop-before|late/.test(fault) || /^(begin|authorize)\//.test(killAt ?? '');
  return isMissing ? PACE.cloudLookingFor : PACE.cloud;
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.constructor.name} ${error.message}` : String(error);
}
