import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { toFailure, type Failure } from '../../electron/contract/index.ts';
import { useTexts } from '../text/index.ts';
import { useAnnounce } from './announcer.tsx';
import { failureSentence } from './form.tsx';
import { Key, LockedPlate } from './keys.tsx';
import { Keypad } from './keypad.tsx';
import * as css from './pin-pad.module.css';

/** Maximum length of a PIN in characters, as in the contract. */
const MAX_PIN = 32;
/** Number of places shown. The length of a PIN is unknown to the page. */
const PLACES = 6;
/** Number of consecutive wrong PINs after which a person is locked (host/roles/lockout.ts). */
const TRIES = 5;
/** Wait after each consecutive wrong PIN; after the last of these waits, a manager has to help. */
const LADDER_S = [2, 4, 8, 30];

/**
 * Reason why a PIN was refused, and time until which this person's PINs are ignored, on the `performance.now()` clock.
 */
interface Refusal {
  failure: Failure;
  untilMs: number;
}

/** PIN entry of a screen: the digits typed for the selected person, and that person's remaining wait. */
export interface PinEntry {
  pin: string;
  /** The host has been checking the PIN for a while. */
  isChecking: boolean;
  /** Failure of the last PIN; kept after its wait. */
  failure: Failure | null;
  /** Time until the next PIN of this person is accepted. */
  waitMs: number;
  type: (pin: string) => void;
  send: () => Promise<void>;
}

/** Time after which the pad shows that the PIN is being checked; quick answers come earlier. */
const CHECK_SHOWN_AFTER_MS = 300;

/**
 * `give` rejects with the host's failure. Selecting another person clears the typed PIN. `onEarly` receives the keys
 * typed while a correct PIN was being checked, provided that they are all digits and Backspaces.
 */
export function usePinEntry(
  name: string,
  give: (pin: string) => Promise<unknown>,
  onEarly: (keys: readonly string[]) => void = () => {},
): PinEntry {
  const texts = useTexts();
  const announce = useAnnounce();
  const [typed, setTyped] = useState({ name, pin: '' });
  const [isSending, setIsSending] = useState(false);
  const [isShown, setIsShown] = useState(false);
  const early = useRef<string[]>([]);
  const [refusals, setRefusals] = useState<Readonly<Record<string, Refusal>>>({});
  const refusal = refusals[name];
  const waitMs = useRest(refusal?.untilMs ?? 0);
  const pin = typed.name === name ? typed.pin : '';
  const type = (next: string) => {
    if (isSending) {
      early.current.push(next.length < pin.length ? 'back' : next.slice(pin.length));
      return;
    }
    if (waitMs > 0 || next.length > MAX_PIN) return;
    setTyped({ name, pin: next });
    announce(texts.words.signIn.digitsTyped({ count: next.length }));
  };
  const send = async () => {
    if (isSending || waitMs > 0 || pin === '') return;
    setIsSending(true);
    early.current = [];
    const timer = setTimeout(() => {
      setIsShown(true);
      announce(texts.words.signIn.checking);
    }, CHECK_SHOWN_AFTER_MS);
    try {
      await give(pin);
      const keys = early.current;
      if (keys.every((key) => key === 'back' || /^[0-9]$/.test(key)) && !isPinAgain(keys, pin)) onEarly(keys);
    } catch (error) {
      const failure = toFailure(error);
      const ms = failure.context?.['waitMs'];
      const untilMs = performance.now() + (typeof ms === 'number' ? ms : 0);
      setRefusals((all) => ({ ...all, [name]: { failure, untilMs } }));
      announce(failureSentence(failure, texts), 'assertive');
    } finally {
      clearTimeout(timer);
      setIsShown(false);
      setIsSending(false);
      setTyped({ name, pin: '' });
    }
  };
  return { pin, isChecking: isShown, failure: refusal?.failure ?? null, waitMs, type, send };
}

/** Minimum length of a PIN in characters. */
const MIN_PIN = 4;

/** True if the keys repeat the PIN because the answer was slow. Such keys must not be shown anywhere. */
const isPinAgain = (keys: readonly string[], pin: string) => keys.length >= MIN_PIN && pin.startsWith(keys.join(''));

const TICK_MS = 250;

