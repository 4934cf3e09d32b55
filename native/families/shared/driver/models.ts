/** What models of every family have in common. */
import type { DeviceAction, EntryMode } from '../../../../electron/contract/index.ts';
import type { TerminalCapabilities } from '../terminal.ts';

export const allReaders: readonly EntryMode[] = ['chip', 'contactless', 'swipe'];

/** Cancel and restart are commands of every model. */
const baseActions: readonly DeviceAction[] = ['CANCEL', 'REBOOT'];
export const textActions: readonly DeviceAction[] = [...baseActions, 'CREATE_IDLE_MESSAGE'];

export const headless: TerminalCapabilities = {
  readers: allReaders,
  hasDisplay: false,
  hasPinPad: false,
  idleMessage: 'none',
  cableActions: baseActions,
};
