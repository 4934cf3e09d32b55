/** Faults a NEO 2 reader or its cable can have, one function each (shared/simulator/faults.ts). */
import { encodeNeo2Response } from '../../../framing/neo2-frame.ts';
import { commonFaults, type Aim } from '../../shared/simulator/faults.ts';
import { code, status } from '../codec/codes.ts';
import type { Neo2Behaviour, Neo2CardReading, Neo2Command, Neo2Controls, Neo2Outgoing, Neo2Step } from './behaviour.ts';

interface ReplyAim extends Aim {
  /** Answers by default; `taken` for the word that a command is under way. */
  kind?: Neo2Outgoing['kind'];
}

/** Where the command byte of a frame stands. */
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

/** The reader refuses a command with a status; 0A is its NAK. */
export function refuse(value: number = status.failed, aim: Aim = {}): Neo2Behaviour {
  return faults.refuse(value, aim);
}

/** Line noise before the reply. Default: a cut beginning, and a whole one that announces more than comes. */
export function garbageBeforeReply(aim: ReplyAim & { garbage?: Uint8Array } = {}): Neo2Behaviour {
  const header = encodeNeo2Response(code.ping, status.ok);
  const noise = Uint8Array.from([0x00, 0xff, 0x56, 0x69, ...header.subarray(0, 12), 0x00, 0x40, 0x45, 0x00]);
  return faults.noiseBeforeReply(aim.garbage ?? noise, aim);
}

/** The reply says that it answers another command. There is no other reference in this protocol. */
export function wrongReference(aim: ReplyAim & { command?: number } = {}): Neo2Behaviour {
  return faults.onReply('wrong-reference', aim, (one) => {
    const data = one.frame.subarray(HEADER_BYTES, -2);
    const frame = encodeNeo2Response(aim.command ?? 0x29, one.frame[COMMAND_AT + 1] ?? 0, data);
    return [{ ...one, frame }];
  });
}

/** One bit of the reply is wrong: its checksum does not fit. */
export function corruptReply(aim: ReplyAim = {}): Neo2Behaviour {
  return faults.onReply('corrupt-reply', aim, (one) => {
    const frame = one.frame.slice();
    const at = frame.length - 3;
    frame[at] = (frame[at] ?? 0) ^ 0x10;
    return [{ ...one, frame }];
  });
}

/** The length field of the reply is damaged: it announces far more than comes. */
export function overlongReply(aim: ReplyAim = {}): Neo2Behaviour {
  return faults.onReply('overlong-reply', aim, (one) => {
    const frame = one.frame.slice();
    frame[12] = 0x0c;
    return [{ ...one, frame }];
  });
}

/** The battery is nearly empty: starts are refused until it is charged (`sense`). Not by count: it is a condition. */
export function lowBattery(percent = 5): Neo2Behaviour {
  return {
    name: 'low-battery',
    onRequest({ command }, controls) {
      if (command === code.transaction) controls.sense({ batteryPercent: percent });
      return undefined;
    },
  };
}

/** A frame that belongs to nothing, sent before the next reply. */
export function unmatchedFrame(frame: Uint8Array, aim: ReplyAim = {}): Neo2Behaviour {
  return faults.onReply('unmatched-frame', aim, (one) => [{ kind: 'answer', code: 0, frame, delayMs: 0 }, one]);
}
