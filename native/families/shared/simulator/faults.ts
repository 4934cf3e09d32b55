/**
 * Faults of every simulated terminal or its cable. If applicable, a fault takes `times` (number of strikes, default 1)
 * and `to` (the codes that it affects; default all). A family builds its own faults with `commonFaults`.
 */
import type { CommonControls, OutgoingMessage, TerminalBehaviour } from './behaviour.ts';
import type { ReadMode } from './card/online-data.ts';

export interface Aim {
  /** Absent for all codes. */
  to?: readonly number[];
  /** Number of strikes, default 1; Infinity for always. */
  times?: number;
}

/** Returns a function that counts strikes: true while strikes are left for that code. */
function counter(aim: Aim): (code: number) => boolean {
  let left = aim.times ?? 1;
  return (code) => {
    if (left <= 0 || (aim.to && !aim.to.includes(code))) return false;
    left -= 1;
    return true;
  };
}

/** Fault at the request for a command: it is swallowed, or refused with a status code. */
function onRequest(name: string, aim: Aim, verdict: 'swallow' | number) {
  const strikes = counter(aim);
  return { name, onRequest: ({ command }: { readonly command: number }) => (strikes(command) ? verdict : undefined) };
}

function atStep<Step, Controls>(name: string, at: Step, times: number, strike: (controls: Controls) => void) {
  const strikes = counter({ times });
  return {
    name,
    onStep: (step: Step, controls: Controls) => {
      if (step === at && strikes(0)) strike(controls);
    },
  };
}

export function commonFaults<
  Request extends { readonly command: number },
  Outgoing extends OutgoingMessage,
  Step,
  Reading extends string,
  Controls extends CommonControls<never>,
  ReplyAim extends Aim,
>(options: {
  /** True if the message is a reply that the aim selects. */
  isReply: (outgoing: Outgoing, aim: ReplyAim) => boolean;
  bytesOf: (outgoing: Outgoing) => Uint8Array;
  /** Reader that each reading affects. */
  affected: Readonly<Record<Exclude<Reading, 'ok'>, ReadMode>>;
}) {
  type Behaviour = TerminalBehaviour<Request, Outgoing, Step, Reading, Controls>;
  const noAim = {} as ReplyAim;
  const onReply = (
    name: string,
    aim: ReplyAim,
    change: (one: Outgoing, controls: Controls) => readonly Outgoing[],
  ): Behaviour => {
    const strikes = counter(aim);
    return {
      name,
      onSend: (one, controls) => (options.isReply(one, aim) && strikes(one.code) ? change(one, controls) : [one]),
    };
  };
  const onStep = (name: string, at: Step, times: number, strike: (controls: Controls) => void): Behaviour =>
    atStep(name, at, times, strike);
  const onNotification = (name: string, aim: Aim, change: (one: Outgoing) => readonly Outgoing[]): Behaviour => {
    const strikes = counter(aim);
    return { name, onSend: (one) => (one.kind === 'notification' && strikes(one.code) ? change(one) : [one]) };
  };
  return {
    onReply,
    onNotification,
    /** A notification is sent twice; `to` selects the notifications, by default all. */
    duplicateNotification: (aim: Aim = {}) => onNotification('duplicate-notification', aim, (one) => [one, { ...one }]),
    /** The terminal executes the request but does not answer. */
    silentReply: (aim = noAim) => onReply('silent-reply', aim, () => []),
    /** The request never reaches the terminal. */
    deaf: (aim: Aim = {}): Behaviour => onRequest('deaf', aim, 'swallow'),
    /** The terminal sends nothing until the behaviour is removed. */
    mute: (): Behaviour => ({ name: 'mute', onSend: () => [] }),
    /** The reply is late, typically after the host has timed out. Later messages overtake it. */
    lateReply: (delayMs: number, aim = noAim) =>
      onReply('late-reply', aim, (one) => [{ ...one, delayMs: one.delayMs + delayMs }]),
    /** The reply is held until `until` settles: it outlasts every timeout, even on a slow computer. */
    heldReply: (until: Promise<unknown>, aim = noAim) =>
      onReply('held-reply', aim, (one) => [{ ...one, heldUntil: until }]),
    noiseBeforeReply: (garbageBefore: Uint8Array, aim = noAim) =>
      onReply('garbage-before-reply', aim, (one) => [{ ...one, garbageBefore }]),
    duplicateReply: (aim = noAim) => onReply('duplicate-reply', aim, (one) => [one, { ...one }]),
    /** Half of the reply is sent, then the cable is unplugged. */
    halfReplyThenUnplug: (aim = noAim) =>
      onReply('half-reply-then-unplug', aim, (one, controls) => [
        { ...one, cutTo: Math.floor(options.bytesOf(one).length / 2), whenSent: () => controls.unplug() },
      ]),
    refuse: (code: number, aim: Aim = {}): Behaviour => onRequest('refuse', aim, code),
    /** The customer removes the card at a step. */
    cardRemovedEarly: (at: Step, times = 1) =>
      onStep('card-removed-early', at, times, (controls) => controls.removeCard()),
    rebootAt: (at: Step, times = 1) => onStep('reboot-at', at, times, (controls) => controls.reboot()),
    unplugAt: (at: Step, times = 1) => onStep('unplug-at', at, times, (controls) => controls.unplug()),
    /** The chip declines although the bank approved. */
    cardDeclines: (times = 1): Behaviour => {
      const strikes = counter({ times });
      return { name: 'card-declines', cardDeclines: () => strikes(0) };
    },
    /**
     * The card cannot be read in that way: dirty chip, scratched stripe, two cards at once, or card removed too soon.
     */
    unreadable: (reading: Exclude<Reading, 'ok'>, times = 1): Behaviour => {
      const strikes = counter({ times });
      return {
        name: reading,
        onRead: (mode) => (mode === options.affected[reading] && strikes(0) ? reading : undefined),
      };
    },
  };
}
