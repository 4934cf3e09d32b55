/**
 * Stands between the keyboard and every screen. What no hand typed presses nothing: no key, no shortcut, no form.
 *
 *   digits    are shown at once; those of a code are taken back by whoever listens
 *   letters   that press a key of the screen wait a moment for it: the next one of a code would follow by then
 *   Enter     and Tab behind a code go no further
 */
import { createContext, useContext, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { ScanReader, STRIDE_MS, type KeyPlace, type Scan, type ScanReaderTill } from './scan-reader.ts';

/** What a screen does with what a scanner typed, where amounts are typed. */
export interface ScanListener {
  /** The key at this place of a burst is about to be typed; 0 begins one. What stands there now may have to come back. */
  onKey: (index: number) => void;
  /** All of it was a scanner's. */
  onScan: (scan: Scan) => void;
  /** Enter was pressed, perhaps by a scanner: nothing is charged before somebody has been asked. */
  onDoubt: () => void;
}

/** On a field: a scan into it is what it is for (an order, a search), and its Enter means what Enter means there. */
export const takesScans = { 'data-takes-scans': true } as const;
/** Dispatched on a field whose Enter was held back. `detail.isTakenBack`: what was typed there is gone again. */
export const HELD_BACK = 'tb-scan-held-back';

/** Nothing more came for this long: a scanner that sends no Enter is done. Milliseconds. */
const REST_MS = 400;
/** A timer that is this late ran on a busy computer: keys may wait behind it, and as long as it did. Milliseconds. */
const LATE_MS = 30;
/** Keys are not waited for longer than this because of others, or a timer, that came late. Milliseconds. */
const LATE_AT_MOST_MS = 500;

const modifiers = new Set([
  'Shift',
  'CapsLock',
  'AltGraph',
  'Control',
  'Alt',
  'Meta',
  'NumLock',
  'Dead',
  'Unidentified',
]);

class ScanGuard {
  readonly #reader: ScanReader;
  #till: ScanReaderTill;
  readonly #listeners = new Set<ScanListener>();
  readonly #shortcuts = new Set<(key: string) => boolean>();
  /** Keys given on after they waited. */
  readonly #released = new WeakSet<Event>();
  #held: KeyboardEvent | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The field of the burst, and what stood there before it. */
  #field: { element: HTMLInputElement | HTMLTextAreaElement; before: string } | null = null;

  constructor(till: ScanReaderTill) {
    this.#till = till;
    this.#reader = new ScanReader(() => this.#till);
  }

  /** What the till takes by now. */
  know(till: ScanReaderTill): void {
    this.#till = till;
  }

  /** Hears every key before anybody else; gives back its end. */
  attach(target: Window): () => void {
    const onKeyDown = (event: KeyboardEvent) => this.#onKeyDown(event);
    const onPointer = () => this.#reader.reset();
    target.addEventListener('keydown', onKeyDown, { capture: true });
    target.addEventListener('pointerdown', onPointer, { capture: true });
    return () => {
      target.removeEventListener('keydown', onKeyDown, { capture: true });
      target.removeEventListener('pointerdown', onPointer, { capture: true });
      this.#drop();
    };
  }

  listen(listener: ScanListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells which characters press something, as long as the screen stands that says so. */
  watch(isShortcut: (key: string) => boolean): () => void {
    this.#shortcuts.add(isShortcut);
    return () => this.#shortcuts.delete(isShortcut);
  }

  #onKeyDown(event: KeyboardEvent): void {
    if (this.#released.has(event) || event.isComposing || modifiers.has(event.key)) return;
    if (event.key === 'Enter' || event.key === 'Tab') return this.#onEnd(event);
    const isCharacter = Array.from(event.key).length === 1 && !event.repeat;
    const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
    if (isCharacter && !isCommand) return this.#onCharacter(event);
    // Separators within a code come as Ctrl and a character.
    if (isCharacter && event.ctrlKey && this.#reader.isCertain()) return stop(event);
    // A held key and a key with a name are a hand's.
    this.#release();
    this.#reader.reset();
  }

  #onCharacter(event: KeyboardEvent): void {
    const field = fieldOf(event.target);
    const place: KeyPlace = field ? 'field' : 'screen';
    // It did not stay alone, so it was no press of a key.
    this.#drop();
    const { index, isAlone } = this.#reader.char(event.key, event.timeStamp, place);
    if (field) {
      if (index === 0) this.#field = { element: field, before: field.value };
      return;
    }
    this.#after(REST_MS, event, () => this.#onRest(event));
    if (this.#reader.isCertain()) return stop(event);
    if (!isInDialog(event.target)) for (const listener of this.#listeners) listener.onKey(index);
    if (!this.#presses(event)) return;
    // Within a burst it presses nothing; alone it waits, but for what no code begins with.
    if (isAlone && (event.key === ' ' || event.key === '/')) return this.#reader.pressed();
    stop(event);
    if (!isAlone) return;
    this.#held = event;
    this.#after(STRIDE_MS, event, () => this.#release());
  }

  /** A character that does something else than being typed. */
  #presses({ key }: KeyboardEvent): boolean {
    if (key === ' ' || key === '?' || key === '/') return true;
    return [...this.#shortcuts].some((isShortcut) => isShortcut(key) || isShortcut(key.toLowerCase()));
  }

  #onEnd(event: KeyboardEvent): void {
    this.#drop();
    const verdict = this.#reader.end(event.timeStamp, event.key === 'Tab' ? 'Tab' : 'Enter');
    if (verdict === 'person' || (event.key === 'Tab' && verdict === 'doubt')) return;
    const field = fieldOf(event.target);
    if (field && 'takesScans' in field.dataset && verdict !== 'swallow') return;
    stop(event);
    if (verdict === 'swallow') return;
    if (field) return this.#holdBack(field, verdict !== 'doubt');
    if (isInDialog(event.target)) return;
    for (const listener of this.#listeners) {
      if (verdict === 'doubt') listener.onDoubt();
      else listener.onScan(verdict);
    }
  }

  /** Keeps a field's Enter, and with a code gives the field back what stood there before. */
  #holdBack(field: HTMLInputElement | HTMLTextAreaElement, isTakenBack: boolean): void {
    if (isTakenBack && this.#field?.element === field) setText(field, this.#field.before);
    field.dispatchEvent(new CustomEvent(HELD_BACK, { bubbles: true, detail: { isTakenBack } }));
  }

  #onRest(last: KeyboardEvent): void {
    const scan = this.#reader.rest();
    if (scan && !isInDialog(last.target)) for (const listener of this.#listeners) listener.onScan(scan);
  }

  /** Does something when the keys have been quiet since `event`; a busy computer gets time to hand over what waits. */
  #after(waitMs: number, event: KeyboardEvent, act: () => void): void {
    clearTimeout(this.#timer);
    const wait = (forMs: number, isLast: boolean) => {
      const dueMs = performance.now() + forMs;
      this.#timer = setTimeout(() => {
        const timerLateMs = performance.now() - dueMs;
        if (!isLast && timerLateMs > LATE_MS) wait(Math.min(timerLateMs, LATE_AT_MOST_MS), true);
        else act();
      }, forMs);
    };
    // A key that came late has others behind it that are as late.
    const lateMs = Math.max(0, performance.now() - event.timeStamp);
    wait(waitMs + Math.min(lateMs, LATE_AT_MOST_MS), false);
  }

  /** The held letter stayed alone: somebody pressed that key. */
  #release(): void {
    const held = this.#held;
    this.#drop();
    if (!held) return;
    this.#reader.pressed();
    const { key, code, shiftKey, location } = held;
    const press = new KeyboardEvent('keydown', { key, code, shiftKey, location, bubbles: true, cancelable: true });
    this.#released.add(press);
    const target = held.target instanceof Element && held.target.isConnected ? held.target : document.body;
    target.dispatchEvent(press);
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#held = null;
  }
}

const GuardContext = createContext<ScanGuard | null>(null);

/** Guards every screen inside. */
export function ScanGuardProvider({ amountDigits, isBarcode, children }: ScanReaderTill & { children: ReactNode }) {
  const [guard] = useState(() => new ScanGuard({ amountDigits, isBarcode }));
  useLayoutEffect(() => guard.know({ amountDigits, isBarcode }), [guard, amountDigits, isBarcode]);
  useEffect(() => guard.attach(window), [guard]);
  return <GuardContext value={guard}>{children}</GuardContext>;
}

/** Tells the guard which characters press a key of the screen. */
export function useGuardedKeys(isShortcut: (key: string) => boolean): void {
  const guard = useContext(GuardContext);
  useEffect(() => guard?.watch(isShortcut), [guard, isShortcut]);
}

/** Hears of scans on a screen where amounts are typed. */
export function useScans({ onKey, onScan, onDoubt }: ScanListener): void {
  const guard = useContext(GuardContext);
  useEffect(() => guard?.listen({ onKey, onScan, onDoubt }), [guard, onKey, onScan, onDoubt]);
}

function stop(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** The field that takes the text typed at `target`. */
function fieldOf(target: EventTarget | null): HTMLInputElement | HTMLTextAreaElement | null {
  if (target instanceof HTMLTextAreaElement) return target;
  const isText = target instanceof HTMLInputElement && !['radio', 'checkbox', 'button'].includes(target.type);
  return isText ? target : null;
}

/** In a dialog over the screen: what is scanned there is not the screen's. */
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

/** Sets the text of a field that React watches. */
function setText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  // By way of the prototype: React's own setter on the element would take it for a change it made.
  Reflect.set(Object.getPrototypeOf(field), 'value', text, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
