import type {
  ActionResult,
  AttemptView,
  DeviceAction,
  Failure,
  FailureCode,
  TerminalView,
} from '../../electron/contract/index.ts';
import type { IconName } from '../components/icon.tsx';
import { platformWords, entryOf } from '../text/index.ts';
import type { TechnicianTexts } from '../text/technician-words.ts';

/** Action that a technician requested. */
export interface ActionRequest {
  /** Id of the Device, or of the terminal when there is no Device. */
  device: string;
  /** Id of the terminal, set when there is no Device: the action goes by the cable. */
  terminal?: string;
  action: DeviceAction;
  activationCode?: string;
  idleMessage?: string;
}

/** One action of one Device, from the request to its result. Times are in milliseconds since 1970. */
export type ActionRun = { request: ActionRequest; startedMs: number } & (
  | { state: 'running' }
  | { state: 'done'; result: ActionResult; endedMs: number }
  | { state: 'failed'; failure: Failure; endedMs: number }
);

/** A finished action as text, the same for the screen and for speech. */
export interface ActionMessage {
  icon: IconName;
  /** False when the action may have to be repeated. */
  isDone: boolean;
  title: string;
  /** Values that were read back, the outcome of a payment, or the failure; one sentence each. */
  sentences: string[];
  next: string | null;
  /** The route, and the duration. */
  facts: string[];
  code: string | null;
}

/** Current state of the mirror: the terminal on the cable, and the cancelled payment. */
export interface MirrorState {
  terminal: TerminalView | undefined;
  attempt: AttemptView | undefined;
  nowMs: number;
}

function restartWords(
  terminal: TerminalView | undefined,
  startedMs: number,
  nowMs: number,
  texts: TechnicianTexts,
): string[] {
  const { restart } = texts.words.technician.result;
  if (!terminal) return [];
  const changedMs = Date.parse(terminal.since);
  const isUp = terminal.state === 'ready' || terminal.state === 'busy';
  if (!isUp) return [restart.away];
  return [changedMs >= startedMs ? restart.back({ age: texts.ageAgo(nowMs - changedMs) }) : restart.under];
}

/** Compares the result with the request. `isTaken` is false when the platform's own answer contradicts the request. */
function outcomeWords(
  run: { request: ActionRequest; startedMs: number; result: ActionResult },
  { terminal, attempt, nowMs }: MirrorState,
  texts: TechnicianTexts,
): { title: string; sentences: string[]; isTaken: boolean } {
  const text = texts.words.technician.result;
  const { request, result } = run;
  const { device } = result;
  switch (request.action) {
    case 'ACTIVATE':
    case 'DEACTIVATE': {
      const wanted = request.action === 'ACTIVATE';
      const title = wanted ? text.activated : text.deactivated;
      if (!device) return { title, sentences: [text.notRead], isTaken: true };
      if (device.isEnabled === null) return { title, sentences: [text.readEnabledUnknown], isTaken: true };
      const sentence = device.isEnabled ? text.readEnabled : text.readNotEnabled;
      return { title, sentences: [sentence], isTaken: device.isEnabled === wanted };
    }
    case 'CREATE_IDLE_MESSAGE': {
      // The terminal itself shows the message: the platform's record does not have it.
      if (result.route === 'cable')
        return { title: text.idleMessageSent, sentences: [text.shownByTerminal], isTaken: true };
      if (!device) return { title: text.idleMessageSent, sentences: [text.notRead], isTaken: true };
      const read = device.idleMessage;
      const sentence = read === null || read === '' ? text.readNoIdleMessage : text.readIdleMessage({ text: read });
      return { title: text.idleMessageSent, sentences: [sentence], isTaken: read === request.idleMessage };
    }
    case 'CANCEL': {
      const payment = attempt ?? result.attempt;
      const sentence = payment
        ? text.paymentEnds[payment.state]({
            amount: texts.money(payment.capturedMinor ?? payment.amountMinor, payment.currency),
          })
        : text.noPayment;
      return { title: text.cancelSent, sentences: [sentence], isTaken: true };
    }
    case 'REBOOT': {
      const read = device && result.route === 'platform' ? [text.readConnection[device.connection]] : [];
      return {
        title: text.restartSent,
        sentences: [...restartWords(terminal, run.startedMs, nowMs, texts), ...read],
        isTaken: true,
      };
    }
  }
}

/** True for failures after which the action may still have been done. */
function mayBeDone(failure: Failure): boolean {
  return ['API_TIMEOUT', 'API_BROKEN', 'API_SERVER', 'API_UNREADABLE', 'HOST_INTERNAL'].includes(failure.code);
}

/** Returns a failure's sentence for this screen, where no customer is being charged. */
export function failureWords(failure: Failure, texts: TechnicianTexts): string {
  return entryOf(texts.words.technician.result.failures, failure.code) ?? texts.words.failures[failure.code].what;
}

/** Failures that are corrected at the terminal itself. */
const atTerminal: readonly FailureCode[] = ['DEVICE_CODE_MISSING', 'DEVICE_CODE_WRONG', 'DEVICE_OFFLINE'];

function nextOf(failure: Failure, { words: { failures, technician } }: TechnicianTexts): string {
  if (atTerminal.includes(failure.code)) return failures[failure.code].next;
  return mayBeDone(failure) ? technician.result.failedUnsureNext : technician.result.failedNext;
}

/**
 * Describes a finished action. Pure; `meanwhile` keeps the text correct while the terminal restarts or a payment ends.
 */
export function describeAction(
  run: Exclude<ActionRun, { state: 'running' }>,
  meanwhile: MirrorState,
  texts: TechnicianTexts,
): ActionMessage {
  const { technician } = texts.words;
  const text = technician.result;
  if (run.state === 'failed') {
    return {
      icon: 'warning',
      isDone: false,
      title: technician.actions.words[run.request.action].notDone,
      sentences: [failureWords(run.failure, texts), platformWords(run.failure, texts)].filter(
        (words) => words !== null,
      ),
      next: nextOf(run.failure, texts),
      facts: [text.took({ time: texts.tenths(run.endedMs - run.startedMs) })],
      code: run.failure.code,
    };
  }
  const { result } = run;
  const message = outcomeWords(run, meanwhile, texts);
  return {
    icon: message.isTaken ? 'tick' : 'warning',
    isDone: message.isTaken,
    title: message.isTaken
      ? message.title
      : text.notTaken({ action: technician.actions.words[run.request.action].name }),
    sentences: message.sentences,
    next: message.isTaken ? null : text.notTakenNext,
    facts: [text.route[result.route], text.took({ time: texts.tenths(result.tookMs) })],
    code: null,
  };
}

/** Describes the data on a port without a terminal, and how to correct it, or null if the data is unknown. */
export function heardWords({ code, context }: Failure, texts: TechnicianTexts): string | null {
  const { heard } = texts.words.technician.look;
  const key = context?.['heard'];
  return code === 'FRAME_GARBAGE' && (key === 'text' || key === 'noise' || key === 'slow') ? heard[key] : null;
}
