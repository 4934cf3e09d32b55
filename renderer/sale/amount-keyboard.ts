import { useEffect, useState } from 'react';
import type { AmountKey } from '../store/index.ts';
import { createScanReader, type Scan } from './scan-reader.ts';

/** Fields and dialogs take their own typing. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type="radio"]), textarea, select, [contenteditable="true"], [role="dialog"]') !== null
  );
}

/** Keys that mean something else on this page. */
const reserved = new Set(['?', '/', ' ']);

/** What a key on the keyboard types; `text` for a character that is no part of an amount and gets a sentence. */
export function amountKeyOf(key: string): AmountKey | { text: string } | undefined {
  if (/^[0-9]$/.test(key)) return key as AmountKey;
  if (key === '.' || key === ',') return '.';
  if (key === 'Backspace' || key === 'Delete') return 'back';
  // Named keys ("Shift", "F2") are longer than one character; emoji are one character of two code units.
  if (Array.from(key).length === 1 && !reserved.has(key)) return { text: key };
  return undefined;
}

/**
 * Typing, pasting and scanning an amount, wherever the focus is. Digits are never dead. `onText` gets what is not a digit
 * while `acceptsText`: elsewhere a letter is no attempt at an amount. `scanner`: a barcode scanner may be at this keyboard;
 * its Enter is never the go key's.
 */
export function useAmountKeyboard({
  onKey,
  onText,
  acceptsText,
  scanner,
}: {
  onKey: (key: AmountKey) => void;
  onText: (text: string) => void;
  acceptsText: boolean;
  scanner?: {
    /** Keys begin that may be a scanner's: after a pause, or a quick run of them. */
    onBegin: (beginning: 'keys' | 'run') => void;
    /** They were: this was scanned. */
    onScan: (scan: Scan) => void;
  };
}): void {
  const [reader] = useState(createScanReader);
  const onBegin = scanner?.onBegin;
  const onScan = scanner?.onScan;
  useEffect(() => {
    if (!onScan) return undefined;
    // Before anything else hears of it.
    const onEnter = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || isElsewhere(event.target)) return;
      const read = reader.enter(event.timeStamp);
      if (read === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (read !== 'swallow') onScan(read);
    };
    window.addEventListener('keydown', onEnter, { capture: true });
    return () => window.removeEventListener('keydown', onEnter, { capture: true });
  }, [reader, onScan]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Shift') return;
      const isCharacter = Array.from(event.key).length === 1 && !event.repeat;
      if (!isCharacter || isElsewhere(event.target)) reader.reset();
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (isElsewhere(event.target)) return;
      const beginning = isCharacter ? reader.char(event.key, event.timeStamp) : null;
      if (beginning) onBegin?.(beginning);
      const key = amountKeyOf(event.key);
      if (key === undefined) return;
      if (typeof key === 'string') {
        event.preventDefault();
        onKey(key);
      } else if (acceptsText) {
        onText(key.text);
      }
    };
    const onPaste = (event: ClipboardEvent) => {
      if (isElsewhere(event.target)) return;
      event.preventDefault();
      onText(event.clipboardData?.getData('text') ?? '');
    };
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('paste', onPaste);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('paste', onPaste);
    };
  }, [reader, onKey, onText, acceptsText, onBegin]);
}
