/**
 * Idle text on the terminal's own display: free text on models with a flexible user interface, a fixed string on
 * others.
 */
import { NO_IDLE_DISPLAY, ONLY_ASCII, refusedIdleMessage } from '../../shared/driver/idle-message.ts';
import type { TerminalCapabilities } from '../../shared/terminal.ts';
import { displayFixedText, displayFlexText, FLEX_LINE_CHARACTERS, FLEX_LINES, stringId } from '../codec/commands.ts';

const fixedIdleTexts: Readonly<Record<string, number>> = {
  '': stringId.welcome,
  WELCOME: stringId.welcome,
  'PLEASE WAIT': stringId.pleaseWait,
};

/**
 * Command that shows `text`; an empty text restores WELCOME. @throws TERM_UNSUPPORTED when this model cannot show the
 * text.
 */
export function idleMessageCommand(
  text: string,
  idleMessage: TerminalCapabilities['idleMessage'],
): (reference: number) => Uint8Array {
  const plain = text.trim();
  const refuse = (why: string) => refusedIdleMessage(idleMessage, why);
  if (idleMessage === 'none') throw refuse(NO_IDLE_DISPLAY);
  const fixed = fixedIdleTexts[plain.toUpperCase()];
  // A text with 0 seconds stays.
  if (idleMessage === 'fixed' || plain === '') {
    if (fixed === undefined) {
      const texts = Object.keys(fixedIdleTexts).filter(Boolean).join(' or ');
      throw refuse(`this model shows only ${texts} while idle`);
    }
    return (reference) => displayFixedText(reference, { seconds: 0, stringId: fixed });
  }
  if (/[^\x20-\x7e\n]/.test(plain)) throw refuse(ONLY_ASCII);
  const lines = wrapWords(plain, FLEX_LINE_CHARACTERS);
  if (lines.length > FLEX_LINES) {
    throw refuse(`this model shows ${FLEX_LINES} lines of ${FLEX_LINE_CHARACTERS} characters`);
  }
  return (reference) => displayFlexText(reference, { lines });
}

/** Breaks text into lines of at most `width` characters, between words if possible. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(/ +/)) {
      let rest = word;
      if (line !== '' && line.length + 1 + rest.length > width) {
        lines.push(line);
        line = '';
      }
      while (rest.length > width) {
        lines.push(rest.slice(0, width));
        rest = rest.slice(width);
      }
      line = line === '' ? rest : `${line} ${rest}`;
    }
    lines.push(line);
  }
  return lines;
}
