/**
 * Idle text (reference section 4): only readers with their own screens show it, as the text of the label `Text1` on
 * `Screen1`. The screen itself is created once, when the reader is put into service.
 */
import { TillError } from '../../../../electron/contract/index.ts';
import type { TerminalCapabilities } from '../../shared/terminal.ts';
import { showScreen, updateScreenObject } from '../codec/commands.ts';

const SCREEN = 'Screen1';
const LABEL = 'Text1';
const MAX_CHARACTERS = 100;
/** Text shown when the host sets none. */
const WELCOME = 'Welcome';

/**
 * Returns the commands that show `text`, in order; an empty text restores the welcome.
 * @throws TERM_UNSUPPORTED when this model cannot show the text
 */
export function idleMessageCommands(text: string, idleMessage: TerminalCapabilities['idleMessage']): Uint8Array[] {
  const refuse = (why: string) => new TillError('TERM_UNSUPPORTED', why, { context: { idleMessage } });
  if (idleMessage !== 'free') throw refuse('this model has no display for an idle message');
  const plain = text.trim().replace(/\s+/g, ' ') || WELCOME;
  if (/[^\x20-\x7e]/.test(plain)) throw refuse('this model shows the letters, digits and signs of ASCII only');
  if (plain.length > MAX_CHARACTERS) throw refuse(`this model shows at most ${MAX_CHARACTERS} characters`);
  // An updated text appears only when its screen is shown again (guide p449).
  return [updateScreenObject(SCREEN, LABEL, plain), showScreen(SCREEN)];
}
