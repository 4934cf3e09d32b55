import { useState } from 'react';
import { plainAmount } from '../../electron/domain/index.ts';
import { TillError, toFailure, type AttemptView } from '../../electron/contract/index.ts';
import { Form, MAX_REASON, TextField } from '../components/form.tsx';
import { useNamed } from '../frame/use-named.tsx';
import { remainingMinorOf } from '../components/payment-rows.ts';
import { attemptIdFrom, forgetReversal, keepReversal, keptReversal, useCommands, useTime } from '../store/index.ts';
import { useTypedAmount } from '../sale/use-typed-amount.ts';
import { useTexts } from '../text/index.ts';

/** Maximum length of an amount field, above that of any amount. */
const MAX_AMOUNT = 20;

interface FormParts {
  attempt: AttemptView;
  onBack: () => void;
  onAnswered: (answer: AttemptView) => void;
}

/** Refunds a captured payment: the whole rest, or a part. */
export function ReverseForm({ attempt, onBack, onAnswered }: FormParts) {
  const texts = useTexts();
  const { form } = texts.words.payments;
  const { reverse } = useCommands();
  const time = useTime();
  const { currency } = attempt;
  const remainingMinor = remainingMinorOf(attempt);
  // One reversal id for this form, also after a reload: a second press after a lost answer reverses the payment only
  // once.
  const [reversal] = useState(() => keptReversal(attempt) ?? attemptIdFrom(time()));
  const amount = useTypedAmount(currency, plainAmount(remainingMinor, currency));
  const [reason, setReason] = useState('');
  // Reversals known when the form was opened: one from another window or the command line is shown and asked about.
  const [seen, setSeen] = useState(() => attempt.reversals.map(({ id }) => id));
  const arrived = attempt.reversals.find(({ id }) => id !== reversal && !seen.includes(id));
  /** Amount whose repetition the form is asking about, or null. */
  const [askedMinor, setAskedMinor] = useState<number | null>(null);
  const { fields, by, missing } = useNamed('reverse');
  const read = amount.read(form.amountMissing);
  const remaining = texts.money(remainingMinor, currency);
  const over = read.amountMinor > remainingMinor ? form.overRemaining({ amount: remaining }) : null;
  const written = reason.trim();
  const isAsked = askedMinor === read.amountMinor && !arrived;
  return (
    <Form
      act="reverse"
      title={form.reverseTitle}
      go={(isAsked ? form.reverseAgainGo : form.reverseGo)({ amount: texts.money(read.amountMinor, currency) })}
      refusals={{
        PAY_DUPLICATE: form.givenAlready({ amount: texts.money(arrived?.amountMinor ?? read.amountMinor, currency) }),
        PAY_AMOUNT: form.overRemaining({ amount: remaining }),
      }}
      missing={read.wrong ?? over ?? missing}
      send={async () => {
        if (arrived) {
          setSeen(attempt.reversals.map(({ id }) => id));
          setAskedMinor(read.amountMinor);
          throw new TillError('PAY_DUPLICATE', 'Money was given back while this form was open.');
        }
        keepReversal(attempt.id, reversal);
        const answer = await reverse({
          attempt: attempt.id,
          reversal,
          amountMinor: read.amountMinor,
          ...by,
          ...(written === '' ? {} : { reason: written }),
          ...(isAsked ? { isRepeatMeant: true } : {}),
        }).catch((error: unknown) => {
          if (toFailure(error).code === 'PAY_DUPLICATE') setAskedMinor(read.amountMinor);
          throw error;
        });
        forgetReversal(attempt.id);
        onAnswered(answer);
      }}
      onBack={onBack}
    >
      <TextField
        label={form.amount}
        value={amount.text}
        max={MAX_AMOUNT}
        kind="amount"
        wrong={read.wrong ?? over}
        help={form.atMost({ amount: remaining })}
        isFirst
        onChange={amount.setText}
      />
      <TextField label={form.reasonOptional} value={reason} max={MAX_REASON} onChange={setReason} />
      {fields}
    </Form>
  );
}
