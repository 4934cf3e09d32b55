/** What a reader says of its screen during a transaction, and what we answer to what it asks of its host. Pure. */
import type { Prompt } from '../../../electron/contract/index.ts';
import { answerDisplayControl, displayMode, promptOfIndex, promptOfText, refusePinEntry } from './prompts.ts';
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

/** Our answer, as a whole frame; undefined where none is wanted. */
export function answerTo(note: Neo2Note): Uint8Array | undefined {
  // We have no PIN pad, and a PIN is none of our business: the card goes on without.
  if (note.kind === 'pin-entry') return refusePinEntry();
  if (note.kind !== 'display') return undefined;
  const { mode, lines } = note.control;
  switch (mode) {
    case displayMode.menu:
    case displayMode.language:
      // Nobody can choose on our screen. The first line is the card's own first choice.
      return answerDisplayControl(mode, { line: lines[0]?.number ?? 1 });
    case displayMode.functionKey:
      // The amount stands on our own screen, and presenting the card agrees to it.
      return answerDisplayControl(mode, { key: 'E' });
    default:
      return undefined;
  }
}
