import { useCallback, useRef, useState } from 'react';
import { toFailure, type FailureCode } from '../../electron/contract/index.ts';
import { useAnnounce } from '../components/announcer.tsx';
import { useCommands, type WhichReceipt } from '../store/index.ts';
import { useTexts } from '../text/index.ts';

/** State of the last print. */
export type Printing =
  | { state: 'idle' }
  | { state: 'printing' }
  | { state: 'done'; sentence: string }
  | { state: 'failed'; code: FailureCode; sentence: string };

/**
 * Prints on the till's receipt printer and reports the result. One print at a time: a press during a print is ignored.
 */
export function usePrinting(): { printing: Printing; print: (which: WhichReceipt) => Promise<void> } {
  const { words } = useTexts();
  const { printReceipt } = useCommands();
  const announce = useAnnounce();
  const [printing, setPrinting] = useState<Printing>({ state: 'idle' });
  const isPrinting = useRef(false);
  const print = useCallback(
    async (which: WhichReceipt) => {
      if (isPrinting.current) return;
      isPrinting.current = true;
      setPrinting({ state: 'printing' });
      try {
        const { isConfirmed, isDuplicate } = await printReceipt(which);
        const { receipts } = words;
        const outcome = isConfirmed ? receipts.printed : receipts.handedOver;
        const sentence = isDuplicate ? `${outcome} ${receipts.printedDuplicate}` : outcome;
        setPrinting({ state: 'done', sentence });
        announce(sentence);
      } catch (error) {
        const { code } = toFailure(error);
        const { what, next } = words.failures[code];
        const sentence = `${what} ${next}`;
        setPrinting({ state: 'failed', code, sentence });
        announce(sentence, 'assertive');
      } finally {
        isPrinting.current = false;
      }
    },
    [announce, printReceipt, words],
  );
  return { printing, print };
}
