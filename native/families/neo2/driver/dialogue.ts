/** What a reader says of its screen during a transaction, and what we answer to what it asks of its host. Pure. */
import type { Prompt } from '../../../../electron/contract/index.ts';
import { answerDisplayControl, displayMode, promptOfIndex, promptOfText, refusePinEntry } from '../codec/prompts.ts';
import { cleanLabel, MAX_CHOICES } from '../../shared/driver/application-choice.ts';
import type { Neo2Note } from './wire.ts';

/** The prompts in a note, in order. */
export function promptsOf(note: Neo2Note): Prompt[] {
  if (note.kind === 'event') {
    return note.items.flatMap(({ what, value }) => (what === 'display' ? (promptOfIndex(value) ?? []) : []));
  }
  if (note.kind !== 'display') return [];
  // A menu is answered at once: nobody has to do anything.
  if (answerTo(note)) return [];
  const prompt = promptOfText(note.control.lines.map(({ text }) => text ?? '').join('\n'));
  return prompt ? [prompt] : [];
}

/** A menu that only somebody in front of our screen can answer. */
export interface Menu {
  /** May be empty texts: the reader then names a message of its own. */
  readonly labels: readonly string[];
  /** The number of each line, as the answer wants it. */
  readonly lines: readonly number[];
  /** How long the reader waits; 0 where it does not say. */
  readonly seconds: number;
}

/** The menu in a note; undefined when it is none, or leaves nothing to choose. */
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

/** Our answer, as a whole frame; undefined where none is wanted. Menus that offer a choice are not answered here. */
export function answerTo(note: Neo2Note): Uint8Array | undefined {
  // We have no PIN pad and never handle a PIN: the card goes on without one.
  if (note.kind === 'pin-entry') return refusePinEntry();
  if (note.kind !== 'display') return undefined;
  const { mode, lines } = note.control;
  switch (mode) {
    case displayMode.menu:
    case displayMode.language:
      // Nothing to choose, or the language of the reader's own texts, which nobody sees. The first line is its own choice.
      return answerDisplayControl(mode, { line: lines[0]?.number ?? 1 });
    case displayMode.functionKey:
      // The amount stands on our own screen, and presenting the card agrees to it.
      return answerDisplayControl(mode, { key: 'E' });
    default:
      return undefined;
  }
}
