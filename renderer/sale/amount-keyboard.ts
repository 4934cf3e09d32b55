import { useEffect } from 'react';
import type { AmountKey } from '../store/index.ts';

/** Fields and dialogs handle their own typing. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type="radio"]), textarea, select, [contenteditable="true"], [role="dialog"]') !== null
  );
}

/** Keys with another meaning on this page. */
const reserved = new Set(['?', '/', ' ']);

/** Returns the amount key for a key of the keyboard, or `text` for a character that is not part of an amount. */
export function amountKeyOf(key: string): AmountKey | { text: string } | undefined {
  if (/^[0-9.,]$/.test(key)) return key as AmountKey;
  if (key === 'Backspace' || key === 'Delete') return 'back';
  // Named keys ("Shift", "F2") are longer than one character; emoji are one character of two code units.
  if (Array.from(key).length === 1 && !reserved.has(key)) return { text: key };
  return undefined;
}

/**
 * Types and pastes an amount, wherever the focus is. Digits always count. While `acceptsText` is true, `onText`
 * receives all other characters; otherwise other characters are ignored. Scanners: components/scan-guard.tsx.
 */
export function useAmountKeyboard({
  onKey,
  onText,
  acceptsText,
  isOff = false,
}: {
  onKey: (key: AmountKey) => void;
  onText: (text: string) => void;
  acceptsText: boolean;
  /** True when digits have another meaning on this screen. */
  isOff?: boolean;
}): void {
  useEffect(() => {
    if (isOff) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (isElsewhere(event.target)) return;
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
  }, [onKey, onText, acceptsText, isOff]);
}
