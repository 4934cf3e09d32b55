/** The steps of one payment that are the till's own, out of the moments at which bytes passed terminal and platform. */
import type { Mark } from './words.ts';

export const steps = [
  { name: 'pressToStart', label: 'press to the start command at the terminal' },
  { name: 'cardToRequest', label: "card's data to POST /authorizations" },
  { name: 'replyToAnswer', label: "platform's reply to the terminal's answer" },
  { name: 'finishedToCapture', label: "terminal's last word to the capture" },
] as const;
export type Step = (typeof steps)[number]['name'];

/** What passed while one sale ran, in order. */
export interface Moments {
  readonly pressedMs: number;
  readonly marks: readonly Mark[];
}

/** Milliseconds of each step, and how many other requests stood on the way of the card's data or the capture. */
export function stepsOf({ pressedMs, marks }: Moments): { durations: Record<Step, number>; between: number } {
  const first = (is: (mark: Mark) => boolean, what: string): Mark => {
    const found = marks.find(is);
    if (!found) throw new Error(`no ${what}: ${marks.map((mark) => `${mark.what} ${mark.text}`).join(', ')}`);
    return found;
  };
  const create = first((mark) => mark.what === 'request' && mark.text === 'POST /authorizations', 'authorization');
  const reply = first((mark) => mark.what === 'answer' && mark.text === 'POST /authorizations', 'reply');
  const capture = first((mark) => mark.what === 'request' && mark.text.startsWith('PUT /authorizations/'), 'capture');
  const start = first((mark) => mark.what === 'terminal-hears' && mark.atMs > pressedMs, 'start');
  // The encrypted card is by far the longest thing that a terminal says.
  const said = marks.filter((mark) => mark.what === 'terminal-says' && mark.atMs < create.atMs);
  const card = said.toSorted((a, b) => b.bytes - a.bytes)[0] ?? create;
  const answer = first((mark) => mark.what === 'terminal-hears' && mark.atMs > reply.atMs, 'answer at the terminal');
  const last = marks.findLast((mark) => mark.what === 'terminal-says' && mark.atMs < capture.atMs) ?? capture;
  const isBetween = ({ what, atMs }: Mark): boolean =>
    what === 'request' && ((atMs > card.atMs && atMs < create.atMs) || (atMs > last.atMs && atMs < capture.atMs));
  return {
    durations: {
      pressToStart: start.atMs - pressedMs,
      cardToRequest: create.atMs - card.atMs,
      replyToAnswer: answer.atMs - reply.atMs,
      finishedToCapture: capture.atMs - last.atMs,
    },
    between: marks.filter(isBetween).length,
  };
}
