/**
 * Faults every simulated terminal or its cable can have. Each takes `times` (how often it strikes, default once) where
 * that makes sense, and `to` (the codes it applies to; default all). A family gives its own with `commonFaults`.
 */
import type { CommonControls, OutgoingMessage, TerminalBehaviour } from './behaviour.ts';
import type { ReadMode } from './card/online-data.ts';

export interface Aim {
  /** Codes of the messages it strikes; all when absent. */
  to?: readonly number[];
  /** Default 1; Infinity for always. */
  times?: number;
}

/** True while there are strikes left for that code; counts them. */
export function counter(aim: Aim): (code: number) => boolean {
  let left = aim.times ?? 1;
  return (code) => {
    if (left <= 0 || (aim.to && !aim.to.includes(code))) return false;
    left -= 1;
    return true;
  };
}

/** A fault at the request for a command: it is swallowed, or refused with a status code. */
function onRequest(name: string, aim: Aim, verdict: 'swallow' | number) {
  const strikes = counter(aim);
  return { name, onRequest: ({ command }: { readonly command: number }) => (strikes(command) ? verdict : undefined) };
}

/** A fault at a step of a transaction. */
function atStep<Step, Controls>(name: string, at: Step, times: number, strike: (controls: Controls) => void) {
  const strikes = counter({ times });
  return {
    name,
    onStep: (step: Step, controls: Controls) => {
      if (step === at && strikes(0)) strike(controls);
    },
  };
}

/** The faults of one family. */
export function commonFaults<
  Request extends { readonly command: number },
  Outgoing extends OutgoingMessage,
  Step,
  Reading extends string,
  Controls extends CommonControls<never>,
  ReplyAim extends Aim,
>(options: {
  /** The message is a reply of the kind aimed at. */
  isReply: (outgoing: Outgoing, aim: ReplyAim) => boolean;
  bytesOf: (outgoing: Outgoing) => Uint8Array;
  /** The way of reading that each reading spoils. */
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
  return {
    onReply,
    /** The terminal gets the request, does it, and says nothing. */
    silentReply: (aim = noAim) => onReply('silent-reply', aim, () => []),
    /** The terminal never sees the request: nothing happens. */
    deaf: (aim: Aim = {}): Behaviour => onRequest('deaf', aim, 'swallow'),
    /** Nothing leaves the terminal at all until the behaviour is taken away. */
    mute: (): Behaviour => ({ name: 'mute', onSend: () => [] }),
    /** The reply comes late: typically after the host has stopped waiting. What follows overtakes it. */
    lateReply: (delayMs: number, aim = noAim) =>
      onReply('late-reply', aim, (one) => [{ ...one, delayMs: one.delayMs + delayMs }]),
    /** The reply comes when `until` settles: later than any wait, however busy the computer is. */
    heldReply: (until: Promise<unknown>, aim = noAim) =>
      onReply('held-reply', aim, (one) => [{ ...one, heldUntil: until }]),
    /** Line noise before the reply. */
    noiseBeforeReply: (garbageBefore: Uint8Array, aim = noAim) =>
      onReply('garbage-before-reply', aim, (one) => [{ ...one, garbageBefore }]),
    /** The reply comes twice. */
    duplicateReply: (aim = noAim) => onReply('duplicate-reply', aim, (one) => [one, { ...one }]),
    /** Half of the reply, then the cable is out. */
    halfReplyThenUnplug: (aim = noAim) =>
      onReply('half-reply-then-unplug', aim, (one, controls) => [
        { ...one, cutTo: Math.floor(options.bytesOf(one).length / 2), whenSent: () => controls.unplug() },
      ]),
    /** The terminal refuses a command with a status code. */
    refuse: (code: number, aim: Aim = {}): Behaviour => onRequest('refuse', aim, code),
    /** The customer pulls the card at a step. */
    cardRemovedEarly: (at: Step, times = 1) =>
      onStep('card-removed-early', at, times, (controls) => controls.removeCard()),
    /** Power fails at a step. */
    rebootAt: (at: Step, times = 1) => onStep('reboot-at', at, times, (controls) => controls.reboot()),
    /** The cable is pulled at a step. */
    unplugAt: (at: Step, times = 1) => onStep('unplug-at', at, times, (controls) => controls.unplug()),
    /** The chip declines although the bank approved. */
    cardDeclines: (times = 1): Behaviour => {
      const strikes = counter({ times });
      return { name: 'card-declines', cardDeclines: () => strikes(0) };
    },
    /** The card cannot be read that way: dirty chip, scratched stripe, two cards at once, taken away too soon. */
    unreadable: (reading: Exclude<Reading, 'ok'>, times = 1): Behaviour => {
      const strikes = counter({ times });
      return {
        name: reading,
        onRead: (mode) => (mode === options.affected[reading] && strikes(0) ? reading : undefined),
      };
    },
  };
}