/** Time left until `untilMs` on the `performance.now()` clock, which no user can set. */
function useRest(untilMs: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const tick = () => setNow(performance.now());
    tick();
    if (untilMs <= performance.now()) return undefined;
    const timer = setInterval(() => {
      tick();
      if (performance.now() >= untilMs) clearInterval(timer);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [untilMs]);
  return Math.max(0, untilMs - now);
}

/** Dots that fill as digits are typed, with the number of digits for screen readers. */
export function PinDots({ count, isBoxed = false }: { count: number; isBoxed?: boolean }) {
  const { digitsTyped } = useTexts().words.signIn;
  return (
    <p className={isBoxed ? `${css.pins} ${css.pinsBoxed}` : css.pins}>
      <span className="tb-sr">{digitsTyped({ count })}</span>
      {Array.from({ length: Math.max(PLACES, count) }, (_, index) => (
        <i key={index} aria-hidden="true" data-filled={index < count || undefined} />
      ))}
    </p>
  );
}

/**
 * PIN keys and the send key, for touch and keyboard. During a wait, or before a name is chosen (`entry` null), the pad
 * keeps its place, is dashed, and shows the reason.
 */
export function PinPad({ entry, go, isHeld = false }: { entry: PinEntry | null; go: ReactNode; isHeld?: boolean }) {
  const texts = useTexts();
  const { signIn } = texts.words;
  const isLocked = entry === null || entry.waitMs > 0;
  const pad = usePinKeyboard(entry);
  return (
    <div ref={pad} className={css.pinPad}>
      <Keypad
        isPin
        isLocked={isLocked}
        onKey={(key) => entry?.type(key === 'back' ? entry.pin.slice(0, -1) : entry.pin + key)}
      />
      {entry === null ? (
        <LockedPlate icon="none">{signIn.touchName}</LockedPlate>
      ) : isLocked ? (
        <LockedPlate>{signIn.wait({ time: texts.stopwatch(Math.ceil(entry.waitMs / 1000) * 1000) })}</LockedPlate>
      ) : entry.isChecking ? (
        <LockedPlate>{signIn.checking}</LockedPlate>
      ) : isHeld && entry.pin === '' ? (
        <LockedPlate>{go}</LockedPlate>
      ) : (
        <Key name="pin-go" variant="go" shortcut="Enter" onPress={() => void entry.send()}>
          {go}
        </Key>
      )}
    </div>
  );
}

/** Includes letters, because a PIN may contain letters. */
const isTyped = (key: string) => /^[\p{L}\p{N}]$/u.test(key);

/** Handles digits, Backspace and Enter wherever the focus is, except in fields and outside an open dialog. */
function usePinKeyboard(entry: PinEntry | null) {
  const pad = useRef<HTMLDivElement>(null);
  const latest = useRef(entry);
  // Updated before the next key event.
  useLayoutEffect(() => {
    latest.current = entry;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { current } = latest;
      if (!current || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return;
      const dialog = document.querySelector('[role="dialog"]');
      if (dialog && !dialog.contains(pad.current)) return;
      const { key, target } = event;
      const isIn = (what: string) => target instanceof HTMLElement && target.closest(what) !== null;
      if (isIn('input, textarea') || (key === 'Enter' && isIn('button, a[href]'))) return;
      if (key === 'Enter') void current.send();
      else if (key === 'Backspace') current.type(current.pin.slice(0, -1));
      else if (isTyped(key)) current.type(current.pin + key);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return pad;
}

/** Number of consecutive wrong PINs, or null if the host did not report it. */
export function wrongTries(failure: Failure): number | null {
  const left = failure.context?.['triesLeft'];
  if (typeof left === 'number') return TRIES - left;
  const waitMs = Number(failure.context?.['waitMs'] ?? 0);
  return failure.code === 'ROLE_LOCKED' && waitMs > 1000 * Math.max(...LADDER_S) ? TRIES : null;
}

/** Shows how the wait grows with each wrong PIN, and the current wait. `tries`: consecutive wrong PINs. */
export function WaitLadder({ tries }: { tries: number }) {
  const texts = useTexts();
  const { ladder, manager } = texts.words.signIn;
  const steps = [...LADDER_S.map((seconds) => texts.duration(seconds * 1000)), manager];
  return (
    <ol className={css.ladder} aria-label={ladder}>
      {steps.map((step, index) => (
        <li
          key={step}
          data-was={index < tries || undefined}
          {...(index === tries - 1 ? { 'aria-current': 'step' } : {})}
        >
          {step}
        </li>
      ))}
    </ol>
  );
}
