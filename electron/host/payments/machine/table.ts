/**
 * The payment machine as one table: for each phase the events that have a meaning in it. An event that a row lacks is
 * ignored there, and a phase without a row does not compile. Money rules are numbered as in the README.
 *
 * Events about a reversal of an attempt are handled in the same way in every phase, so they are in reversals.ts. The
 * graph that the table describes is drawn in graph.md.
 */
import { authorizationCallFailed, decided, inquiryRestarted, notFound, pending } from './bank.ts';
import { doubtFromLog, reopenFromLog, doubtFromLogUnless } from './journal-lag.ts';
import { operatorDecided } from './decisions.ts';
import type { TimedEvent } from './events.ts';
import {
  captureAsked,
  completed,
  holdExpired,
  keep,
  releaseUnconfirmedRepeat,
  releaseHold,
  repeatAnswered,
  voidAsked,
} from './release-hold.ts';
import { lateAnswer, notFoundAfterDone, answerAboutHold } from './late-responses.ts';
import {
  captureAgain,
  capturedRead,
  captureCallFailed,
  captureRead,
  captureRestarted,
  readTransfer,
  transferRead,
  voidAgain,
  voidCallFailed,
  voidRead,
} from './money.ts';
import {
  afterWait,
  cancelOnDevice,
  continueInquiry,
  done,
  enterDoubt,
  idle,
  lookUp,
  read,
  stay,
  withReason,
  type CallFailed,
  type Step,
} from './inquiry.ts';
import { reversalsRestarted, type ReversalEventType } from './reversals.ts';
import type { Attempt, AttemptIn, InquiringPhase, PhaseName } from './state.ts';
import {
  answerUndelivered,
  cancelAgain,
  cancelAgainLater,
  cancelling,
  cardRead,
  cardReadTooLate,
  ended,
  endedUnpaid,
  neverSent,
  notRecorded,
  stopTerminal,
  terminalRefused,
  terminalStarted,
} from './terminal.ts';

/** Events about the attempt itself, after its first. */
type OwnEvent = Exclude<TimedEvent, { type: 'begin' | 'adopted' | ReversalEventType }>;

type Row<Name extends PhaseName> = {
  readonly [Type in OwnEvent['type']]?: (
    attempt: AttemptIn<Name>,
    event: Extract<OwnEvent, { type: Type }>,
  ) => Step | undefined;
};

const always: Row<PhaseName> = {
  'cancel-too-late': (attempt) => stay({ ...attempt, isCancelTooLate: true }),
  'journal-behind': doubtFromLog,
};

/** Phases that await the terminal or an answer. */
const open: Row<PhaseName> = {
  ...always,
  'cancel-asked': cancelling(stay),
  // The terminal did not accept the cancel; its own end (which the driver limits in time) decides.
  'cancel-failed': stay,
  // Whatever the reply to the CANCEL was, the payment is read (facts, 1.5).
  'device-cancelled': stay,
};

/** Nothing has been sent to the platform. */
const unsent: Row<PhaseName> = { ...open, 'terminal-finished': ended(endedUnpaid), restarted: neverSent };

/** The outcome is known, and the till waits only for the terminal's end, whatever that is. */
const leaving: Row<'refusing' | 'finishing'> = {
  ...open,
  'respond-failed': (attempt, { at }) => done(attempt, attempt.phase.outcome, at),
  'terminal-finished': ended((attempt, at) => done(attempt, attempt.phase.outcome, at), { mayRepeat: true }),
  restarted: (attempt, { at }) => done(idle(attempt), attempt.phase.outcome, at),
};

/**
 * The platform's answer is still to come; if the terminal ends before, an approval is voided. An impatient terminal
 * asks again: the request in progress is the same (rule 2).
 */
const answerDue: Row<PhaseName> = { ...open, 'online-request': stay, 'terminal-finished': ended(stay) };

const cancelOverCloud = cancelling((attempt) => ({ attempt, effects: cancelOnDevice(attempt) }));
const cancelTooLate = cancelling((attempt) => stay({ ...attempt, isCancelTooLate: true }));
const readAgain = (attempt: Attempt): Step => ({ attempt: idle(attempt), effects: read(attempt) });
const transferReadAgain = (attempt: AttemptIn<'confirming'>): Step => readTransfer(idle(attempt));
const inDoubtAfterRestart = (attempt: Attempt, { at }: { at: number }): Step =>
  enterDoubt(idle(attempt), 'restarted', at);
const askAgain = (attempt: AttemptIn<InquiringPhase>, missed: CallFailed): Step =>
  continueInquiry(withReason(attempt, missed), missed.at);

