/**
 * Models a payment link and a card for one order: the real link machine, the real guards between the two, and a card
 * payment by the payment machine from begin to capture. Around them are the platform with its delayed lists, the
 * network, crashes, a customer with a phone, and a cashier with two ways to take the payment. Lists everything that can
 * happen next, one event at a time.
 */
import { sameCardWithinMsOf } from '../../electron/contract/index.ts';
import type { AttemptView } from '../../electron/contract/index.ts';
import { begin, transition, viewOf, type TimedEvent } from '../../electron/host/payments/machine/index.ts';
import { Guards } from '../../electron/host/pay-links/guards.ts';
import {
  beginLink,
  isUnfinished,
  linkViewOf,
  queryOf,
  nextLink,
  nextPollMs,
  type Link,
  type LinkEffect,
  type LinkEvent,
  type LinkPayment,
  type LinkRecord,
} from '../../electron/host/pay-links/machine/index.ts';
import { NOW } from './canonical.ts';
import { chipCard } from './platform.ts';
import { GOODS, intentOf } from './world.ts';

export interface LinkScenario {
  name: string;
  faults: number;
  crashes: number;
  /** True if the platform's lists may lag for longer than the delay before the till's second poll. */
  hasLongLag: boolean;
}

/** Deviations of a mutated host. */
export interface LinkDeviations {
  next?: typeof nextLink;
  /** A single poll without a payment is accepted, as before the second poll was introduced. */
  isOnePollEnough?: boolean;
  /** A refused create counts as proof that no link exists. */
  isRefusalBelieved?: boolean;
  /** The order is charged while its link can be paid. */
  isGuardIgnored?: boolean;
  /** A link that has ended is not polled again. */
  isNeverWatched?: boolean;
}

interface Call {
  effect: LinkEffect;
  /** Answer, or null while the answer is on its way. */
  answer: LinkEvent | null;
}

export interface LinkWorld {
  link: Link | null;
  call: Call | null;
  /** Another poll is wanted as soon as the answer arrives. */
  isWanted: boolean;
  /** Time that timers waited since the last step, milliseconds. */
  waitedMs: number;
  /** A create without a waiting caller is on the network. */
  isCreateLate: boolean;
  platform: { state: LinkRecord['state'] | 'NONE'; payment: LinkPayment['state'] | 'NONE'; isUnlisted: boolean };
  /** The customer has seen the link's address. */
  isShown: boolean;
  /** An end without a payment was shown. */
  isReported: boolean;
  /** Progress of the card payment, as an index of `card`; -1 before its start. */
  card: number;
  faults: number;
  crashes: number;
  /** A rule broken on the way to this state. */
  breach: string | null;
}

/** The steps of the card payment: the guards' view of it, and whether its request was sent. */
const card = ((): { view: AttemptView; isSent: boolean }[] => {
  const answer = {
    id: 'AU',
    state: 'SUCCEEDED',
    isVoid: false,
    amountMinor: GOODS,
    requestedMinor: GOODS,
    tipMinor: null,
    expiresAt: null,
    transfer: null,
    failureCode: null,
    card: chipCard,
  } as const;
  const transfer = { id: 'TR', state: 'SUCCEEDED', amountMinor: GOODS, tipMinor: null, failureCode: null } as const;
  const events: TimedEvent[] = [
    { type: 'terminal-started', at: NOW },
    { type: 'online-request', entryMode: 'chip', at: NOW },
    { type: 'authorization', answer, at: NOW },
    { type: 'terminal-finished', end: { kind: 'approved', wantsSignature: false }, at: NOW },
    { type: 'capture', answer: { ...answer, transfer: 'TR' }, at: NOW },
    { type: 'transfer', transfer, at: NOW },
  ];
  const intent = { ...intentOf({ kind: 'sale', route: 'cable' }, 0), order: 'T7' };
  let { attempt } = begin({ type: 'begin', intent, at: NOW });
  let isSent = false;
  return [
    { view: viewOf(attempt, null), isSent },
    ...events.map((event) => {
      const step = transition(attempt, event);
      if (!step) throw new Error(`a card payment does not take ${event.type}`);
      attempt = step.attempt;
      isSent ||= step.effects.some(({ type }) => type === 'authorize');
      return { view: viewOf(attempt, null), isSent };
    }),
  ];
})();

