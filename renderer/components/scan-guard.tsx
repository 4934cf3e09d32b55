/**
 * Filters keyboard input before it reaches a screen: input from a barcode scanner never presses a key, a shortcut or a
 * form.
 *
 *   digits    are shown at once; the listener removes the digits of a code
 *   letters   that press a key of the screen wait a moment: within a code, the next character would follow by then
 *   Enter     and Tab after a code are stopped
 */
import { createContext, useContext, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { ScanReader, STRIDE_MS, type KeyPlace, type Scan, type ScanReaderTill } from './scan-reader.ts';

/** Callbacks of a screen on which amounts are typed. */
export interface ScanListener {
  /**
   * Called before the key at this index of a burst is typed; index 0 begins a burst. The listener keeps the current
   * amount, which a scan may have to restore.
   */
  onKey: (index: number) => void;
  /** Called when the whole burst came from a scanner. */
  onScan: (scan: Scan) => void;
  /** Called when Enter may have come from a scanner: the cashier must confirm before anything is charged. */
  onDoubt: () => void;
}

/** Attribute of a field that expects scans (an order, a search): Enter keeps its meaning in that field. */
export const takesScans = { 'data-takes-scans': true } as const;
/** Event on a field whose Enter was stopped. `detail.isTakenBack`: the typed text was removed from the field again. */
export const ENTER_STOPPED = 'tb-scan-held-back';

/** Silence after which a scanner that sends no Enter has finished. */
const REST_MS = 400;
/** Timer delay that shows a busy computer: queued keys may be as late as the timer. */
const LATE_MS = 30;
/** Maximum extra wait for late keys and timers. */
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
  /** Key events that were dispatched again after their wait. */
  readonly #released = new WeakSet<Event>();
  #held: KeyboardEvent | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Field of the current burst, and its value before the burst. */
  #field: { element: HTMLInputElement | HTMLTextAreaElement; before: string } | null = null;

  constructor(till: ScanReaderTill) {
    this.#till = till;
    this.#reader = new ScanReader(() => this.#till);
  }

  /** Updates the till's limits, by which codes are distinguished from amounts. */
  know(till: ScanReaderTill): void {
    this.#till = till;
  }

  /** Receives every key before all other listeners. Returns a function that detaches the guard. */
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

  /**
   * Adds a test for the characters that press a key of the current screen. Returns a function that removes the test.
   */
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
    // Scanners send the separators within a code as Ctrl and a character.
    if (isCharacter && event.ctrlKey && this.#reader.isCertain()) return stop(event);
    // Auto-repeat and named keys come from a typist rather than a scanner.
    this.#release();
    this.#reader.reset();
  }

  #onCharacter(event: KeyboardEvent): void {
    const field = fieldOf(event.target);
    const place: KeyPlace = field ? 'field' : 'screen';
    // Another character followed the held letter, so the letter was not a key press.
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
    // A shortcut within a burst presses nothing. A lone shortcut waits, except space and slash: no code begins with
    // them.
    if (isAlone && (event.key === ' ' || event.key === '/')) return this.#reader.pressed();
    stop(event);
    if (!isAlone) return;
    this.#held = event;
    this.#after(STRIDE_MS, event, () => this.#release());
  }

  /** True for a character that does more than appear as text. */
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

  /** Stops a field's Enter and, after a code, restores the field's earlier value. */
  #holdBack(field: HTMLInputElement | HTMLTextAreaElement, isTakenBack: boolean): void {
    if (isTakenBack && this.#field?.element === field) setText(field, this.#field.before);
    field.dispatchEvent(new CustomEvent(ENTER_STOPPED, { bubbles: true, detail: { isTakenBack } }));
  }

  #onRest(last: KeyboardEvent): void {
    const scan = this.#reader.rest();
    if (scan && !isInDialog(last.target)) for (const listener of this.#listeners) listener.onScan(scan);
  }

  /** Acts once no key has followed `event` for `waitMs`; a busy computer gets more time to deliver queued keys. */
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
    // The keys behind a late key are equally late.
    const lateMs = Math.max(0, performance.now() - event.timeStamp);
    wait(waitMs + Math.min(lateMs, LATE_AT_MOST_MS), false);
  }

  /** Presses the held letter's key: a letter that stays alone was pressed by a typist. */
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

/** Guards every screen among its children. */
export function ScanGuardProvider({ amountDigits, isBarcode, children }: ScanReaderTill & { children: ReactNode }) {
  const [guard] = useState(() => new ScanGuard({ amountDigits, isBarcode }));
  useLayoutEffect(() => guard.know({ amountDigits, isBarcode }), [guard, amountDigits, isBarcode]);
  useEffect(() => guard.attach(window), [guard]);
  return <GuardContext value={guard}>{children}</GuardContext>;
}

/** Registers which characters press a key of the screen. */
export function useGuardedKeys(isShortcut: (key: string) => boolean): void {
  const guard = useContext(GuardContext);
  useEffect(() => guard?.watch(isShortcut), [guard, isShortcut]);
}

/** Registers the scan callbacks of a screen on which amounts are typed. */
export function useScans({ onKey, onScan, onDoubt }: ScanListener): void {
  const guard = useContext(GuardContext);
  useEffect(() => guard?.listen({ onKey, onScan, onDoubt }), [guard, onKey, onScan, onDoubt]);
}

function stop(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Field that receives text typed at `target`, or null. */
function fieldOf(target: EventTarget | null): HTMLInputElement | HTMLTextAreaElement | null {
  if (target instanceof HTMLTextAreaElement) return target;
  const isText = target instanceof HTMLInputElement && !['radio', 'checkbox', 'button'].includes(target.type);
  return isText ? target : null;
}

/** True in a dialog over the screen: the screen ignores scans there. */
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

/** Sets the text of a field that React controls. */
function setText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  // Uses the prototype's setter: React's setter on the element would treat the change as its own.
  Reflect.set(Object.getPrototypeOf(field), 'value', text, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
