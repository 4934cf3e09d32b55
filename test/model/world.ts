/**
 * Defines a state of the model: the host's knowledge of each attempt, the platform's records, the terminal's phase, and
 * the messages on the network between them. A state is stored as a short string of small numbers, which is also its
 * identity.
 */
import type { AttemptKind, ChargeRequest, PaymentRoute } from '../../electron/contract/index.ts';
import type { Effect, Intent, MachineEvent } from '../../electron/host/payments/machine/index.ts';
import { NOW } from './canonical.ts';
import type { Book, Known } from './machine.ts';
import type { Refusals } from './refusals.ts';

/** Request of one attempt in a scenario. */
export interface Plan {
  kind: AttemptKind;
  route: PaymentRoute;
  tipMinor?: number;
  /** Additional held amount, so that a tip fits. */
  tipRoomMinor?: number;
  isTipOnTerminal?: boolean;
  partialApproval?: ChargeRequest['partialApproval'];
  /**
   * Answer to a possible duplicate (same card, same amount, minutes before): ask the cashier, or refuse when that is
   * impossible.
   */
  repeat?: NonNullable<Intent['repeat']>;
}

/** Possible results of a create request that arrives at the platform. */
export type BankWord = 'approve' | 'over' | 'part' | 'part-tipped' | 'decline' | 'pending' | 'unknown';

/** Possible events in a scenario. Everything without a field here is always possible. */
export interface Scenario {
  name: string;
  plans: readonly Plan[];
  /** Answer to a repeated `idempotency_id`: the original, a refusal that contains its id, or a plain refusal. */
  repeats: 'original' | 'named' | 'plain';
  bank: readonly BankWord[];
  /** A capture's Transfer may be PENDING, and fail afterwards. */
  isBatched?: boolean;
  /** Maximum network faults in total; absent means no limit. */
  faults?: number;
  /** Maximum crashes of the host in total; absent means no limit. */
  crashes?: number;
  /** `one` repeats the same reversal, so that the search reaches deeper states. */
  hasReversals?: boolean | 'one' | 'decided';
  /** Terminal and cashier do nothing unusual, so that everything after a capture is explored completely. */
  isCounterQuiet?: boolean;
  /** Some customers leave their card in after the end, and some do not enter their PIN. */
  hasCardLeftIn?: boolean;
  hasDecisions?: boolean;
  /** A user captures or voids in the platform's own dashboard. */
  hasOtherHand?: boolean;
  /** Holds expire. */
  hasExpiry?: boolean;
  /** The disk may acknowledge lost writes, so that after the next crash the journal is older than the recovery log. */
  hasLostWrites?: boolean;
  /** Terminal events may arrive twice, or contain the id of another attempt. */
  hasUnmatchedEvents?: boolean;
}

/** Deviations of a mutated host from the engine. */
export interface Deviations {
  /** A create that is sent again has a new key. */
  isKeyRenewed?: boolean;
  /** A reversal that is sent again has a new key. */
  isReversalKeyRenewed?: boolean;
  /** The id in a terminal's event is not compared. */
  isForeignApplied?: boolean;
  /** Every reply is accepted, whatever its record and currency. */
  isAnyReplyBelieved?: boolean;
  /** The next sale does not wait for the previous one. */
  isBusyIgnored?: boolean;
  /** The next sale does not wait for a CANCEL that is on its way. */
  isCancelIgnored?: boolean;
  /** A start does not wait until the previous payment's card is removed. */
  isSlotIgnored?: boolean;
  /** After a crash the journal is trusted, whatever the recovery log contains. */
  isJournalBelieved?: boolean;
  /** A reversal that only the recovery log contains is not adopted. */
  isReversalForgotten?: boolean;
}

export interface Context {
  scenario: Scenario;
  book: Book;
  deviations: Deviations;
  /** The platform's refusals, as its port returns them. */
  refusals: Refusals;
  /** Called with every event in the journal of an attempt, and the state after it. */
  journaled?: (index: number, event: MachineEvent, to: Known) => void;
  timePassed?: () => void;
  /**
   * `diskStops` is called when the attempt's journal stops reaching the disk; `wentBack` when a crash leaves only what
   * was on disk.
   */
  diskStops?: (index: number) => void;
  wentBack?: (index: number) => void;
}

