import { useEffect, useState } from 'react';
import { toFailure, type FailureCode, type ReceiptLink } from '../../electron/contract/index.ts';
import { QrCode } from '../components/qr-code.tsx';
import { useCommands, type WhichReceipt } from '../store/index.ts';
import { useTexts } from '../text/index.ts';

/** The receipt for the customer's own phone: a link where the platform has a page of it, else its text. */
export function QrPanel({ which }: { which: WhichReceipt }) {
  const { receipts: text, failures } = useTexts().words;
  const { receiptLink } = useCommands();
  const [link, setLink] = useState<ReceiptLink | null>(null);
  const [failure, setFailure] = useState<FailureCode | null>(null);
  const { attempt, copy, reversal } = which;
  useEffect(() => {
    let isWanted = true;
    receiptLink({ attempt, copy, ...(reversal === undefined ? {} : { reversal }) }).then(
      (answer) => {
        if (isWanted) setLink(answer);
      },
      (error: unknown) => {
        if (isWanted) setFailure(toFailure(error).code);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [receiptLink, attempt, copy, reversal]);
  if (failure) {
    const { what, next } = failures[failure];
    return <p role="alert">{`${what} ${next}`}</p>;
  }
  if (!link) return <p aria-busy="true">{text.qrLoading}</p>;
  return (
    <div className="tb-receipt-qr">
      <QrCode data={link.data} label={text.qrLabel} />
      <p>{text.holds[link.holds]}</p>
    </div>
  );
}
