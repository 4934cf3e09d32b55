import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import {
  toFailure,
  type AttemptView,
  type FailureCode,
  type Receipt,
  type ReceiptCopy,
  type ReceiptWays,
} from '../../electron/contract/index.ts';
import { Dialog } from '../components/dialog.tsx';
import { Choice } from '../components/form.tsx';
import { Key } from '../components/keys.tsx';
import { useCommands, type WhichReceipt } from '../store/index.ts';
import { useAnswer } from '../store/use-answer.ts';
import { useTexts } from '../text/index.ts';
import { Paper } from './paper.tsx';
import { PrintingNote } from './printing-note.tsx';
import * as receiptSheetCss from './receipt-sheet.module.css';
import { QrPanel } from './qr-panel.tsx';
import { savePdf } from './save-pdf.ts';
import { SendForm } from './send-form.tsx';
import { usePrinting } from './use-printing.ts';
import * as receiptKeysCss from './receipt-keys.module.css';

/** `print` is `view`, and opens this computer's own printing at once. */
export type SheetMode = 'view' | 'print' | 'EMAIL' | 'SMS' | 'qr';

/** The receipt as it is printed, and every way of giving it. It changes no payment. */
export function ReceiptSheet({
  attempt,
  reversal,
  mode: firstMode,
  copy: firstCopy,
  ways,
  onClose,
}: {
  attempt: AttemptView;
  reversal?: string;
  mode: SheetMode;
  copy: ReceiptCopy;
  ways: ReceiptWays;
  onClose: () => void;
}) {
  const texts = useTexts();
  const { receipts: text } = texts.words;
  const [mode, setMode] = useState(firstMode);
  const [copy, setCopy] = useState(firstCopy);
  const which: WhichReceipt = { attempt: attempt.id, copy, ...(reversal === undefined ? {} : { reversal }) };
  const { receipt, failure, reload } = useReceipt(which, attempt.updatedAt);
  const amountMinor =
    attempt.reversals.find(({ id }) => id === reversal)?.amountMinor ?? attempt.capturedMinor ?? attempt.totalMinor;
  const view = () => setMode('view');
  useFocusBack();
  return (
    <Dialog title={text.sheet({ amount: texts.money(amountMinor, attempt.currency) })} width="54rem" onClose={onClose}>
      <div className={receiptSheetCss.sheet}>
        {mode === 'qr' ? (
          <QrPanel which={which} />
        ) : receipt ? (
          <Paper receipt={receipt} />
        ) : (
          <p aria-busy={failure === null}>{failure ? sentenceOf(failure, texts.words.failures) : text.loading}</p>
        )}
        <div className={receiptSheetCss.side}>
          {mode === 'EMAIL' || mode === 'SMS' ? (
            <SendForm
              key={mode}
              method={mode}
              attempt={attempt.id}
              {...(reversal === undefined ? {} : { reversal })}
              onBack={view}
            />
          ) : (
            <Ways
              which={which}
              receipt={receipt}
              ways={ways}
              mode={mode}
              onMode={setMode}
              onCopy={setCopy}
              onGiven={reload}
            />
          )}
        </div>
      </div>
      {receipt
        ? createPortal(
            <div className={receiptSheetCss.printOnly} data-part="print-only">
              <Paper receipt={receipt} isHidden />
            </div>,
            document.body,
          )
        : null}
    </Dialog>
  );
}

/** Returns the focus to its former place when the sheet closes. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}

/** Keys of the preview, and the result of the last key. */
function Ways({
  which,
  receipt,
  ways,
  mode,
  onMode,
  onCopy,
  onGiven,
}: {
  which: WhichReceipt;
  receipt: Receipt | null;
  ways: ReceiptWays;
  mode: SheetMode;
  onMode: (mode: SheetMode) => void;
  onCopy: (copy: ReceiptCopy) => void;
  /** Called when a copy was given: the next copy is a duplicate. */
  onGiven: () => void;
}) {
  const { receipts: text } = useTexts().words;
  const { printing, print } = usePrinting();
  const { note, printHere, save } = useGiving(which, onGiven);
  // The key that opened the sheet asked to print: print once, as soon as the receipt is loaded.
  const isAsked = useRef(mode === 'print');
  useEffect(() => {
    if (!isAsked.current || !receipt) return;
    isAsked.current = false;
    void printHere();
  });
  return (
    <>
      <Choice question={text.copy} options={text.copies} value={which.copy} onChange={onCopy} />
      {ways.printer ? (
        <Key name="sheet-print" icon="print" onPress={() => void print(which).then(onGiven)}>
          {text.print}
        </Key>
      ) : null}
      <Key name="sheet-print-here" icon="print" onPress={() => receipt && void printHere()}>
        {text.printHere}
      </Key>
      <Key name="sheet-pdf" icon="download" onPress={() => void save()}>
        {text.savePdf}
      </Key>
      <ModeKeys ways={ways} mode={mode} onMode={onMode} />
      <PrintingNote printing={printing} />
      <p className={receiptKeysCss.note} aria-live="polite">
        {note}
      </p>
    </>
  );
}

/** Gives a copy from this computer. `note` is the result of the last copy. */
function useGiving(which: WhichReceipt, onGiven: () => void) {
  const { receipts: text, failures } = useTexts().words;
  const { receiptPdf, receiptGiven } = useCommands();
  const [note, setNote] = useState('');
  const run = async (task: () => Promise<string>) => {
    try {
      setNote(await task());
    } catch (error) {
      setNote(sentenceOf(toFailure(error).code, failures));
    }
    onGiven();
  };
  const printHere = () =>
    run(async () => {
      window.print();
      await receiptGiven(which);
      return '';
    });
  const save = () =>
    run(async () => {
      const { base64, fileName } = await receiptPdf(which);
      savePdf(base64, fileName);
      return text.saved({ file: fileName });
    });
  return { note, printHere, save };
}

/** Keys for the forms that send a copy, and for switching between paper and code. */
function ModeKeys({ ways, mode, onMode }: { ways: ReceiptWays; mode: SheetMode; onMode: (mode: SheetMode) => void }) {
  const { receipts: text } = useTexts().words;
  return (
    <>
      {ways.email ? (
        <Key name="sheet-email" icon="mail" onPress={() => onMode('EMAIL')}>
          {text.email}
        </Key>
      ) : null}
      {ways.sms ? (
        <Key name="sheet-text" icon="message" onPress={() => onMode('SMS')}>
          {text.text}
        </Key>
      ) : null}
      {mode === 'qr' ? (
        <Key name="sheet-show" icon="receipt" onPress={() => onMode('view')}>
          {text.back}
        </Key>
      ) : (
        <Key name="sheet-qr" icon="qr" onPress={() => onMode('qr')}>
          {text.qr}
        </Key>
      )}
    </>
  );
}

/** The receipt from the host, read again when the payment or the choice changes, and after a copy was given. */
function useReceipt(
  which: WhichReceipt,
  version: string,
): { receipt: Receipt | null; failure: FailureCode | null; reload: () => void } {
  const { getReceipt } = useCommands();
  const [turn, setTurn] = useState(0);
  const key = [which.attempt, which.copy, which.reversal, version, turn].join(' ');
  const { value, failure } = useAnswer(() => getReceipt(which), key);
  const reload = useCallback(() => setTurn((last) => last + 1), []);
  return { receipt: failure === null ? value : null, failure, reload };
}

function sentenceOf(code: FailureCode, failures: ReturnType<typeof useTexts>['words']['failures']): string {
  const { what, next } = failures[code];
  return `${what} ${next}`;
}
