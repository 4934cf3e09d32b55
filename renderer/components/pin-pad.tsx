import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { toFailure, type Failure } from '../../electron/contract/index.ts';
import { useTexts } from '../text/index.ts';
import { useAnnounce } from './announcer.tsx';
import { failureSentence } from './form.tsx';
import { Key, LockedPlate } from './keys.tsx';
import { Keypad } from './keypad.tsx';
import * as css from './pin-pad.module.css';

/** As the contract bounds a PIN, in characters. */
const MAX_PIN = 32;
/** Places that are shown: how many a PIN has is no page's to know. */
const PLACES = 6;
/** Wrong ones in a row, after which somebody is locked (host/roles/lockout.ts). */
const TRIES = 5;
/** What each wrong PIN is waited for, seconds; after the last of them a manager helps. */
const LADDER_S = [2, 4, 8, 30];

/** Why a PIN was not taken, and until when none of this person is looked at, by `performance.now()`. */
interface Refusal {
  failure: Failure;
  untilMs: number;
}

/** PINs of the people of one screen: what is typed of one of them, and how long each has to wait. */
export interface PinEntry {
  pin: string;
  /** The PIN is with the host for a while. */
  isChecking: boolean;
  /** Of the last PIN, also after its wait. */
  failure: Failure | null;
  /** Milliseconds until a PIN of this person is looked at. */
  waitMs: number;
  type: (pin: string) => void;
  send: () => Promise<void>;
}

/** The PIN is said to be checked from here on; a quick answer comes before. Milliseconds. */
const CHECK_SHOWN_AFTER_MS = 300;

/**
 * `give` rejects with the host's failure. Another person who is chosen begins with nothing typed. `onEarly` gets the digits and
 * Backspaces typed while a PIN was checked that proved right: all of them, or none where they are no amount.
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

/** The shortest PIN there is, in characters. */
const MIN_PIN = 4;

/** The PIN was typed once more, because the answer was slow: that is shown nowhere. */
const isPinAgain = (keys: readonly string[], pin: string) => keys.length >= MIN_PIN && pin.startsWith(keys.join(''));

const TICK_MS = 250;

/** What is left until a moment of `performance.now()`, which nobody can set; milliseconds. */
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

/** The digits' places, filled as they are typed, and their number in words. */
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
 * The PIN keys and the key that sends, for fingers and for a keyboard. While somebody has to wait, or nobody was chosen yet
 * (`entry` null), it stands where it stood, dashed, and says why.
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

/** Letters too: a PIN may have some. */
const isTyped = (key: string) => /^[\p{L}\p{N}]$/u.test(key);

/** Digits, Backspace and Enter wherever the focus is, but in a field and outside of the dialog that is open. */
function usePinKeyboard(entry: PinEntry | null) {
  const pad = useRef<HTMLDivElement>(null);
  const latest = useRef(entry);
  // Before the next key comes.
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

/** Which wrong PIN in a row this was; null where the host did not say. */
export function wrongTries(failure: Failure): number | null {
  const left = failure.context?.['triesLeft'];
  if (typeof left === 'number') return TRIES - left;
  const waitMs = Number(failure.context?.['waitMs'] ?? 0);
  return failure.code === 'ROLE_LOCKED' && waitMs > 1000 * Math.max(...LADDER_S) ? TRIES : null;
}

/** How the wait grows with each wrong PIN, and where this one is. `tries`: wrong ones in a row. */
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
