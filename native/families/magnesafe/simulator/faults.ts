/** Faults of a MagneSafe reader or its cable, a function for each (shared/simulator/faults.ts). */
import { commonFaults, type Aim } from '../../shared/simulator/faults.ts';
import { extendedCommand, notificationId } from '../codec/codes.ts';
import type { Behaviour, CardReading, Outgoing, ReaderControls, Request, TransactionStep } from './behaviour.ts';

const faults = commonFaults<Request, Outgoing, TransactionStep, CardReading, ReaderControls, Aim>({
  isReply: ({ kind }) => kind === 'response',
  bytesOf: ({ message }) => message,
  affected: { 'chip-unreadable': 'chip', 'stripe-unreadable': 'swipe', 'two-cards': 'contactless' },
});

export const { silentReply, deaf, mute, lateReply, heldReply, duplicateReply, halfReplyThenUnplug, refuse } = faults;
export const { cardRemovedEarly, rebootAt, unplugAt, cardDeclines, unreadable, duplicateNotification } = faults;

/** Sends line noise before the reply: frame ends, escapes, and half a frame of this family. */
export function garbageBeforeReply(aim: Aim & { garbage?: Uint8Array } = {}): Behaviour {
  const noise = [0x00, 0xff, 0xdb, 0x07, 0xc0, 0x04, 0x00, 0x09, 0x00, 0xc0];
  return faults.noiseBeforeReply(aim.garbage ?? Uint8Array.from(noise), aim);
}

export function lostNotification(aim: Aim = {}): Behaviour {
  return faults.onNotification('lost-notification', aim, () => []);
}

/** Sets a wrong length in the reply; the frame around it stays whole. */
export function corruptReply(aim: Aim = {}): Behaviour {
  return faults.onReply('corrupt-reply', aim, (one) => {
    const message = one.message.slice();
    message[1] = ((message[1] ?? 0) + 1) & 0xff;
    return [{ ...one, message }];
  });
}

/** Makes the lengths in card data or a result inconsistent. */
export function corruptNotification(aim: Aim = { to: [notificationId.result] }): Behaviour {
  return faults.onNotification('corrupt-notification', aim, (one) => {
    const message = one.message.slice();
    const at = one.code === notificationId.result ? 2 : 1;
    message[at] = ((message[at] ?? 0) + 1) & 0xff;
    return [{ ...one, message }];
  });
}

export function lowBattery(percent = 5): Behaviour {
  return {
    name: 'low-battery',
    onRequest({ command }, controls) {
      if (command === extendedCommand.startTransaction) controls.sense({ batteryPercent: percent });
      return undefined;
    },
  };
}
