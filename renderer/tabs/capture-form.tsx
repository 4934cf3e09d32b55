import { useState, type ReactNode } from 'react';
import { plainAmount } from '../../electron/domain/index.ts';
import {
  asksForTips,
  offeredTips,
  toFailure,
  type AttemptView,
  type TipSettings,
} from '../../electron/contract/index.ts';
import { Form, TextField } from '../components/form.tsx';
import { useCommands, useTill } from '../store/index.ts';
import { useTypedAmount } from '../sale/use-typed-amount.ts';
import { useTexts } from '../text/index.ts';
import { tabName } from '../text/payment-words.ts';
import * as keysCss from '../components/keys.module.css';
import * as css from './tabs.module.css';

/** Maximum length of an amount field, above that of any amount. */
const MAX_AMOUNT = 20;
/** Tips that are offered when the till has no tip settings. */
const usualTips: TipSettings = { when: 'before', percents: [15, 18, 20], fixedMinor: [], roomPercent: 25 };

type TipChoice = number | 'other' | 'none';

/** Amounts to capture from a hold, minor units. */
export interface Bill {
  wholeMinor: number;
  tipMinor: number;
  restMinor: number;
}

/**
 * Captures a hold: the bill and a tip, together at most the held amount. The card is not needed. `renderHead` draws the
 * head above, with the current sums of the fields.
 */
export function CaptureForm({
  attempt,
  renderHead,
  beside,
  onBack,
  onAnswered,
}: {
  attempt: AttemptView;
  renderHead: (bill: Bill) => ReactNode;
  /** Key next to Back. */
  beside: ReactNode;
  onBack: () => void;
  onAnswered: (answer: AttemptView) => void;
}) {
  const texts = useTexts();
  const { tabs } = texts.words;
  const { captureHold } = useCommands();
  const { heldMinor, bill, tip, tipMinor, wholeMinor, over } = useBill(attempt);
  const { currency } = attempt;
  /** Tip that the form is asking the cashier to confirm, or null. */
  const [askedTipMinor, setAskedTipMinor] = useState<number | null>(null);
  return (
    <Form
      act="capture"
      title={tabName(attempt, texts)}
      go={tabs.charge({ amount: texts.money(wholeMinor, currency) })}
      missing={bill.wrong ?? tip.wrong ?? over}
      refusals={{ PAY_TIP_LARGE: texts.words.payments.form.largeTip({ tip: texts.money(tipMinor, currency) }) }}
      send={async () => {
        const meant = askedTipMinor === tipMinor ? { isTipMeant: true } : {};
        const asked = { attempt: attempt.id, amountMinor: wholeMinor, tipMinor, ...meant };
        const answer = await captureHold(asked).catch((error: unknown) => {
          if (toFailure(error).code === 'PAY_TIP_LARGE') setAskedTipMinor(tipMinor);
          throw error;
        });
        onAnswered(answer);
      }}
      beside={beside}
      onBack={onBack}
    >
      {renderHead({ wholeMinor, tipMinor, restMinor: Math.max(0, heldMinor - wholeMinor) })}
      <TextField
        label={tabs.bill}
        value={bill.text}
        max={MAX_AMOUNT}
        kind="amount"
        wrong={bill.wrong ?? over}
        help={tabs.upTo({ amount: texts.money(heldMinor, currency) })}
        onChange={bill.setText}
      />
      <TipChoices offered={tip.offered} choice={tip.choice} currency={currency} onChoose={tip.setChoice} />
      {tip.choice === 'other' ? (
        <TextField
          label={tabs.tip}
          value={tip.text}
          max={MAX_AMOUNT}
          kind="amount"
          wrong={tip.wrong}
          onChange={tip.setText}
        />
      ) : null}
    </Form>
  );
}

/** Sums of the form's fields, in minor units; `wrong` and `over` are sentences, or null when the fields are valid. */
function useBill(attempt: AttemptView) {
  const texts = useTexts();
  const { form } = texts.words.payments;
  const tillTips = useTill((state) => state.mirror.host?.till.tips);
  const { currency, surchargeMinor } = attempt;
  const heldMinor = attempt.authorizedMinor ?? 0;
  const firstBillMinor = Math.max(0, Math.min(attempt.amountMinor, heldMinor - surchargeMinor));
  const firstTipMinor = Math.min(attempt.tipMinor, heldMinor - surchargeMinor - firstBillMinor);
  const bill = useTypedAmount(currency, plainAmount(firstBillMinor, currency));
  const other = useTypedAmount(currency, firstTipMinor > 0 ? plainAmount(firstTipMinor, currency) : '');
  const [choice, setChoice] = useState<TipChoice>(firstTipMinor > 0 ? 'other' : 'none');
  const billRead = bill.read(form.amountMissing);
  const offered = offeredTips(asksForTips(tillTips) ? tillTips : usualTips, billRead.amountMinor);
  const hasOther = choice === 'other' && other.text.trim() !== '';
  const otherRead = hasOther ? other.read('') : { amountMinor: 0, wrong: null };
  const chosenMinor = typeof choice === 'number' ? (offered[choice]?.amountMinor ?? 0) : 0;
  const tipMinor = choice === 'other' ? otherRead.amountMinor : chosenMinor;
  const wholeMinor = billRead.amountMinor + surchargeMinor + tipMinor;
  return {
    heldMinor,
    bill: { text: bill.text, setText: bill.setText, wrong: billRead.wrong },
    tip: { text: other.text, setText: other.setText, wrong: otherRead.wrong, offered, choice, setChoice },
    tipMinor,
    wholeMinor,
    over: wholeMinor > heldMinor ? form.overHeld({ amount: texts.money(heldMinor, currency) }) : null,
  };
}

/** The suggested tips, another amount, or none. */
function TipChoices({
  offered,
  choice,
  currency,
  onChoose,
}: {
  offered: ReturnType<typeof offeredTips>;
  choice: TipChoice;
  currency: string;
  onChoose: (choice: TipChoice) => void;
}) {
  const texts = useTexts();
  const { tabs } = texts.words;
  const tip = (value: TipChoice, name: string, amount: string | null) => (
    <label key={value} className={keysCss.btn} data-part="key" data-chosen={choice === value || undefined}>
      <input type="radio" name="tip" checked={choice === value} onChange={() => onChoose(value)} />
      <span>
        {name}{' '}
        {amount === null ? null : (
          <span className={keysCss.btnSub} data-part="key-sub">
            {amount}
          </span>
        )}
      </span>
    </label>
  );
  return (
    <fieldset className={css.tabTips}>
      <legend>{tabs.tipQuestion}</legend>
      {offered.map(({ percent, amountMinor }, index) =>
        percent === null
          ? tip(index, texts.money(amountMinor, currency), null)
          : tip(index, texts.percent(percent), texts.money(amountMinor, currency)),
      )}
      {tip('other', tabs.otherTip, null)}
      {tip('none', tabs.noTip, null)}
    </fieldset>
  );
}