export const table: { readonly [Name in PhaseName]: Row<Name> } = {
  starting: {
    ...unsent,
    'terminal-started': terminalStarted,
    'terminal-refused': terminalRefused,
    'online-request': cardRead, // a terminal's event may arrive before "started"
    'not-recorded': notRecorded,
    'cancel-asked': cancelling((attempt) => ({ attempt, effects: [{ type: 'give-up-start' }] })),
  },
  waiting: {
    ...unsent,
    'online-request': cardRead,
    'not-recorded': notRecorded,
    'cancel-asked': cancelling((attempt) => stopTerminal({ ...attempt, phase: { name: 'stopping' } })),
  },
  stopping: { ...unsent, 'online-request': cardReadTooLate, 'respond-failed': stay },
  authorizing: {
    ...answerDue,
    authorization: decided,
    'authorization-missing': authorizationCallFailed,
    'cancel-asked': cancelOverCloud, // the terminal is answered when the platform has answered: an approval is voided
    'cancel-failed': cancelAgainLater,
    'device-cancelled': cancelAgainLater, // a create that the platform still holds open ends separately
    retry: cancelAgain,
    restarted: inDoubtAfterRestart,
    'journal-behind': doubtFromLogUnless('authorize', inDoubtAfterRestart),
  },
  polling: {
    ...answerDue,
    found: (attempt, { answer, at }) => (answer ? decided(attempt, { answer, at }) : pending(attempt, at)),
    'lookup-missing': (attempt, { at }) => pending(attempt, at),
    // Restart the count of reads: after some more reads the CANCEL is sent again (bank.ts).
    'cancel-asked': cancelling((attempt) => ({
      attempt: { ...attempt, phase: { ...attempt.phase, tries: 0 } },
      effects: cancelOnDevice(attempt),
    })),
    'device-cancelled': (attempt) => ({ attempt, effects: read(attempt) }),
    retry: (attempt, { pendingMs }) => {
      const phase = pendingMs === undefined ? attempt.phase : { ...attempt.phase, pendingMs };
      return { attempt: { ...attempt, phase }, effects: read(attempt) };
    },
    restarted: readAgain,
    'journal-behind': doubtFromLogUnless('authorize', readAgain),
  },
  'in-doubt': {
    ...answerDue,
    found: (attempt, { answer, at }) => (answer ? decided(attempt, { answer, at }) : notFound(attempt, at)),
    'lookup-missing': askAgain,
    'cancel-asked': cancelOverCloud,
    'operator-decided': operatorDecided,
    retry: (attempt, { waitedMs }) => ({ attempt: afterWait(attempt, waitedMs), effects: lookUp(attempt) }),
    restarted: inquiryRestarted,
    'journal-behind': doubtFromLogUnless('authorize', inquiryRestarted),
  },
  completing: {
    ...open,
    'online-request': stay,
    'respond-failed': answerUndelivered,
    'terminal-finished': ended((attempt, at, end) =>
      end.kind === 'approved'
        ? completed({ ...attempt, isCancelTooLate: attempt.cancel !== null }, at)
        : releaseHold(attempt, at),
    ),
    // The card may be completing this instant: the terminal's own end decides between "cancelled" and "too late".
    'cancel-asked': cancelling(stopTerminal),
    restarted: (attempt, { at }) => releaseHold(idle(attempt), at),
  },
  refusing: { ...leaving },
  finishing: {
    ...leaving,
    'cancel-asked': cancelTooLate,
    'journal-behind': (attempt, { at }) => done(idle(attempt), attempt.phase.outcome, at), // the money has moved
  },
  deciding: {
    ...open,
    found: (attempt, { answer, ...times }) => (answer ? answerAboutHold(attempt, { answer, ...times }) : undefined),
    capture: answerAboutHold,
    'cancel-asked': cancelling(releaseHold),
    'part-kept': (attempt, { at }) => keep(attempt, at),
    'void-asked': voidAsked,
    restarted: (attempt) => stay(idle(attempt)),
  },
  asking: {
    ...open,
    'repeat-answered': repeatAnswered,
    'cancel-asked': cancelling(releaseHold),
    retry: (attempt, { at }) => releaseUnconfirmedRepeat(attempt, at), // no answer came in time
    // The age of the question is unknown after a restart, and a host that keeps restarting would keep it open forever.
    restarted: (attempt, { at }) => releaseUnconfirmedRepeat(idle(attempt), at),
  },
  held: {
    ...always,
    found: (attempt, { answer, ...times }) => (answer ? answerAboutHold(attempt, { answer, ...times }) : undefined),
    capture: answerAboutHold,
    'capture-asked': captureAsked,
    'void-asked': voidAsked,
    'hold-expired': (attempt, { at }) => holdExpired(attempt, at),
    restarted: (attempt) => stay(idle(attempt)),
  },
  capturing: {
    ...open,
    found: (attempt, { answer, at }) => (answer ? captureRead(attempt, { answer, at }) : continueInquiry(attempt, at)),
    'lookup-missing': askAgain,
    capture: (attempt, { isRefused, ...event }) => captureRead(attempt, event, isRefused ? undefined : 'till'),
    'capture-missing': captureCallFailed,
    'cancel-asked': cancelTooLate,
    'operator-decided': operatorDecided,
    retry: captureAgain,
    restarted: captureRestarted,
    'journal-behind': doubtFromLogUnless('capture', captureRestarted),
  },
  confirming: {
    ...open,
    transfer: transferRead,
    'transfer-missing': askAgain,
    'cancel-asked': cancelTooLate,
    'operator-decided': operatorDecided,
    retry: (attempt, { waitedMs }) => readTransfer(afterWait(attempt, waitedMs)),
    restarted: transferReadAgain,
    'journal-behind': transferReadAgain,
  },
  voiding: {
    ...open,
    found: (attempt, { answer, ...times }) =>
      answer ? voidRead(attempt, { answer, ...times }) : continueInquiry(attempt, times.at),
    'lookup-missing': askAgain,
    void: voidRead,
    'void-missing': voidCallFailed,
    'respond-failed': stay,
    'terminal-finished': ended(stay, { mayRepeat: true }),
    'operator-decided': operatorDecided,
    retry: voidAgain,
    restarted: readAgain,
    'journal-behind': doubtFromLogUnless('void', readAgain),
  },
  done: {
    ...always,
    authorization: lateAnswer,
    found: (attempt, { answer, at, heardAt }) =>
      answer ? lateAnswer(attempt, { answer, at }) : notFoundAfterDone(attempt, { at, heardAt }),
    capture: lateAnswer,
    void: lateAnswer,
    transfer: capturedRead,
    restarted: (attempt, { at }) =>
      attempt.reversals.length === 0 ? undefined : reversalsRestarted(idle(attempt), at),
    'journal-behind': reopenFromLog,
  },
};
