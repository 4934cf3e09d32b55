/** Interprets a reader's display messages during a transaction, and builds the answers to its requests. Pure. */
import type { Prompt } from '../../../../electron/contract/index.ts';
import { answerDisplayControl, displayMode, promptOfIndex, promptOfText, refusePinEntry } from '../codec/prompts.ts';
import { cleanLabel, MAX_CHOICES } from '../../shared/driver/application-choice.ts';
import type { Neo2Note } from './wire.ts';

export function promptsOf(note: Neo2Note): Prompt[] {
  if (note.kind === 'event') {
    return note.items.flatMap(({ what, value }) => (what === 'display' ? (promptOfIndex(value) ?? []) : []));
  }
  if (note.kind !== 'display') return [];
  // A menu is answered at once, so the customer need not act.
  if (answerTo(note)) return [];
  const prompt = promptOfText(note.control.lines.map(({ text }) => text ?? '').join('\n'));
  return prompt ? [prompt] : [];
}

/** A menu that only the customer at the till's screen can answer. */
export interface Menu {
  /** Empty text where the reader sends the number of its message. */
  readonly labels: readonly string[];
  /** Line numbers for the answer. */
  readonly lines: readonly number[];
  /** Time the reader waits in seconds, or 0 if it states no time. */
  readonly seconds: number;
}

/** Returns the menu in a note, or undefined if the menu or its choice is missing. */
export function menuOf(note: Neo2Note): Menu | undefined {
  if (note.kind !== 'display' || note.control.mode !== displayMode.menu) return undefined;
  const lines = note.control.lines.slice(0, MAX_CHOICES);
  if (lines.length < 2) return undefined;
  return {
    labels: lines.map(({ text }) => cleanLabel(text ?? '')),
    lines: lines.map(({ number }) => number),
    seconds: note.control.timeoutSeconds ?? 0,
  };
}

/**
 * Returns the host's answer as a whole frame, or undefined if the note needs no answer. Menus with a choice are handled
 * elsewhere.
 */
export function answerTo(note: Neo2Note): Uint8Array | undefined {
  // Tillbridge never handles a PIN: the card continues without a PIN.
  if (note.kind === 'pin-entry') return refusePinEntry();
  if (note.kind !== 'display') return undefined;
  const { mode, lines } = note.control;
  switch (mode) {
    case displayMode.menu:
    case displayMode.language:
      // A menu without a choice, or the language of the reader's own texts, which stay hidden. The first line is the
      // reader's own choice.
      return answerDisplayControl(mode, { line: lines[0]?.number ?? 1 });
    case displayMode.functionKey:
      // The amount is on the till's screen, and presenting the card confirms the amount.
      return answerDisplayControl(mode, { key: 'E' });
    default:
      return undefined;
  }
}
