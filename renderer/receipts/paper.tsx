import type { Receipt, ReceiptLine } from '../../electron/contract/index.ts';
import { QrCode } from '../components/qr-code.tsx';
import { useTexts } from '../text/index.ts';
import * as css from './receipt-sheet.module.css';

/** A receipt as it is printed: dark on white in every theme, in its own language. */
export function Paper({ receipt, isHidden = false }: { receipt: Receipt; isHidden?: boolean }) {
  const { receipts } = useTexts().words;
  return (
    <article
      className={css.paper}
      lang={receipt.language}
      {...(isHidden ? { 'aria-hidden': true } : { 'aria-label': receipts.paper })}
    >
      {receipt.sections.map((section) => (
        <div key={section.name} className={css.paperSection}>
          {section.lines.map((line, index) => (
            // Lines lack ids, and keep their order within a receipt.
            <PaperLine key={`${line.name}-${index}`} line={line} />
          ))}
        </div>
      ))}
      {receipt.code === null ? null : (
        <div className={css.paperCode}>
          <QrCode data={receipt.code} label={receipt.code} />
        </div>
      )}
    </article>
  );
}

function PaperLine({ line }: { line: ReceiptLine }) {
  switch (line.kind) {
    case 'text':
      return (
        <p
          className={css.paperText}
          data-large={line.size === 'large' || undefined}
          data-strong={line.isStrong || undefined}
        >
          {line.text}
        </p>
      );
    case 'row':
      return (
        <p className={css.paperRow} data-strong={line.isStrong || undefined}>
          <span>{line.label}</span> <span>{line.value}</span>
        </p>
      );
    case 'signature':
      return <p className={css.paperSign}>{line.label}</p>;
  }
}
