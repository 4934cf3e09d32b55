/**
 * Idle text (reference section 4): only readers with their own screens show it, as the text of the label `Text1` on
 * `Screen1`. The screen itself is created once, when the reader is put into service.
 */
import { NO_IDLE_DISPLAY, ONLY_ASCII, refusedIdleMessage } from '../../shared/driver/idle-message.ts';
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
  if (idleMessage !== 'free') throw refusedIdleMessage(idleMessage, NO_IDLE_DISPLAY);
  const plain = text.trim().replace(/\s+/g, ' ') || WELCOME;
  if (/[^\x20-\x7e]/.test(plain)) throw refusedIdleMessage(idleMessage, ONLY_ASCII);
  if (plain.length > MAX_CHARACTERS)
    throw refusedIdleMessage(idleMessage, `this model shows at most ${MAX_CHARACTERS} characters`);
  // An updated text appears only when its screen is shown again (guide p449).
  return [updateScreenObject(SCREEN, LABEL, plain), showScreen(SCREEN)];
}
