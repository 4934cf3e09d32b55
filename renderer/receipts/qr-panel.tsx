import { QrCode } from '../components/qr-code.tsx';
import { useCommands, type WhichReceipt } from '../store/index.ts';
import { useAnswer } from '../store/use-answer.ts';
import { useTexts } from '../text/index.ts';
import * as css from './receipt-sheet.module.css';

/** The receipt for the customer's phone: a link when the platform has a page of it, else its text. */
export function QrPanel({ which }: { which: WhichReceipt }) {
  const { receipts: text, failures } = useTexts().words;
  const { receiptLink } = useCommands();
  const { attempt, copy, reversal } = which;
  const { value: link, failure } = useAnswer(() => receiptLink(which), `${attempt} ${copy} ${reversal}`);
  if (failure) {
    const { what, next } = failures[failure];
    return <p role="alert">{`${what} ${next}`}</p>;
  }
  if (!link) return <p aria-busy="true">{text.qrLoading}</p>;
  return (
    <div className={css.qr}>
      <QrCode data={link.data} label={text.qrLabel} />
      <p>{text.holds[link.holds]}</p>
    </div>
  );
}