export const isCaptured = (world: LinkWorld): boolean => world.card === card.length - 1;

export function startOf({ faults, crashes }: LinkScenario): LinkWorld {
  return {
    link: null,
    call: null,
    isWanted: false,
    waitedMs: 0,
    isCreateLate: false,
    platform: { state: 'NONE', payment: 'NONE', isUnlisted: false },
    isShown: false,
    isReported: false,
    card: -1,
    faults,
    crashes,
    breach: null,
  };
}

const sight = { polledAt: null, missedPolls: 0 };
export const linkView = (link: Link) => linkViewOf(link, sight);
const isMoney = ({ payment }: LinkWorld['platform']): boolean => payment === 'PENDING' || payment === 'SUCCEEDED';
/** A customer who has the address can pay through the link, is paying, or has paid. */
const isPayable = ({ isShown, platform }: LinkWorld): boolean =>
  isShown && (platform.state === 'ACTIVE' || isMoney(platform));

type Emit = (next: LinkWorld, label: string) => void;

export class LinkModel {
  readonly #scenario: LinkScenario;
  readonly #deviations: LinkDeviations;

  constructor(scenario: LinkScenario, deviations: LinkDeviations = {}) {
    this.#scenario = scenario;
    this.#deviations = deviations;
  }

  expand(world: LinkWorld, emit: Emit): void {
    this.#people(world, emit);
    this.#wire(world, emit);
    this.#platform(world, emit);
    const { link, call } = world;
    if (!link) return;
    if (!call && this.isWatched(link)) emit(this.looked(world), 'the till looks');
    if (link.phase.name === 'open') emit(this.#dispatch(world, { type: 'ended' }), 'its time is over');
    if (world.crashes > 0) emit(this.#crashed(world), 'the host crashes and starts again');
  }

  isWatched(link: Link): boolean {
    if (isUnfinished(link)) return true;
    return !this.#deviations.isNeverWatched && nextPollMs(link, 0, 0) !== null;
  }

  /** The next poll after its wait. Lists lag for less than the delay before the second poll, or for longer. */
  looked(world: LinkWorld): LinkWorld {
    const { link, platform } = world;
    if (!link) return world;
    const isSecondLook = link.phase.name === 'closing' && link.phase.outMs !== null;
    const isListed = isSecondLook && !this.#scenario.hasLongLag;
    const next = { ...world, waitedMs: waitBefore(link) };
    return this.#ask(isListed ? { ...next, platform: { ...platform, isUnlisted: false } } : next, queryOf(link));
  }

  #people(world: LinkWorld, emit: Emit): void {
    const { link, platform } = world;
    if (!link && world.card < 0) {
      const intent = {
        link: 'L1',
        amountMinor: GOODS,
        tipMinor: 0,
        tipMaxMinor: 0,
        currency: 'USD',
        order: 'T7',
        note: null,
        part: null,
        minutes: 15,
        startedAt: NOW,
      };
      const { link: made } = beginLink({ type: 'begin', intent, at: NOW });
      emit(this.#ask({ ...world, link: made }, { type: 'create' }), 'the cashier makes a link');
    }
    if (link && isUnfinished(link) && link.closeAsked === null)
      emit(this.#dispatch(world, { type: 'close-asked', by: 'cashier' }), 'the cashier closes the link');
    if (link && world.card < 0 && this.#mayCharge(link)) emit({ ...world, card: 0 }, 'the order is charged by card');
    if (world.card >= 0 && world.card < card.length - 1) emit(this.cardGoesOn(world), 'the card payment goes on');
    if (world.isShown && platform.state === 'ACTIVE' && platform.payment === 'NONE') {
      for (const isUnlisted of [false, true]) {
        const paying = { ...platform, isUnlisted, payment: 'PENDING' } as const;
        emit(
          { ...world, platform: paying },
          `the customer pays by phone${isUnlisted ? ', and no list says so yet' : ''}`,
        );
      }
    }
  }

  cardGoesOn(world: LinkWorld): LinkWorld {
    const next = { ...world, card: world.card + 1 };
    if (card[next.card]?.isSent && !card[world.card]?.isSent && isPayable(world) && !this.#scenario.hasLongLag)
      next.breach = 'an order is charged by card while its link can be paid, or is';
    return next;
  }

  /** Asks the guards before a charge, like the order desk. */
  #mayCharge(link: Link): boolean {
    if (this.#deviations.isGuardIgnored) return true;
    const view = linkView(link);
    const guards = new Guards({
      sameCardWithinMs: sameCardWithinMsOf({}),
      state: () => ({ attempts: [], payLinks: [view] }),
      paymentsOfOrder: () => [],
      unfinishedLinks: () => (isUnfinished(link) ? [view] : []),
      linksOfOrder: () => [view],
      notesOfOrder: () => [],
      now: () => NOW,
    });
    const sale = { order: 'T7', amountMinor: GOODS, totalMinor: GOODS, currency: 'USD', part: null };
    try {
      guards.noLink(sale, true); // for a sale with an order, the answer "another customer" changes nothing
      guards.noneRunning(sale);
      guards.notPaidByLink(sale);
      guards.notPaidAlready(sale);
      return true;
    } catch {
      return false;
    }
  }

  #wire(world: LinkWorld, emit: Emit): void {
    const { call } = world;
    if (world.isCreateLate) emit(this.createdLate(world), 'a belated create arrives');
    if (!call) return;
    const name = call.effect.type;
    if (call.answer) {
      emit(this.answered(world), `${name}: its answer is read`);
      return;
    }
    emit(this.arrived(world), `${name}: is carried out`);
    if (world.faults === 0) return;
    const worse = { ...world, faults: world.faults - 1 };
    emit({ ...worse, call: { ...call, answer: { type: 'no-answer' } } }, `${name}: is lost`);
    emit(
      { ...this.arrived(worse), call: { ...call, answer: { type: 'no-answer' } } },
      `${name}: is carried out, and its answer lost`,
    );
    if (name !== 'create') return;
    const failure = { code: 'API_CONFLICT', message: '' } as const;
    const type = this.#deviations.isRefusalBelieved ? 'not-made' : 'create-refused';
    const refused: Call = { ...call, answer: { type, failure } };
    emit({ ...worse, call: refused }, 'create: is refused');
    emit({ ...this.arrived(worse), call: refused }, 'create: is refused, and was carried out');
    emit({ ...worse, call: { ...call, answer: { type: 'no-answer' } }, isCreateLate: true }, 'create: is late');
  }

  createdLate(world: LinkWorld): LinkWorld {
    return { ...world, isCreateLate: false, platform: made(world.platform) };
  }

  /** The platform has the request, and its answer is on the way back. */
  arrived(world: LinkWorld): LinkWorld {
    const { call } = world;
    if (!call) return world;
    let { platform } = world;
    if (call.effect.type === 'create') platform = made(platform);
    if (call.effect.type === 'deactivate' && platform.state === 'ACTIVE')
      platform = { ...platform, state: 'DEACTIVATED' };
    const record = recordOf(platform);
    const answer: LinkEvent = record ? { type: 'record', record } : { type: 'not-found' };
    return { ...world, platform, call: { ...call, answer } };
  }

  answered(world: LinkWorld): LinkWorld {
    const { call } = world;
    if (!call?.answer) return world;
    const next = this.#dispatch({ ...world, call: null, isWanted: false }, call.answer);
    return world.isWanted && !next.call && next.link && isUnfinished(next.link)
      ? this.#ask(next, queryOf(next.link))
      : next;
  }

  #platform(world: LinkWorld, emit: Emit): void {
    const { platform } = world;
    if (platform.payment === 'PENDING') {
      emit(paid(world), 'the payment by phone succeeds');
      emit({ ...world, platform: { ...platform, payment: 'FAILED' } }, 'the payment by phone fails');
    }
    if (platform.isUnlisted) emit({ ...world, platform: { ...platform, isUnlisted: false } }, 'the lists catch up');
    if (platform.state === 'ACTIVE')
      emit({ ...world, platform: { ...platform, state: 'EXPIRED' } }, 'the platform ends the link');
  }

  #crashed(world: LinkWorld): LinkWorld {
    const { link, call, crashes } = world;
    const isLeft = call?.answer === null && call.effect.type === 'create';
    const next: LinkWorld = {
      ...world,
      crashes: crashes - 1,
      call: null,
      isWanted: false,
      waitedMs: 0,
      isCreateLate: world.isCreateLate || isLeft,
    };
    if (!link || !isUnfinished(link)) return next;
    const again = this.#dispatch(next, { type: 'restarted' });
    return again.call || !again.link ? again : this.#ask(again, queryOf(again.link));
  }

  /** A link has at most one running request. */
  #ask(world: LinkWorld, effect: LinkEffect): LinkWorld {
    return world.call ? { ...world, isWanted: true } : { ...world, call: { effect, answer: null } };
  }

  #dispatch(world: LinkWorld, event: LinkEvent): LinkWorld {
    const { link } = world;
    if (!link) return world;
    const timed = { ...event, at: NOW, ...(this.#deviations.isOnePollEnough ? {} : { waitedMs: world.waitedMs }) };
    const step = (this.#deviations.next ?? nextLink)(link, timed);
    if (!step) return world;
    let next: LinkWorld = {
      ...world,
      link: step.link,
      waitedMs: 0,
      isShown: world.isShown || step.link.phase.name === 'open',
    };
    next = this.#told(next);
    for (const effect of step.effects) next = this.#ask(next, effect);
    return next;
  }

  /** Checks that the state shown from now on is true at this time. */
  #told(world: LinkWorld): LinkWorld {
    const { link, platform } = world;
    if (link?.phase.name !== 'done' || link.phase.outcome.kind === 'paid') return world;
    const { state } = linkView(link);
    const isWrong = world.isShown && isMoney(platform) && !this.#scenario.hasLongLag;
    return { ...world, isReported: true, breach: isWrong ? `"${state}" while somebody pays, or has paid` : null };
  }
}

/** Delay before the next poll, milliseconds. A search without a result ends after four polls. */
function waitBefore({ phase }: Link): number {
  if (phase.name === 'in-doubt') return 25_000;
  return phase.name === 'closing' && phase.outMs !== null ? 5_000 : 1_000;
}

/** Several creates make one link. */
function made(platform: LinkWorld['platform']): LinkWorld['platform'] {
  return platform.state === 'NONE' ? { ...platform, state: 'ACTIVE' } : platform;
}

export function paid(world: LinkWorld): LinkWorld {
  const { platform } = world;
  const state = platform.state === 'ACTIVE' ? 'COMPLETED' : platform.state;
  return { ...world, platform: { ...platform, state, payment: 'SUCCEEDED' } };
}

function recordOf({ state, payment, isUnlisted }: LinkWorld['platform']): LinkRecord | null {
  if (state === 'NONE') return null;
  const one = { transfer: 'TR-link', amountMinor: GOODS, currency: 'USD' };
  const payments = payment === 'NONE' || isUnlisted ? [] : [{ ...one, state: payment }];
  return { id: 'PL', url: 'https://pay.example/PL', state, payments };
}
