/** Runs cases one after another on one stand. The host that recovered from one case is the victim of the next. */
import { randomUUID } from 'node:crypto';
import { isOpenAttempt, type AttemptView } from '../../electron/contract/index.ts';
import { nameOf, type Case } from './cases.ts';
import { loseCommits } from './lose-commits.ts';
import { faultOf, LATE_MS } from './faults.ts';
import type { Truth } from './platform.ts';
import { delay } from './process-children.ts';
import { scenarioOf } from './scenarios.ts';
import { isAtRest, isFinal, reversalsDone, type Scenario, type Stage } from './steps.ts';
import { Stand, type StandOptions } from './stand.ts';
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
  /** The host was killed, or stood still, where it was to be; false: it came to its end without passing there. */
  wasKilled: boolean;
  /** Of a rehearsal: the boundaries it passed. */
  boundaries: string[];
  /** From the start of the new host until the payment stood still, as measured; null where nothing was to be resolved. */
  resolvedMs: number | null;
  /** The same with look-up waits at their true length: an upper bound, since answers are stretched with them. */
  tillMs: number | null;
  /** What the screen says in the end; null: the till never began it. */
  state: AttemptView['state'] | null;
  tookMs: number;
}

/** How much faster the engine's waits run. The cloud's look-up window is six minutes, the cable's twenty seconds. */
const PACE = { cable: 40, cableMeanwhile: 5, cloud: 40, cloudLookingFor: 900 };
// Bounds of a machine with much else to do; a case of a right till takes half a second.
const TERMINAL_WITHIN_MS = 40_000;
const RESOLVED_WITHIN_MS = 40_000;
const SETTLED_WITHIN_MS = 8_000;

export class Runner {
  readonly #stand: Stand;
  #life: Life | null = null;
  /** The engine's clock as far as it is known: its time at a moment of the wall's, and how fast it runs since. */
  #clock = { now: Date.now(), at: performance.now(), pace: 1 };
  #onShown: (view: AttemptView) => void = () => undefined;
  readonly #attempts: string[] = [];
  /** A case could not be run to its end: its payment may be left. */
  #hasStumbled = false;

  private constructor(stand: Stand) {
    this.#stand = stand;
  }

  static async open(options: StandOptions = {}): Promise<Runner> {
    return new Runner(await Stand.open(options));
  }

  async close(): Promise<void> {
    await this.#life?.kill();
    await this.#stand.close();
  }

