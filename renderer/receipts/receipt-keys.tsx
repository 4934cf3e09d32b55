import { useState } from 'react';
import { lazyWithRetry } from '../components/lazy-with-retry.ts';
import type { AttemptView, ReceiptCopy, ReceiptWays } from '../../electron/contract/index.ts';
import { useScopedKey } from '../components/key-scope.tsx';
import { Key } from '../components/keys.tsx';
import { useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { PrintingNote } from './printing-note.tsx';
import * as css from './receipt-keys.module.css';
import type { SheetMode } from './receipt-sheet.tsx';
import { usePrinting } from './use-printing.ts';
import * as keysCss from '../components/keys.module.css';

// Preview, forms and drawn codes are loaded on demand.
const ReceiptSheet = lazyWithRetry(async () => (await import('./receipt-sheet.tsx')).ReceiptSheet);

const noWays: ReceiptWays = { printer: false, email: false, sms: false };

/** Mode and copy with which the sheet opens. */
interface Opened {
  mode: SheetMode;
  copy: ReceiptCopy;
}

interface ReceiptKeysProps {
  attempt: AttemptView;
  /** Id of one reversal, for the receipt of the reversal. */
  reversal?: string;
  /** True for one key that leads to all the others, where space or need is small. */
  isCompact?: boolean;
}

/**
 * The keys that give a receipt: P, E, T and Q on the keyboard. Outcomes and payment details show the keys; a payment
 * without a receipt has none.
 */
export function ReceiptKeys({ attempt, reversal, isCompact = false }: ReceiptKeysProps) {
  const { receipts } = useTexts().words;
  const ways = useTill(({ mirror }) => mirror.host?.till.receipts) ?? noWays;
  const [opened, setOpened] = useState<Opened | null>(null);
  const { printing, print } = usePrinting();
  if (attempt.state === 'working' || attempt.state === 'partial' || attempt.state === 'asking') return null;
  const which = { attempt: attempt.id, ...(reversal === undefined ? {} : { reversal }) };
  const open = (mode: SheetMode, copy: ReceiptCopy = 'customer') => setOpened({ mode, copy });
  const printCopy = (copy: ReceiptCopy) => {
    // Without a receipt printer, Print uses this computer's own printing.
    if (ways.printer) void print({ ...which, copy });
    else open('print', copy);
  };
  const canSend = isSendable(attempt, reversal);
  const email = ways.email && canSend ? () => open('EMAIL') : null;
  const sms = ways.sms && canSend ? () => open('SMS') : null;
  return (
    <section className={css.receipts} aria-label={receipts.heading}>
      {isCompact ? (
        <>
          <Key name="receipt" icon="receipt" onPress={() => open('view')}>
            {receipts.receipt}
          </Key>
          <Shortcut name="receipt-print" shortcut="p" onPress={() => printCopy('customer')} />
          {email ? <Shortcut name="receipt-email" shortcut="e" onPress={email} /> : null}
          {sms ? <Shortcut name="receipt-text" shortcut="t" onPress={sms} /> : null}
          <Shortcut name="receipt-qr" shortcut="q" onPress={() => open('qr')} />
        </>
      ) : (
        <>
          <h2 className={keysCss.label} data-part="label">
            {receipts.heading}
          </h2>
          <div className="tb-two">
            <Key name="receipt-print" variant="tile" icon="print" shortcut="p" onPress={() => printCopy('customer')}>
              {receipts.print}
            </Key>
            {email ? (
              <Key name="receipt-email" variant="tile" icon="mail" shortcut="e" onPress={email}>
                {receipts.email}
              </Key>
            ) : null}
            {sms ? (
              <Key name="receipt-text" variant="tile" icon="message" shortcut="t" onPress={sms}>
                {receipts.text}
              </Key>
            ) : null}
            <Key name="receipt-qr" variant="tile" icon="qr" shortcut="q" onPress={() => open('qr')}>
              {receipts.qr}
            </Key>
          </div>
          <div className={css.more}>
            <Key name="receipt-merchant" icon="print" onPress={() => printCopy('merchant')}>
              {receipts.merchantCopy}
            </Key>
            <Key name="receipt" icon="receipt" onPress={() => open('view')}>
              {receipts.show}
            </Key>
          </div>
        </>
      )}
      <PrintingNote printing={printing} />
      {opened ? (
        <ReceiptSheet
          attempt={attempt}
          {...(reversal === undefined ? {} : { reversal })}
          mode={opened.mode}
          copy={opened.copy}
          ways={{ ...ways, email: email !== null, sms: sms !== null }}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </section>
  );
}

/** The receipt of the last sale, on F8. `isHidden` keeps only the shortcut, when other content has the key's place. */
export function LastReceiptKey({ attempt, isHidden = false }: { attempt: AttemptView; isHidden?: boolean }) {
  const { receipts } = useTexts().words;
  const ways = useTill(({ mirror }) => mirror.host?.till.receipts) ?? noWays;
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  return (
    <>
      {isHidden ? (
        <Shortcut name="last-receipt" shortcut="F8" onPress={open} />
      ) : (
        <Key name="last-receipt" variant="flat" shortcut="F8" onPress={open}>
          {receipts.lastReceipt}
        </Key>
      )}
      {isOpen ? (
        <ReceiptSheet attempt={attempt} mode="view" copy="customer" ways={ways} onClose={() => setIsOpen(false)} />
      ) : null}
    </>
  );
}

/** True when the platform can send the receipt: it has receipts only of money that moved or is held. */
function isSendable(attempt: AttemptView, reversal: string | undefined): boolean {
  if (reversal === undefined) return attempt.transfer !== null || attempt.state === 'authorized';
  return attempt.reversals.some(({ id, transfer }) => id === reversal && transfer !== null);
}

function Shortcut({ name, shortcut, onPress }: { name: string; shortcut: string; onPress: () => void }) {
  useScopedKey(name, shortcut, onPress);
  return null;
}
