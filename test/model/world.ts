/**
 * One state of the model: what the host knows of each attempt, what the platform keeps, what the terminal does, and what is
 * on the wires between them. A state is kept as a short string of small numbers, which is also its identity.
 */
import type { AttemptKind, ChargeRequest, PaymentRoute } from '../../electron/contract/index.ts';
import type { Effect, Intent, MachineEvent } from '../../electron/host/payments/machine/index.ts';
import { NOW } from './canonical.ts';
import type { Book, Known } from './machine.ts';
import type { Refusals } from './refusals.ts';

/** How an attempt of a scenario is asked for. */
export interface Plan {
  kind: AttemptKind;
  route: PaymentRoute;
  tipMinor?: number;
  /** Held on top so that a tip fits. */
  tipRoomMinor?: number;
  isTipOnTerminal?: boolean;
  partialApproval?: ChargeRequest['partialApproval'];
  /** The same card paid the same amount minutes before: somebody is asked, or nobody can be. */
  repeat?: NonNullable<Intent['repeat']>;
}

/** What the platform may make of a create request that reaches it. */
export type BankWord = 'approve' | 'over' | 'part' | 'part-tipped' | 'decline' | 'pending' | 'unknown';

/** What the world may do in a scenario. Everything not named here is always possible. */
export interface Scenario {
  name: string;
  plans: readonly Plan[];
  /** What a repeated `idempotency_id` gets: the original, a refusal naming it, or a plain refusal. */
  repeats: 'original' | 'named' | 'plain';
  bank: readonly BankWord[];
  /** A capture's Transfer may be PENDING and fail afterwards. */
  isBatched?: boolean;
  /** Network faults in all; absent: without limit. */
  faults?: number;
  /** Crashes of the host in all; absent: without limit. */
  crashes?: number;
  /** `one`: the same one, as often as it is asked for; so that what follows is gone through deeper. */
  hasReversals?: boolean | 'one' | 'decided';
  /** Terminal and cashier do nothing unusual, so that what follows a capture is gone through to the end. */
  isCounterQuiet?: boolean;
  /** Customers leave their card in after the end, and some do not enter their PIN. */
  hasCardLeftIn?: boolean;
  hasDecisions?: boolean;
  /** Somebody captures or voids through the platform's own dashboard. */
  hasOtherHand?: boolean;
  /** Holds run out. */
  hasExpiry?: boolean;
  /** The disk may acknowledge what it does not write: after the next crash the journal is older than the recovery log. */
  hasLostWrites?: boolean;
  /** Terminal events may come twice, or carry the id of another attempt. */
  hasUnmatchedEvents?: boolean;
}

/** What a mutated host does otherwise than the engine. */
export interface Habits {
  /** A create that is sent again takes a new key. */
  isKeyRenewed?: boolean;
  /** A reversal that is sent again takes a new key. */
  isReversalKeyRenewed?: boolean;
  /** The id on a terminal's event is not compared. */
  isForeignApplied?: boolean;
  /** Every reply is believed, whichever record it names, and in whichever currency. */
  isAnyReplyBelieved?: boolean;
  /** The next sale does not wait. */
  isBusyIgnored?: boolean;
  /** The next sale does not wait for a CANCEL that is on its way. */
  isCancelIgnored?: boolean;
  /** A start does not wait for the card of the payment before to be taken out. */
  isSlotIgnored?: boolean;
  /** After a crash the journal is believed, whatever the recovery log says. */
  isJournalBelieved?: boolean;
  /** A reversal that only the recovery log knows is not taken up. */
  isReversalForgotten?: boolean;
}

export interface Context {
  scenario: Scenario;
  book: Book;
  habits: Habits;
  /** The platform's refusals, as its port hands them on. */
  refusals: Refusals;
  /** Hears of every event that is written to the journal of an attempt, and of the state after it. */
  journaled?: (index: number, event: MachineEvent, to: Known) => void;
  timePassed?: () => void;
  /** From here on the journal of this attempt is not on disk; and: after a crash only what was on disk is left. */
  diskStops?: (index: number) => void;
  wentBack?: (index: number) => void;
}

export const GOODS = 1_000;
export const PART = 600;
/** What a bank approves above what it was asked for, and names as nothing. */
export const OVER = 500;
/** What somebody else captures of a hold: no amount that the till ever asks for. */
export const ELSEWHERE = 350;
/** A tip left on the terminal, cloud route. */
export const TERMINAL_TIP = 100;
export const WITHOUT_LIMIT = 255;

/** What a plan asks the card for, minor units. */
export function askedOf({ tipMinor = 0, tipRoomMinor = 0 }: Plan): number {
  return GOODS + tipMinor + tipRoomMinor;
}

