import { useState } from 'react';
import { useAnnounce } from '../components/announcer.tsx';
import { Key, LockedPlate } from '../components/keys.tsx';
import { QrCode } from '../components/qr-code.tsx';
import { useCommands, useTill } from '../store/index.ts';
import { useAnswer } from '../store/use-answer.ts';
import { useTexts } from '../text/index.ts';
import { customerWords } from '../text/customer-words.ts';
import * as css from './kiosk.module.css';

/**
 * Offers the receipt to an unattended guest: a code for the phone, and paper if there is a printer. Unavailable ways
 * are not offered; a printer failure sends the guest to the desk without saying what is wrong.
 */
export function ReceiptOffer({ attempt }: { attempt: string }) {
  const { receipt: text } = useTexts(customerWords).words.kiosk;
  const hasPrinter = useTill((state) => state.mirror.host?.till.receipts?.printer ?? false);
  const { receiptLink } = useCommands();
  // Failures are ignored: without a code the guest still has the printer and the desk.
  const { value: link } = useAnswer(() => receiptLink({ attempt, copy: 'customer' }), attempt);
  return (
    <>
      {link ? (
        <section className={css.receipt} aria-label={text.phone}>
          <QrCode data={link.data} label={text.code} />
          <div>
            <h2>{text.phone}</h2>
            <p>{text.point}</p>
          </div>
        </section>
      ) : null}
      {hasPrinter ? <PrintKey attempt={attempt} /> : null}
    </>
  );
}

function PrintKey({ attempt }: { attempt: string }) {
  const { receipt: text } = useTexts(customerWords).words.kiosk;
  const { printReceipt } = useCommands();
  const announce = useAnnounce();
  const [state, setState] = useState<'idle' | 'printing' | 'printed' | 'failed'>('idle');
  const print = async () => {
    setState('printing');
    try {
      await printReceipt({ attempt, copy: 'customer' });
      setState('printed');
      announce(text.printed);
    } catch {
      setState('failed');
      announce(text.failed, 'assertive');
    }
  };
  if (state === 'idle') {
    return (
      <Key name="print" icon="print" onPress={() => void print()}>
        {text.print}
      </Key>
    );
  }
  return (
    <LockedPlate isGo={false} icon="none">
      {text[state]}
    </LockedPlate>
  );
}
