/** Faults of a NEO 2 reader or its cable, a function for each (shared/simulator/faults.ts). */
import { encodeNeo2Response } from '../../../framing/neo2-frame.ts';
import { commonFaults, type Aim } from '../../shared/simulator/faults.ts';
import { code, status } from '../codec/codes.ts';
import type { Neo2Behaviour, Neo2CardReading, Neo2Command, Neo2Controls, Neo2Outgoing, Neo2Step } from './behaviour.ts';

interface ReplyAim extends Aim {
  /** Answers by default; `taken` for the confirmation of an accepted command. */
  kind?: Neo2Outgoing['kind'];
}

const COMMAND_AT = 10;
const HEADER_BYTES = 14;

const faults = commonFaults<Neo2Command, Neo2Outgoing, Neo2Step, Neo2CardReading, Neo2Controls, ReplyAim>({
  isReply: ({ kind }, aim) => kind === (aim.kind ?? 'answer'),
  bytesOf: ({ frame }) => frame,
  affected: {
    'chip-unreadable': 'chip',
    'stripe-unreadable': 'swipe',
    'two-cards': 'contactless',
    'torn-tap': 'contactless',
  },
});

export const { silentReply, deaf, mute, lateReply, heldReply, duplicateReply, halfReplyThenUnplug } = faults;
export const { cardRemovedEarly, rebootAt, unplugAt, cardDeclines, unreadable } = faults;

/** Refuses a command with a status; 0A is the reader's NAK. */
export function refuse(value: number = status.failed, aim: Aim = {}): Neo2Behaviour {
  return faults.refuse(value, aim);
}

/** Sends line noise before the reply. Default: a truncated header, and a whole header that announces too much data. */
export function garbageBeforeReply(aim: ReplyAim & { garbage?: Uint8Array } = {}): Neo2Behaviour {
  const header = encodeNeo2Response(code.ping, status.ok);
  const noise = Uint8Array.from([0x00, 0xff, 0x56, 0x69, ...header.subarray(0, 12), 0x00, 0x40, 0x45, 0x00]);
  return faults.noiseBeforeReply(aim.garbage ?? noise, aim);
}

/** Makes the reply answer another command. The command byte is the only reference in this protocol. */
export function wrongReference(aim: ReplyAim & { command?: number } = {}): Neo2Behaviour {
  return faults.onReply('wrong-reference', aim, (one) => {
    const data = one.frame.subarray(HEADER_BYTES, -2);
    const frame = encodeNeo2Response(aim.command ?? 0x29, one.frame[COMMAND_AT + 1] ?? 0, data);
    return [{ ...one, frame }];
  });
}

/** Flips a bit of the reply, so that its checksum is wrong. */
export function corruptReply(aim: ReplyAim = {}): Neo2Behaviour {
  return faults.onReply('corrupt-reply', aim, (one) => {
    const frame = one.frame.slice();
    const at = frame.length - 3;
    frame[at] = (frame[at] ?? 0) ^ 0x10;
    return [{ ...one, frame }];
  });
}

/** Damages the reply's length field: it announces far more data than follows. */
export function overlongReply(aim: ReplyAim = {}): Neo2Behaviour {
  return faults.onReply('overlong-reply', aim, (one) => {
    const frame = one.frame.slice();
    frame[12] = 0x0c;
    return [{ ...one, frame }];
  });
}

/** Drains the battery: starts are refused until it is charged (`sense`). No count: the condition lasts. */
export function lowBattery(percent = 5): Neo2Behaviour {
  return {
    name: 'low-battery',
    onRequest({ command }, controls) {
      if (command === code.transaction) controls.sense({ batteryPercent: percent });
      return undefined;
    },
  };
}

/** Sends a frame without a matching command before the next reply. */
export function unmatchedFrame(frame: Uint8Array, aim: ReplyAim = {}): Neo2Behaviour {
  return faults.onReply('unmatched-frame', aim, (one) => [{ kind: 'answer', code: 0, frame, delayMs: 0 }, one]);
}
