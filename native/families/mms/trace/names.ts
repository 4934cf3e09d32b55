/** Readable names of MMS messages (reference sections 4 and 8). */
import { mmsCommand, mmsNotification } from '../codec/tags.ts';

const commandNames: Readonly<Record<number, string>> = {
  [mmsCommand.startTransaction]: 'start-transaction',
  [mmsCommand.resumeTransaction]: 'resume-transaction',
  [mmsCommand.cancelTransaction]: 'cancel-transaction',
  [mmsCommand.cardholderChoice]: 'cardholder-choice',
  [mmsCommand.displayFixedText]: 'display-fixed-text',
  [mmsCommand.buzzer]: 'buzzer',
  [mmsCommand.displayFlexText]: 'display-flex-text',
  [mmsCommand.reset]: 'reset',
  [mmsCommand.subscriptions]: 'set-subscriptions',
  0x2001: 'pin-with-host-number',
  0x2002: 'pin-with-card-number',
  [mmsCommand.getProperty]: 'get-property',
  [mmsCommand.setProperty]: 'set-property',
  [mmsCommand.echo]: 'echo',
};

export function commandName(command: number): string {
  return commandNames[command] ?? `command-${hex(command, 4)}`;
}

type Status = readonly [number, number, number, number];

/** Pattern of the four status bytes: `*` matches any byte, `PT` any reader. The first match wins. */
const notificationNames: Readonly<Record<number, readonly (readonly [pattern: string, name: string])[]>> = {
  [mmsNotification.transactionInfo]: [
    ['00 10 01 *', 'started-on-device'],
    ['00 10 02 *', 'cancelled-on-device'],
    ['PT 01 01 *', 'card-swiped'],
    ['PT 01 02 *', 'card-inserted'],
    ['PT 01 03 *', 'card-removed'],
    ['PT 01 04 *', 'card-detected'],
    ['PT 01 05 *', 'card-collision'],
    ['PT 02 06 *', 'pin-error'],
    ['PT 08 02 *', 'online-request'],
    ['PT 08 03 *', 'batch-data'],
    ['PT 08 04 *', 'tag-read'],
  ],
  [mmsNotification.transactionComplete]: [
    ['00 01 *', 'timed-out'],
    ['00 03 01 *', 'cancelled-by-host'],
    ['00 03 02 *', 'cancelled-by-cardholder'],
    ['08 03 05 *', 'swipe-error'],
    ['07 03 05 *', 'entry-error'],
    ['07 04 00 *', 'entry-completed'],
    ['20 05 *', 'tag-removed'],
    ['PT 00 *', 'transaction-completed'],
    ['PT 02 *', 'transaction-outcome'],
    ['PT 04 07 *', 'transaction-completed-declined'],
  ],
  [mmsNotification.deviceInfo]: [
    ['00 00 *', 'device-reset'],
    ['00 01 *', 'device-resets-soon'],
    ['00 02 00 *', 'battery-low'],
    ['00 02 01 *', 'power-down-soon'],
    ['00 02 02 *', 'battery-charged'],
    ['00 03 *', 'device-resets-now'],
    ['01 00 *', 'tap-presented'],
    ['01 01 *', 'tap-removed'],
    ['01 02 *', 'card-seated'],
    ['01 03 *', 'card-unseated'],
    ['01 04 *', 'card-swiped-idle'],
    ['01 05 *', 'touch'],
    ['01 06 *', 'touch'],
    ['04 00 00 *', 'temperature-low'],
    ['04 00 01 *', 'temperature-high'],
  ],
  [mmsNotification.uiHostAction]: [
    ['02 01 00 *', 'clear-text'],
    ['02 01 01 *', 'show-text'],
    ['02 01 02 *', 'show-text-with-cancel'],
    ['02 02 *', 'cardholder-selection'],
    ['01 *', 'touch-button'],
  ],
  [mmsNotification.uiComplete]: [
    ['02 01 *', 'fixed-text-ended'],
    ['05 04 01 *', 'buzzer-ended'],
    ['05 04 02 *', 'buzzer-failed'],
    ['01 01 *', 'signature'],
  ],
  [mmsNotification.pinComplete]: [
    ['01 02 01 *', 'pin-entered'],
    ['01 02 02 *', 'pin-failed'],
  ],
};

const readers: ReadonlySet<number> = new Set([0x07, 0x08, 0x10, 0x20]);

export function notificationName(code: number, status: Status): string {
  const named = notificationNames[code]?.find(([pattern]) => matches(pattern, status))?.[1];
  return named ?? `notification-${hex(code, 4)}`;
}

function matches(pattern: string, status: Status): boolean {
  const parts = pattern.split(' ');
  return status.every((byte, index) => {
    const part = parts[index] ?? '*';
    if (part === 'PT') return readers.has(byte);
    return part === '*' || Number.parseInt(part, 16) === byte;
  });
}

/** Number as upper-case hexadecimal with that many digits. */
export function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