/** States of a record at the platform, as small numbers. */
export const NONE = 0;
export const PENDING = 1;
export const SUCCEEDED = 2;
export const FAILED = 3;
export const CANCELED = 4;
export const UNKNOWN = 5;

/** What the platform keeps about one attempt. Amounts in minor units. */
export interface Ledger {
  /** The Authorization under the attempt's key; for a refund its Transfer. */
  state: number;
  amount: number;
  isVoid: boolean;
  /** Why it failed or was cancelled: 0 nothing, 1 the bank, 2 at the device, 3 through the API. */
  why: number;
  isExpired: boolean;
  transfer: number;
  captured: number;
  back: readonly [Back, Back];
  /** Records under keys that are not the attempt's own. There must never be one. */
  extra: number;
}

export interface Back {
  state: number;
  amount: number;
}

export interface Side {
  known: Known | null;
  ledger: Ledger;
  /** Calls the host waits for: effect number * 65536 + status. */
  calls: number[];
  /** Requests on the wire that nobody waits for any more: effect numbers. */
  lateRequests: number[];
  /** Timers of the host: 1 the attempt's own, 2 and 4 its reversals'. */
  waits: number;
  /** What really happened, for the rules to compare with: `ghost`. */
  ghost: number;
  /** The journal as it is on disk, where that lost what it acknowledged since; null: all of it is there. */
  durable: Known | null;
  /** The recovery log, where writes may be lost: `logged`. */
  log: number;
}

/** What is told apart in the recovery log of an attempt. */
export const logged = {
  /** Steps that stand in it and not in the journal on disk, a bit each, in this order. */
  steps: ['authorize', 'hold', 'ask', 'capture', 'void', 'reverse'],
  /** The last step of the attempt itself, one of the first five: its place there, from 1; three bits. */
  last: 64,
  /** A reversal stands in it. */
  reversal: 512,
} as const;

export const ghost = {
  /** A create request was put on the wire. */
  sent: 1,
  /** The terminal completed this attempt: the card said yes. */
  approved: 2,
  /** Every window has passed since it was first looked up. */
  waited: 4,
  /** How often in a row the platform said "nothing under this key": 0 to 3, in two bits. */
  missed: 8,
  /** A person said "paid". */
  decidedPaid: 32,
  /** A person asked for the hold's capture. */
  captureAsked: 64,
  /** The first reversal, the capture, the void: sent (once, in steps of 4), and sent again (that bit, twice). */
  reverseSent: 128,
  captureSent: 512,
  voidSent: 2_048,
  /** The platform said why this can never be captured. */
  refusedForGood: 8_192,
} as const;

/** The bit of a request that may be sent more than once; null for others. */
export function sentBitOf(effect: Effect): number | null {
  if (effect.type === 'capture') return ghost.captureSent;
  if (effect.type === 'void') return ghost.voidSent;
  return effect.type === 'reverse' && effect.reversal === 'r1' ? ghost.reverseSent : null;
}

export interface Terminal {
  /** The attempt it works on, or worked on last; -1: none yet. */
  of: number;
  phase: TerminalPhase;
  /** It has been asked to stop. */
  isAsked: boolean;
  /** The payment whose card is still in the slot, once it is over; -1: none. */
  slot: number;
  /** Events on the cable: attempt named * 65536 + event number. */
  queue: number[];
}

const terminalPhases = ['idle', 'waiting', 'online', 'completing', 'refusing'] as const;
type TerminalPhase = (typeof terminalPhases)[number];

export interface World {
  sides: Side[];
  terminal: Terminal;
  faults: number;
  crashes: number;
  /** A rule broken on the way into this state. Not part of its identity. */
  breach: string | null;
}

const nothing: Ledger = {
  state: NONE,
  amount: 0,
  isVoid: false,
  why: 0,
  isExpired: false,
  transfer: NONE,
  captured: 0,
  back: [
    { state: NONE, amount: 0 },
    { state: NONE, amount: 0 },
  ],
  extra: 0,
};

export function start(scenario: Scenario): World {
  return {
    sides: scenario.plans.map(() => ({
      known: null,
      ledger: nothing,
      calls: [],
      lateRequests: [],
      waits: 0,
      ghost: 0,
      durable: null,
      log: 0,
    })),
    terminal: { of: -1, phase: 'idle', isAsked: false, slot: -1, queue: [] },
    faults: scenario.faults ?? WITHOUT_LIMIT,
    crashes: scenario.crashes ?? WITHOUT_LIMIT,
    breach: null,
  };
}

