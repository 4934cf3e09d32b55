/**
 * Calculates the durations of the till's own steps of one payment, from the times at which bytes passed the terminal
 * and the platform.
 */
import type { Mark } from './words.ts';

export const steps = [
  { name: 'pressToStart', label: 'press to the start command at the terminal' },
  { name: 'pressToRequest', label: 'press to POST /authorizations' },
  { name: 'cardToRequest', label: "card's data to POST /authorizations" },
  { name: 'replyToAnswer', label: "platform's reply to the terminal's answer" },
  { name: 'finishedToCapture', label: "terminal's last word to the capture" },
  { name: 'approvalToCapture', label: "platform's approval to the capture" },
  { name: 'pressToCapture', label: 'all of it: press to the capture, card and platform included' },
] as const;
export type Step = (typeof steps)[number]['name'];

/** Events during one sale, in order. */
export interface Moments {
  readonly pressedMs: number;
  readonly marks: readonly Mark[];
}

interface Steps {
  /** Milliseconds. Only the steps of the route are set. */
  durations: Partial<Record<Step, number>>;
  /** Number of other requests before the card data or the capture, which they delayed. */
  between: number;
}

/** @throws Error when the sale has no authorization, or no capture */
export function stepsOf(moments: Moments): Steps {
  return moments.marks.some(({ what }) => what === 'terminal-hears') ? onTheCable(moments) : overTheCloud(moments);
}

function onTheCable({ pressedMs, marks }: Moments): Steps {
  const { create, reply, capture } = requestsOf(marks);
  const start = first(marks, (mark) => mark.what === 'terminal-hears' && mark.atMs > pressedMs, 'start');
  // The encrypted card data is by far the longest message of a terminal.
  const said = marks.filter((mark) => mark.what === 'terminal-says' && mark.atMs < create.atMs);
  const card = said.toSorted((a, b) => b.bytes - a.bytes)[0] ?? create;
  const answer = first(marks, (mark) => mark.what === 'terminal-hears' && mark.atMs > reply.atMs, 'answer to the card');
  const last = marks.findLast((mark) => mark.what === 'terminal-says' && mark.atMs < capture.atMs) ?? capture;
  return {
    durations: {
      pressToStart: start.atMs - pressedMs,
      cardToRequest: create.atMs - card.atMs,
      replyToAnswer: answer.atMs - reply.atMs,
      finishedToCapture: capture.atMs - last.atMs,
      pressToCapture: capture.atMs - pressedMs,
    },
    between: requestsBetween(marks, card, create) + requestsBetween(marks, last, capture),
  };
}

/** The platform drives the terminal, so its reply to the authorization shows that the card was read and approved. */
function overTheCloud({ pressedMs, marks }: Moments): Steps {
  const { create, capture } = requestsOf(marks);
  const approved = marks.findLast((mark) => mark.what === 'answer' && mark.atMs < capture.atMs) ?? capture;
  return {
    durations: {
      pressToRequest: create.atMs - pressedMs,
      approvalToCapture: capture.atMs - approved.atMs,
      pressToCapture: capture.atMs - pressedMs,
    },
    between: requestsBetween(marks, approved, capture),
  };
}

function requestsOf(marks: readonly Mark[]): Record<'create' | 'reply' | 'capture', Mark> {
  const isCreate = ({ text }: Mark): boolean => text === 'POST /authorizations';
  return {
    create: first(marks, (mark) => mark.what === 'request' && isCreate(mark), 'authorization'),
    reply: first(marks, (mark) => mark.what === 'answer' && isCreate(mark), 'reply'),
    capture: first(marks, ({ what, text }) => what === 'request' && text.startsWith('PUT /authorizations/'), 'capture'),
  };
}

function first(marks: readonly Mark[], is: (mark: Mark) => boolean, what: string): Mark {
  const found = marks.find(is);
  if (!found) throw new Error(`no ${what}: ${marks.map((mark) => `${mark.what} ${mark.text}`).join(', ')}`);
  return found;
}

/** Connectivity probes use a separate connection, which the payment does not need. */
const isProbe = ({ text }: Mark): boolean => text === 'GET /devices?limit=1';

const requestsBetween = (marks: readonly Mark[], from: Mark, to: Mark): number =>
  marks.filter((mark) => mark.what === 'request' && !isProbe(mark) && mark.atMs > from.atMs && mark.atMs < to.atMs)
    .length;