  /** `onStandstill`: the host has been stopped where the case wants it, and needs no processor until it goes on. */
  async run(one: Case, onStandstill: () => void = () => undefined): Promise<CaseResult> {
    const startedAt = performance.now();
    const findings: Finding[] = [];
    const base = { name: nameOf(one), case: one, findings };
    try {
      return { ...base, ...(await this.#run(one, findings, onStandstill)), tookMs: performance.now() - startedAt };
    } catch (error) {
      // The suite itself stumbled: that is no pass. The next case gets a new host.
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
    const { platform } = this.#stand;
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
      hands: this.#stand.handsOf(one.route),
      id,
      earlier,
      terminal: this.#stand.terminalOf(one.route),
      amountMinor: scenario.amountMinor,
      pauseMs,
    });

    // --- everybody takes their places
    const present = (this.#life ??= await this.#start(1, null));
    if (!present) throw new Error('the host ended by itself');
    let life: Life = present;
    if (!(await life.ready(this.#stand.terminalOf(one.route), TERMINAL_WITHIN_MS))) {
      throw new Error('the terminal did not become ready again');
    }
    if (this.#hasStumbled) await this.#resolveOlder(life);
    await platform.control(
      { type: 'clear-faults' },
      { type: 'cloud-route', card: scenario.card, decidesAfterMs: 30, answers: 'pending' },
    );
    // The question may have run into a fault of the case before.
    if (one.route === 'cloud' && !(await life.hasDevice(this.#stand.terminalOf(one.route), TERMINAL_WITHIN_MS))) {
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
    // The last steps may be taken after the screen has what it waits for, and then the bad day is over.
    const isMended = !wasKilled && one.fault === one.recoveryFault;
    if (!wasKilled) wasKilled = await endsHost(() => this.#settle(stage(life), false));
    const { boundaries } = life;
    stage(life).hands.walkAway();
    let resolvedMs: number | null = null;
    let tillMs: number | null = null;

    // --- the host comes back
    if (wasKilled) {
      await life.died;
      this.#life = null;
      await platform.control(
        { type: 'clear-faults' },
        { type: 'cloud-route', decidesAfterMs: 30 },
        ...faultOf(isMended ? 'calm' : one.recoveryFault),
      );
      await scenario.whileAway?.(stage(life));
      if (one.twist === 'rolled-back') loseCommits(this.#stand.journal, Number(one.also));
      if (one.twist === 'power-cut') await this.#stand.powerCut();
      if (one.twist === 'unplugged') stage(life).hands.cable(false);
      isRestarted = true;
      const startedAt = performance.now();
      if (one.twist === 'again' && one.also !== null) await this.#dieAgain(pace, id, one.also);
      const next = await this.#start(pace, { attempt: id, killAt: null });
      if (!next) throw new Error('the host ended by itself while coming back');
      life = next;
      this.#life = next;
      const view = await this.#resolved(stage(life));
      // What is late comes minutes later, not the hour that its seconds are at this pace: the till looks for it a quarter of one.
      if (isLate) this.#paced(await life.watch({ attempt: id, killAt: null }, 1), 1);
      if (view) {
        resolvedMs = performance.now() - startedAt;
        tillMs = life.startedMs + Math.max(0, Date.parse(view.updatedAt) - life.engineNow);
      }
      if (one.twist === 'unplugged') stage(life).hands.cable(true);
      if (view && scenario.goOn) await scenario.goOn(stage(life), life.view(id) ?? view);
      if (view) await this.#pressAgain(stage(life));
    }

    // --- the truth
    const view = await this.#settle(stage(life), isLate && wasKilled);
    await Promise.all(words);
    findings.push(...compare(id, view, await platform.truth(id), this.#stand.recoveryLog()));
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

  /** Compares everything both sides hold, by lists alone: whatever a case left behind, or a later one brought about. */
  async audit(): Promise<Finding[]> {
    const life = (this.#life ??= await this.#start(1, null));
    if (!life) return [{ wrong: 'stuck', what: 'the host ended by itself' }];
    await this.#stand.platform.control({ type: 'clear-faults' });
    await life.ask((client) => client.payment.poll());
    await life.quiet();
    const { holds, transfers } = await this.#stand.platform.everything();
    const log = this.#stand.recoveryLog();
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
    const truth = await this.#stand.platform.truth(view.id);
    findings.push(...doubles(truth), ...foreign(view, truth), ...otherCurrency(view, truth));
    // What is carried out long after nobody could find it makes the screen wrong until the reconciliation poll: said in the README.
    if (isLateDay(one) || !isFinal(view)) return;
    findings.push(...untrueWords(view, truth), ...tooEarly(view, truth));
    if (one.fault.includes('meanwhile')) findings.push(...tooSoon(view, truth));
  }

  async #start(pace: number, watch: Parameters<Life['watch']>[0] | null): Promise<Life | null> {
    const now = this.#engineNow() + 5;
    this.#clock = { now, at: performance.now(), pace };
    const shown = (view: AttemptView): void => this.#onShown(view);
    return Life.start(this.#stand.config, { now, pace, watch, shown });
  }

  /** No later than this the engine's clock was at when its host died. */
  #engineNow(): number {
    const { now, at, pace } = this.#clock;
    return Math.ceil(Math.max(Date.now(), now + (performance.now() - at) * pace));
  }

  #paced(engineNow: number, pace: number): void {
    this.#clock = { now: engineNow, at: performance.now(), pace };
  }

  /** A host that is killed at a boundary of its recovery, or that finishes without passing there. */
  async #dieAgain(pace: number, attempt: string, killAt: string): Promise<void> {
    const life = await this.#start(pace, { attempt, killAt });
    if (!life) return;
    await endsHost(async () => {
      await life.until(attempt, isFinal, RESOLVED_WITHIN_MS);
      await life.quiet();
    });
    await life.kill();
  }

  /** What a case left that could not be run is resolved first: every case after it would stumble over it. */
  async #resolveOlder(life: Life): Promise<void> {
    this.#paced(await life.watch({ attempt: null, killAt: null }, PACE.cable), PACE.cable);
    for (const { id } of life.open()) await life.until(id, (view) => !isOpenAttempt(view), RESOLVED_WITHIN_MS);
    this.#paced(await life.watch({ attempt: null, killAt: null }, 1), 1);
    this.#hasStumbled = false;
  }

  /** Waits until the attempt stands still: ended, held, or waiting for the cashier. Undefined: the till knows none. */
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

  /** The cashier, unsure, presses Charge again: the payment there is comes back, and nothing else happens. */
  async #pressAgain({ life, id, route, terminal }: Stage): Promise<void> {
    const view = life.view(id);
    if (!view) return;
    const way = route === 'cloud' ? 'cloud' : 'cable';
    // The same contents: others under a known id are refused.
    const { kind, order, totalMinor: amountMinor } = view;
    const input = { id, kind, amountMinor, currency: 'USD', terminal, order, route: way } as const;
    await life.ask((client) => client.payment.start(input));
  }

  /** Polls until till and platform agree, or for as long as they may take. */
  async #settle({ life, id, platform, pauseMs }: Stage, isLate: boolean): Promise<AttemptView | undefined> {
    if (isLate) await this.#untilArrived(id);
    await platform.control({ type: 'clear-faults' });
    const end = performance.now() + SETTLED_WITHIN_MS + pauseMs;
    for (;;) {
      await life.ask((client) => client.payment.poll());
      await life.quiet();
      if (life.view(id)) await life.until(id, isFinal, Math.max(0, end - performance.now()));
      const view = life.view(id);
      const findings = compare(id, view, await platform.truth(id), this.#stand.recoveryLog());
      if (findings.length === 0 || performance.now() > end) return view;
      await delay(50);
    }
  }

  async #untilArrived(id: string): Promise<void> {
    const end = performance.now() + LATE_MS + 1_000;
    while (performance.now() < end) {
      const { holds, moved } = await this.#stand.platform.truth(id);
      if (holds.length + moved.length > 0) return;
      await delay(50);
    }
  }
}

const isLateDay = ({ fault, recoveryFault }: Case): boolean => `${fault}${recoveryFault}`.includes('late');

/** Another payment of the kind, on a calm day: its records are what an answer names in the place of this one's. */
async function playBefore(scenario: Scenario, stage: Stage): Promise<void> {
  const before = { ...stage, id: stage.earlier };
  await scenario.prepare?.(before);
  await scenario.run(before);
  if (!(await stage.life.ready(stage.terminal, TERMINAL_WITHIN_MS))) throw new Error('the terminal is not ready again');
}

/** True when the host died over it. */
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
  // A pause is as long for the engine as for everybody.
  if (twist === 'paused') return 1;
  if (route !== 'cloud') return fault.includes('meanwhile') ? PACE.cableMeanwhile : PACE.cable;
  // Only what never arrives is looked for through the whole window.
  const isMissing = /drop-before|late/.test(fault) || /^(begin|authorize)\//.test(killAt ?? '');
  return isMissing ? PACE.cloudLookingFor : PACE.cloud;
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.constructor.name} ${error.message}` : String(error);
}
