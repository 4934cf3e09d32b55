import { useState } from 'react';
import { parseAmount, plainAmount, type AttemptView } from '../../electron/contract/index.ts';
import { Form, TextField, useOperator } from '../components/form.tsx';
import { attemptIdFrom, useCommands, useTill, useTime } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { remainingMinorOf } from './payment-rows.ts';

/** As the contract bounds it, in characters. */
const MAX_REASON = 300;
/** More digits than any amount has. */
const MAX_AMOUNT = 20;

interface FormParts {
  attempt: AttemptView;
  onBack: () => void;
  onAnswered: (answer: AttemptView) => void;
}

/** An amount as typed: minor units, or the sentence for why it is none. Empty is `empty`. */
function useAmount(currency: string, first: string) {
  const texts = useTexts();
  const [text, setText] = useState(first);
  const maxAmountMinor = useTill((state) => state.mirror.host?.till.maxAmountMinor);
  const read = (emptySentence: string): { amountMinor: number; wrong: string | null } => {
    if (text.trim() === '') return { amountMinor: 0, wrong: emptySentence };
    const parsed = parseAmount(text, currency, maxAmountMinor);
    if (parsed.ok) return { amountMinor: parsed.amountMinor, wrong: null };
    const limit = maxAmountMinor === undefined ? '' : texts.money(maxAmountMinor, currency);
    return { amountMinor: 0, wrong: texts.words.counter.refusals[parsed.code](limit) };
  };
  return { text, setText, read };
}

function useHasManagers(): boolean {
  return useTill((state) => state.mirror.host?.till.hasManagers ?? false);
}

/** Charges a hold: the bill, and a tip on top, together not more than is held. The card is not needed for it. */
export function CaptureForm({ attempt, onBack, onAnswered }: FormParts) {
  const texts = useTexts();
  const { form } = texts.words.payments;
  const { captureHold } = useCommands();
  const { currency } = attempt;
  const heldMinor = attempt.authorizedMinor ?? 0;
  const heldTipMinor = Math.min(attempt.tipMinor, heldMinor);
  const bill = useAmount(currency, plainAmount(heldMinor - heldTipMinor, currency));
  const tip = useAmount(currency, heldTipMinor > 0 ? plainAmount(heldTipMinor, currency) : '');
  const billRead = bill.read(form.amountMissing);
  const hasTip = tip.text.trim() !== '';
  const tipRead = hasTip ? tip.read('') : { amountMinor: 0, wrong: null };
  const wholeMinor = billRead.amountMinor + tipRead.amountMinor;
  const over = wholeMinor > heldMinor ? form.overHeld(texts.money(heldMinor, currency)) : null;
  return (
    <Form
      title={form.captureTitle}
      go={form.captureGo(texts.money(wholeMinor, currency))}
      missing={billRead.wrong ?? tipRead.wrong ?? over}
      send={async () =>
        onAnswered(await captureHold({ attempt: attempt.id, amountMinor: wholeMinor, tipMinor: tipRead.amountMinor }))
      }
      onBack={onBack}
    >
      <TextField
        label={form.bill}
        value={bill.text}
        max={MAX_AMOUNT}
        kind="amount"
        wrong={billRead.wrong ?? over}
        isFirst
        onChange={bill.setText}
      />
      <TextField
        label={form.tip}
        value={tip.text}
        max={MAX_AMOUNT}
        kind="amount"
        wrong={tipRead.wrong}
        help={form.noTip}
        onChange={tip.setText}
      />
    </Form>
  );
}

/** Gives a hold back: nothing can be charged of it afterwards. */
export function ReleaseForm({ attempt, onBack, onAnswered }: FormParts) {
  const texts = useTexts();
  const { form } = texts.words.payments;
  const { releaseHold } = useCommands();
  const { fields, operator, missing } = useOperator(useHasManagers(), true);
  const held = texts.money(attempt.authorizedMinor ?? 0, attempt.currency);
  return (
    <Form
      title={form.releaseTitle}
      go={form.releaseGo(held)}
      missing={missing}
      send={async () => onAnswered(await releaseHold({ attempt: attempt.id, operator }))}
      onBack={onBack}
    >
      <p className="tb-form-warning">{form.releaseSay(held)}</p>
      {fields}
    </Form>
  );
}

/** Gives money back of a captured payment: all that is left of it, or a part. */
export function ReverseForm({ attempt, onBack, onAnswered }: FormParts) {
  const texts = useTexts();
  const { form } = texts.words.payments;
  const { reverse } = useCommands();
  const time = useTime();
  const { currency } = attempt;
  const remainingMinor = remainingMinorOf(attempt);
  // One id for this form: an answer that is lost and a second press are the same money given back once.
  const [reversal] = useState(() => attemptIdFrom(time()));
  const amount = useAmount(currency, plainAmount(remainingMinor, currency));
  const [reason, setReason] = useState('');
  const { fields, operator, missing } = useOperator(useHasManagers());
  const read = amount.read(form.amountMissing);
  const remaining = texts.money(remainingMinor, currency);
  const over = read.amountMinor > remainingMinor ? form.overRemaining(remaining) : null;
  const written = reason.trim();
  return (
    <Form
      title={form.reverseTitle}
      go={form.reverseGo(texts.money(read.amountMinor, currency))}
      missing={read.wrong ?? over ?? missing}
      send={async () =>
        onAnswered(
          await reverse({
            attempt: attempt.id,
            reversal,
            amountMinor: read.amountMinor,
            operator,
            ...(written === '' ? {} : { reason: written }),
          }),
        )
      }
      onBack={onBack}
    >
      <TextField
        label={form.amount}
        value={amount.text}
        max={MAX_AMOUNT}
        kind="amount"
        wrong={read.wrong ?? over}
        help={form.atMost(remaining)}
        isFirst
        onChange={amount.setText}
      />
      <TextField label={form.reasonOptional} value={reason} max={MAX_REASON} onChange={setReason} />
      {fields}
    </Form>
  );
}
