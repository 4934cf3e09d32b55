/**
 * Faults a terminal or its cable can have, one function each. Every one takes `times` (how often it strikes, default
 * once) where that makes sense, and `to` (the command codes or notification codes it applies to; default all).
 */
import { bigEndian, concatBytes } from '../../../framing/bytes.ts';
import { mmsCommand } from '../codec/tags.ts';
import type { Behaviour, CardReading, Outgoing, TransactionStep } from './behaviour.ts';

interface Aim {
  /** Command codes of the responses it strikes (see mmsCommand); all when absent. */
  to?: readonly number[];
  /** Default 1; Infinity for always. */
  times?: number;
}

/** The terminal gets the request, does it, and says nothing. */
export function silentReply(aim: Aim = {}): Behaviour {
  return onResponse('silent-reply', aim, () => []);
}

/** The terminal never sees the request: nothing happens. */
export function deaf(aim: Aim = {}): Behaviour {
  const strikes = counter(aim);
  return {
    name: 'deaf',
    onRequest: (request) => (strikes(request.command) ? 'swallow' : undefined),
  };
}

/** Nothing leaves the terminal at all, notifications included, until the behaviour is taken away. */
export function mute(): Behaviour {
  return { name: 'mute', onSend: () => [] };
}

/** The reply comes `delayMs` late: typically after the host has stopped waiting. Notifications overtake it. */
export function lateReply(delayMs: number, aim: Aim = {}): Behaviour {
  return onResponse('late-reply', aim, (one) => [{ ...one, delayMs: one.delayMs + delayMs }]);
}

/** Line noise before the reply. Default: bytes that contain frame ends, escapes and a half frame. */
export function garbageBeforeReply(aim: Aim & { garbage?: Uint8Array } = {}): Behaviour {
  const noise = [0x00, 0xff, 0xdb, 0x07, 0xc0, 0x02, 0x00, 0x00, 0x00, 0x09, 0xaa, 0x00, 0xc0];
  const garbage = aim.garbage ?? Uint8Array.from(noise);
  return onResponse('garbage-before-reply', aim, (one) => [{ ...one, garbageBefore: garbage }]);
}

/** The reply comes twice. */
export function duplicateReply(aim: Aim = {}): Behaviour {
  return onResponse('duplicate-reply', aim, (one) => [one, { ...one }]);
}

/** A notification comes twice. `codes`: which (see mmsNotification); default all. */
export function duplicateNotification(aim: Aim = {}): Behaviour {
  const strikes = counter(aim);
  return {
    name: 'duplicate-notification',
    onSend: (one) => (one.kind === 'notification' && strikes(one.code) ? [one, { ...one }] : [one]),
  };
}

/** The reply carries another reference number than the request had. */
export function wrongReference(aim: Aim & { offset?: number } = {}): Behaviour {
  return onResponse('wrong-reference', aim, (one) => {
    // AA 00 81 04 82 RR …
    const message = one.message.slice();
    message[5] = ((message[5] ?? 0) + (aim.offset ?? 1)) & 0xff;
    return [{ ...one, message }];
  });
}

/** The reply's message is damaged in its middle; the frame around it stays whole. */
export function corruptReply(aim: Aim = {}): Behaviour {
  return onResponse('corrupt-reply', aim, (one) => {
    const message = one.message.slice();
    const at = 3;
    message[at] = (message[at] ?? 0) ^ 0x55;
    return [{ ...one, message }];
  });
}

/** Half of the reply's frame, then the cable is out. */
export function halfReplyThenUnplug(aim: Aim = {}): Behaviour {
  const strikes = counter(aim);
  return {
    name: 'half-reply-then-unplug',
    onSend(one, controls) {
      if (one.kind !== 'response' || !strikes(one.code)) return [one];
      return [{ ...one, cutTo: Math.floor(one.message.length / 2), whenSent: () => controls.unplug() }];
    },
  };
}

/** The terminal refuses a command with a status code, e.g. one of `refusal` (status-codes.ts). */
export function refuse(code: number, aim: Aim = {}): Behaviour {
  const strikes = counter(aim);
  return { name: 'refuse', onRequest: (request) => (strikes(request.command) ? code : undefined) };
}

/** The battery is nearly empty: starts are refused until it is charged (`sense`). Not by count: it is a condition. */
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

/** Somebody opened the terminal: it goes offline for good, at the next request. */
export function tampered(): Behaviour {
  return {
    name: 'tampered',
    onRequest(_request, controls) {
      controls.sense({ isTampered: true });
      return undefined;
    },
  };
}

/** The customer pulls the card at a step: `reading`, `online` (the bank is being asked) or `completing` (it said yes). */
export function cardRemovedEarly(at: 'reading' | 'online' | 'completing', times = 1): Behaviour {
  const strikes = counter({ times });
  return {
    name: 'card-removed-early',
    onStep(step, controls) {
      if (step === at && strikes(0)) controls.removeCard();
    },
  };
}

/** Power fails at a step. */
export function rebootAt(at: TransactionStep, times = 1): Behaviour {
  const strikes = counter({ times });
  return {
    name: 'reboot-at',
    onStep(step, controls) {
      if (step === at && strikes(0)) controls.reboot();
    },
  };
}

/** The cable is pulled at a step. */
export function unplugAt(at: TransactionStep, times = 1): Behaviour {
  const strikes = counter({ times });
  return {
    name: 'unplug-at',
    onStep(step, controls) {
      if (step === at && strikes(0)) controls.unplug();
    },
  };
}

/** The chip declines although the bank approved. */
export function cardDeclines(times = 1): Behaviour {
  const strikes = counter({ times });
  return { name: 'card-declines', cardDeclines: () => strikes(0) };
}

/** The card cannot be read that way: dirty chip, scratched stripe, two cards at once. */
export function unreadable(reading: Exclude<CardReading, 'ok'>, times = 1): Behaviour {
  const strikes = counter({ times });
  const affected = { 'chip-unreadable': 'chip', 'stripe-unreadable': 'swipe', 'two-cards': 'contactless' } as const;
  return {
    name: reading,
    onRead: (mode) => (mode === affected[reading] && strikes(0) ? reading : undefined),
  };
}

/** A notification that belongs to nothing: sent before the next reply. `status` is d1 d2 d3 d4. */
export function strayNotification(
  code: number,
  status: readonly [number, number, number, number],
  aim: Aim = {},
): Behaviour {
  return onResponse('stray-notification', aim, (one) => [
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

function onResponse(name: string, aim: Aim, change: (one: Outgoing) => readonly Outgoing[]): Behaviour {
  const strikes = counter(aim);
  return { name, onSend: (one) => (one.kind === 'response' && strikes(one.code) ? change(one) : [one]) };
}

/** True while there are strikes left for that code; counts them. */
function counter(aim: Aim): (code: number) => boolean {
  let left = aim.times ?? 1;
  return (code) => {
    if (left <= 0 || (aim.to && !aim.to.includes(code))) return false;
    left -= 1;
    return true;
  };
}