export function intentOf(plan: Plan, index: number): Intent {
  return {
    attempt: index === 0 ? 'first' : 'second',
    kind: plan.kind,
    route: plan.route,
    amountMinor: GOODS,
    tipMinor: plan.tipMinor ?? 0,
    ...(plan.tipRoomMinor === undefined ? {} : { tipRoomMinor: plan.tipRoomMinor }),
    ...(plan.repeat === undefined ? {} : { repeat: plan.repeat }),
    surchargeMinor: 0,
    isTipOnTerminal: plan.isTipOnTerminal ?? false,
    partialApproval: plan.partialApproval ?? 'accept',
    currency: 'USD',
    terminal: 'counter',
    terminalSerialNumber: 'B61378A',
    terminalLink: 'serial',
    order: null,
    note: null,
    cardTimeoutMs: 60_000,
    listLagMs: 60_000,
    startedAt: NOW,
  };
}

export function sideAt(world: World, index: number): Side {
  const side = world.sides[index];
  if (!side) throw new Error(`no attempt ${index}`);
  return side;
}

/** A copy that can be changed without the original noticing. Ledgers are replaced, never changed. */
export function copy(world: World): World {
  const { terminal } = world;
  return {
    sides: world.sides.map((side) => ({ ...side, calls: [...side.calls], lateRequests: [...side.lateRequests] })),
    terminal: { ...terminal, queue: [...terminal.queue] },
    faults: world.faults,
    crashes: world.crashes,
    breach: null,
  };
}

/** Lists are put in an order that does not depend on who was numbered first, so that a way can be gone again elsewhere. */
export function encode(world: World, book: Book): string {
  const { terminal } = world;
  const out: number[] = [
    world.faults,
    world.crashes,
    (terminal.of + 1) * 16 +
      terminalPhases.indexOf(terminal.phase) * 2 +
      (terminal.isAsked ? 1 : 0) +
      (terminal.slot + 1) * 64,
    terminal.queue.length,
  ];
  for (const one of terminal.queue) out.push(Math.floor(one / 65_536), one % 65_536);
  for (const { known, ledger, calls, lateRequests, waits, ghost: seen, durable, log } of world.sides) {
    const { back } = ledger;
    const bits =
      ledger.state +
      8 * (ledger.isVoid ? 1 : 0) +
      16 * ledger.why +
      64 * (ledger.isExpired ? 1 : 0) +
      128 * ledger.transfer +
      1024 * ledger.extra;
    out.push(known ? known.id + 1 : 0, bits, ledger.amount, ledger.captured);
    out.push(back[0].state + 8 * back[1].state, back[0].amount, back[1].amount, seen, waits);
    out.push(durable ? durable.id + 1 : 0, log);
    out.push(calls.length * 16 + lateRequests.length);
    if (calls.length > 1) calls.sort((a, b) => book.compareCalls(a, b));
    if (lateRequests.length > 1) lateRequests.sort((a, b) => book.compareCalls(a * 65_536, b * 65_536));
    for (const one of calls) out.push(Math.floor(one / 65_536), one % 65_536);
    for (const one of lateRequests) out.push(one);
  }
  return String.fromCharCode(...out);
}

export function decode(key: string, book: Book): World {
  let place = 0;
  const next = (): number => key.charCodeAt(place++);
  const pair = (): number => next() * 65_536 + next();
  const faults = next();
  const crashes = next();
  const word = next();
  const queue = Array.from({ length: next() }, pair);
  const terminal: Terminal = {
    of: (Math.floor(word / 16) % 4) - 1,
    phase: terminalPhases[Math.floor(word / 2) % 8] ?? 'idle',
    isAsked: word % 2 === 1,
    slot: Math.floor(word / 64) - 1,
    queue,
  };
  const sides: Side[] = [];
  while (place < key.length) {
    const id = next();
    const bits = next();
    const amount = next();
    const captured = next();
    const backs = next();
    const back: Ledger['back'] = [
      { state: backs % 8, amount: next() },
      { state: Math.floor(backs / 8), amount: next() },
    ];
    const seen = next();
    const waits = next();
    const onDisk = next();
    const log = next();
    const counts = next();
    sides.push({
      known: id === 0 ? null : book.at(id - 1),
      ledger: {
        state: bits % 8,
        amount,
        isVoid: (bits & 8) !== 0,
        why: (bits >> 4) & 3,
        isExpired: (bits & 64) !== 0,
        transfer: (bits >> 7) & 7,
        captured,
        back,
        extra: bits >> 10,
      },
      calls: Array.from({ length: counts >> 4 }, pair),
      lateRequests: Array.from({ length: counts & 15 }, next),
      waits,
      ghost: seen,
      durable: onDisk === 0 ? null : book.at(onDisk - 1),
      log,
    });
  }
  return { sides, terminal, faults, crashes, breach: null };
}
