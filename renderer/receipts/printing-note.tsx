import { useTexts } from '../text/index.ts';
import * as css from './receipt-keys.module.css';
import type { Printing } from './use-printing.ts';
import * as windowCss from '../components/window.module.css';

/** Result of the last print. It is not a live region, because `usePrinting` announces it. */
export function PrintingNote({ printing }: { printing: Printing }) {
  const { receipts } = useTexts().words;
  switch (printing.state) {
    case 'idle':
      return null;
    case 'printing':
      return <p className={css.note}>{receipts.printing}</p>;
    case 'done':
      return <p className={css.note}>{printing.sentence}</p>;
    case 'failed':
      return (
        <div className={`${css.note} ${css.wrong}`}>
          <p>{printing.sentence}</p>
          <p className={`${windowCss.small} tb-code`} data-part="small">
            {printing.code}
          </p>
        </div>
      );
  }
}
