/**
 * Faults a NEO 2 reader or its cable can have, one function each. Every one takes `times` (how often it strikes, default
 * once), `to` (the command bytes it applies to; default all) and, where replies are meant, `kind`.
 */
import { encodeNeo2Response } from '../../../framing/neo2-frame.ts';
import { code, status } from '../codec/codes.ts';
import type { Neo2Behaviour, Neo2CardReading, Neo2Outgoing, Neo2Step } from './behaviour.ts';

interface Aim {
  /** Command bytes, e.g. 0x02; all when absent. */
  to?: readonly number[];
  /** Default 1; Infinity for always. */
  times?: number;
}
interface ReplyAim extends Aim {
  /** Answers by default; `taken` for the word that a command is under way. */
  kind?: 'answer' | 'taken' | 'prompt' | 'event' | 'boot';
}

/** Where the command byte of a frame stands. */
const COMMAND_AT = 10;
const HEADER_BYTES = 14;

/** The reader gets the command, does it, and says nothing. */
export function silentReply(aim: ReplyAim = {}): Neo2Behaviour {
  return onReply('silent-reply', aim, () => []);
}

/** The reader never sees the command: nothing happens. */
export function deaf(aim: Aim = {}): Neo2Behaviour {
  const strikes = counter(aim);
  return { name: 'deaf', onCommand: ({ command }) => (strikes(command) ? 'swallow' : undefined) };
}

/** Nothing leaves the reader at all until the behaviour is taken away. */
export function mute(): Neo2Behaviour {
  return { name: 'mute', onSend: () => [] };
}

/** The reply comes `delayMs` late: typically after the host has stopped waiting. What follows overtakes it. */
export function lateReply(delayMs: number, aim: ReplyAim = {}): Neo2Behaviour {
  return onReply('late-reply', aim, (one) => [{ ...one, delayMs: one.delayMs + delayMs }]);
}

/** Line noise before the reply. Default: a cut beginning, and a whole one that announces more than comes. */
export function garbageBeforeReply(aim: ReplyAim & { garbage?: Uint8Array } = {}): Neo2Behaviour {
  const header = encodeNeo2Response(code.ping, status.ok);
  const noise = Uint8Array.from([0x00, 0xff, 0x56, 0x69, ...header.subarray(0, 12), 0x00, 0x40, 0x45, 0x00]);
  return onReply('garbage-before-reply', aim, (one) => [{ ...one, garbageBefore: aim.garbage ?? noise }]);
}

/** The reply comes twice. */
export function duplicateReply(aim: ReplyAim = {}): Neo2Behaviour {
  return onReply('duplicate-reply', aim, (one) => [one, { ...one }]);
}

/** The reply says that it answers another command. There is no other reference in this protocol. */
export function wrongReference(aim: ReplyAim & { command?: number } = {}): Neo2Behaviour {
  return onReply('wrong-reference', aim, (one) => {
    const data = one.frame.subarray(HEADER_BYTES, -2);
    const frame = encodeNeo2Response(aim.command ?? 0x29, one.frame[COMMAND_AT + 1] ?? 0, data);
    return [{ ...one, frame }];
  });
}

/** One bit of the reply is wrong: its checksum does not fit. */
export function corruptReply(aim: ReplyAim = {}): Neo2Behaviour {
  return onReply('corrupt-reply', aim, (one) => {
    const frame = one.frame.slice();
    const at = frame.length - 3;
    frame[at] = (frame[at] ?? 0) ^ 0x10;
    return [{ ...one, frame }];
  });
}

/** The length field of the reply is damaged: it announces far more than comes. */
export function overlongReply(aim: ReplyAim = {}): Neo2Behaviour {
  return onReply('overlong-reply', aim, (one) => {
    const frame = one.frame.slice();
    frame[12] = 0x0c;
    return [{ ...one, frame }];
  });
}

/** Half of the reply's frame, then the cable is out. */
export function halfReplyThenUnplug(aim: ReplyAim = {}): Neo2Behaviour {
  const strikes = counter(aim);
  return {
    name: 'half-reply-then-unplug',
    onSend(one, controls) {
      if (one.kind !== (aim.kind ?? 'answer') || !strikes(one.code)) return [one];
      return [{ ...one, cutTo: Math.floor(one.frame.length / 2), whenSent: () => controls.unplug() }];
    },
  };
}

/** The reader refuses a command with a status; 0A is its NAK. */
export function refuse(value: number = status.failed, aim: Aim = {}): Neo2Behaviour {
  const strikes = counter(aim);
  return { name: 'refuse', onCommand: ({ command }) => (strikes(command) ? value : undefined) };
}

/** The battery is nearly empty: starts are refused until it is charged (`sense`). Not by count: it is a condition. */
export function lowBattery(percent = 5): Neo2Behaviour {
  return {
    name: 'low-battery',
    onCommand({ command }, controls) {
      if (command === code.transaction) controls.sense({ batteryPercent: percent });
      return undefined;
    },
  };
}

/** The customer pulls the card at a step. */
export function cardRemovedEarly(at: Neo2Step, times = 1): Neo2Behaviour {
  return atStep('card-removed-early', at, times, (controls) => controls.removeCard());
}

/** Power fails at a step. */
export function rebootAt(at: Neo2Step, times = 1): Neo2Behaviour {
  return atStep('reboot-at', at, times, (controls) => controls.reboot());
}

/** The cable is pulled at a step. */
export function unplugAt(at: Neo2Step, times = 1): Neo2Behaviour {
  return atStep('unplug-at', at, times, (controls) => controls.unplug());
}

/** The chip declines although the bank approved. */
export function cardDeclines(times = 1): Neo2Behaviour {
  const strikes = counter({ times });
  return { name: 'card-declines', cardDeclines: () => strikes(0) };
}

/** The card cannot be read that way: dirty chip, scratched stripe, two cards at once, taken away too soon. */
export function unreadable(reading: Exclude<Neo2CardReading, 'ok'>, times = 1): Neo2Behaviour {
  const strikes = counter({ times });
  const affected = {
    'chip-unreadable': 'chip',
    'stripe-unreadable': 'swipe',
    'two-cards': 'contactless',
    'torn-tap': 'contactless',
  } as const;
  return { name: reading, onRead: (mode) => (mode === affected[reading] && strikes(0) ? reading : undefined) };
}

/** A frame that belongs to nothing, sent before the next reply. */
export function strayFrame(frame: Uint8Array, aim: ReplyAim = {}): Neo2Behaviour {
  return onReply('stray-frame', aim, (one) => [{ kind: 'answer', code: 0, frame, delayMs: 0 }, one]);
}

function onReply(name: string, aim: ReplyAim, change: (one: Neo2Outgoing) => readonly Neo2Outgoing[]): Neo2Behaviour {
  const strikes = counter(aim);
  const kind = aim.kind ?? 'answer';
  return { name, onSend: (one) => (one.kind === kind && strikes(one.code) ? change(one) : [one]) };
}

function atStep(
  name: string,
  at: Neo2Step,
  times: number,
  strike: (controls: Parameters<NonNullable<Neo2Behaviour['onStep']>>[1]) => void,
): Neo2Behaviour {
  const strikes = counter({ times });
  return {
    name,
    onStep(step, controls) {
      if (step === at && strikes(0)) strike(controls);
    },
  };
}

/** True while there are strikes left for that command; counts them. */
function counter(aim: Aim): (command: number) => boolean {
  let left = aim.times ?? 1;
  return (command) => {
    if (left <= 0 || (aim.to && !aim.to.includes(command))) return false;
    left -= 1;
    return true;
  };
}
