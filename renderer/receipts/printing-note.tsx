import { useTexts } from '../text/index.ts';
import './receipt-keys.css';
import type { Printing } from './use-printing.ts';

/** Result of the last print. Spoken by `usePrinting`, so it is no live region of its own. */
export function PrintingNote({ printing }: { printing: Printing }) {
  const { receipts } = useTexts().words;
  switch (printing.state) {
    case 'idle':
      return null;
    case 'printing':
      return <p className="tb-receipts-note">{receipts.printing}</p>;
    case 'done':
      return <p className="tb-receipts-note">{printing.sentence}</p>;
    case 'failed':
      return (
        <div className="tb-receipts-note tb-receipts-wrong">
          <p>{printing.sentence}</p>
          <p className="tb-small tb-code">{printing.code}</p>
        </div>
      );
  }
}
