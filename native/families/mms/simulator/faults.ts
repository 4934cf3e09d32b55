/** Faults of a terminal of the MMS family or its cable, one function each (shared/simulator/faults.ts). */
import { bigEndian, concatBytes } from '../../../framing/bytes.ts';
import { commonFaults, type Aim } from '../../shared/simulator/faults.ts';
import type { MmsRequest } from '../codec/message.ts';
import { mmsCommand } from '../codec/tags.ts';
import type { Behaviour, CardReading, Outgoing, TerminalControls, TransactionStep } from './behaviour.ts';

const faults = commonFaults<MmsRequest, Outgoing, TransactionStep, CardReading, TerminalControls, Aim>({
  isReply: ({ kind }) => kind === 'response',
  bytesOf: ({ message }) => message,
  affected: { 'chip-unreadable': 'chip', 'stripe-unreadable': 'swipe', 'two-cards': 'contactless' },
});

export const { silentReply, deaf, mute, lateReply, heldReply, duplicateReply, halfReplyThenUnplug, refuse } = faults;
export const { cardRemovedEarly, rebootAt, unplugAt, cardDeclines, unreadable, duplicateNotification } = faults;

/** Line noise before the reply. The default contains frame ends, escapes and a partial frame. */
export function garbageBeforeReply(aim: Aim & { garbage?: Uint8Array } = {}): Behaviour {
  const noise = [0x00, 0xff, 0xdb, 0x07, 0xc0, 0x02, 0x00, 0x00, 0x00, 0x09, 0xaa, 0x00, 0xc0];
  return faults.noiseBeforeReply(aim.garbage ?? Uint8Array.from(noise), aim);
}

/** The reply's reference number differs from the request's. */
export function wrongReference(aim: Aim & { offset?: number } = {}): Behaviour {
  return faults.onReply('wrong-reference', aim, (one) => {
    // AA 00 81 04 82 RR …
    const message = one.message.slice();
    message[5] = ((message[5] ?? 0) + (aim.offset ?? 1)) & 0xff;
    return [{ ...one, message }];
  });
}

/** Damages the middle of the reply's message; the frame around it stays intact. */
export function corruptReply(aim: Aim = {}): Behaviour {
  return faults.onReply('corrupt-reply', aim, (one) => {
    const message = one.message.slice();
    const at = 3;
    message[at] = (message[at] ?? 0) ^ 0x55;
    return [{ ...one, message }];
  });
}

/**
 * The battery is nearly empty: starts are refused until it is charged (`sense`). It has no count, because it is a
 * condition.
 */
export function lowBattery(percent = 5): Behaviour {
  return {
    name: 'low-battery',
    onRequest(request, controls) {
      if (request.command === mmsCommand.startTransaction) {
        controls.sense({ batteryPercent: percent, hasExternalPower: false });
      }
      return undefined;
    },
  };
}

/** The terminal was opened: it goes offline permanently at the next request. */
export function tampered(): Behaviour {
  return {
    name: 'tampered',
    onRequest(_request, controls) {
      controls.sense({ isTampered: true });
      return undefined;
    },
  };
}

/** A notification that belongs to no transaction, sent before the next reply. `status` is d1 d2 d3 d4. */
export function unmatchedNotification(
  code: number,
  status: readonly [number, number, number, number],
  aim: Aim = {},
): Behaviour {
  return faults.onReply('unmatched-notification', aim, (one) => [
    {
      kind: 'notification',
      code,
      delayMs: 0,
      message: concatBytes(
        Uint8Array.of(0xaa, 0x00, 0x81, 0x04, 0x83, 0x00),
        bigEndian(code, 2),
        Uint8Array.of(0x82, 0x04, ...status),
      ),
    },
    one,
  ]);
}