export const GOODS = 1_000;
export const PART = 600;
/** Unreported amount that a bank approves above the requested one. */
export const OVER = 500;
/** Amount that a user captures elsewhere. The till never asks for this amount. */
export const ELSEWHERE = 350;
/** A tip left on the terminal, cloud route. */
export const TERMINAL_TIP = 100;
export const WITHOUT_LIMIT = 255;

/** Amount that a plan requests from the card, minor units. */
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

/** The platform's records of one attempt. Amounts in minor units. */
export interface Ledger {
  /** State of the Authorization under the attempt's key; for a refund, of its Transfer. */
  state: number;
  amount: number;
  isVoid: boolean;
  /** Reason of the failure or cancellation: 0 none, 1 the bank, 2 at the device, 3 through the API. */
  why: number;
  isExpired: boolean;
  transfer: number;
  captured: number;
  back: readonly [Back, Back];
  /** Number of records under other keys. It must always be 0. */
  extra: number;
}

export interface Back {
  state: number;
  amount: number;
}

export interface Side {
  known: Known | null;
  ledger: Ledger;
  /** Calls whose answer the host awaits: effect number * 65536 + status. */
  calls: number[];
  /** Effect numbers of requests on the network that the host no longer awaits. */
  lateRequests: number[];
  /** Timers of the host: 1 the attempt's own, 2 and 4 its reversals'. */
  waits: number;
  /** Facts of the past that the rules compare with; the bits are in `ghost`. */
  ghost: number;
  /** The journal on disk if it has lost acknowledged writes, or null when it is complete. */
  durable: Known | null;
  /** The recovery log, where writes may be lost; the bits are in `logged`. */
  log: number;
}

/** Distinguished contents of an attempt's recovery log. */
export const logged = {
  /** Steps in the recovery log that are not in the journal on disk, one bit each, in this order. */
  steps: ['authorize', 'hold', 'ask', 'capture', 'void', 'reverse'],
  /** The last step of the attempt itself, as its position in the first five, from 1; three bits. */
  last: 64,
  /** Set when the log contains a reversal. */
  reversal: 512,
} as const;

export const ghost = {
  /** A create request was sent. */
  sent: 1,
  /** The terminal completed this attempt: the card approved. */
  approved: 2,
  /** Every window has passed since the first lookup. */
  waited: 4,
  /** Consecutive answers "nothing under this key" of the platform: 0..3, in two bits. */
  missed: 8,
  /** A user decided "paid". */
  decidedPaid: 32,
  /** A user asked for the capture of the hold. */
  captureAsked: 64,
  /**
   * Bits of the first reversal, the capture and the void: sent once (in steps of 4), and sent again (that bit, twice).
   */
  reverseSent: 128,
  captureSent: 512,
  voidSent: 2_048,
  /** The platform gave a reason why this can never be captured. */
  refusedForGood: 8_192,
} as const;

/** The bit of a request that may be sent more than once, or null for others. */
export function sentBitOf(effect: Effect): number | null {
  if (effect.type === 'capture') return ghost.captureSent;
  if (effect.type === 'void') return ghost.voidSent;
  return effect.type === 'reverse' && effect.reversal === 'r1' ? ghost.reverseSent : null;
}

export interface Terminal {
  /** Attempt that the terminal works on, or worked on last; -1 before the first. */
  of: number;
  phase: TerminalPhase;
  /** True if the terminal was asked to stop. */
  isAsked: boolean;
  /** The ended payment whose card is still in the slot; -1 when the slot is empty. */
  slot: number;
  /** Events on the cable: attempt in the event * 65536 + event number. */
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

/** A copy that can be changed without affecting the original. Ledgers are replaced, never changed. */
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

/** Sorts lists independently of the numbering, so that a path can be replayed elsewhere. */
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
