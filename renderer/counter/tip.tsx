import { useSpeakOnce } from '../components/announcer.tsx';
import { Giant } from '../components/giant.tsx';
import { Icon } from '../components/icon.tsx';
import { Key, Keys, Room } from '../components/keys.tsx';
import { Keypad } from '../components/keypad.tsx';
import { Line1, Title, Window } from '../components/window.tsx';
import { percentOf, tipMinorOf, useCommands, useTill, type TipChoice, type TipStep } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { ChargeKey } from './charge-key.tsx';
import { Refusal } from './idle.tsx';
import { sentences } from './outcome-told.ts';
import { Problem } from './problem.tsx';

/** A tip before the payment: a percentage, an amount typed on the keys, or none, which is what stands there first. */
export function Tip({ tip }: { tip: TipStep }) {
  const texts = useTexts();
  const { counter } = texts.words;
  const text = counter.tip;
  const currency = useTill((state) => state.mirror.host?.till.currency ?? 'USD');
  const percents = useTill((state) => state.mirror.host?.till.tips) ?? [];
  const { chooseTip, leaveTip, charge, typeKey } = useCommands();
  const tipMinor = tipMinorOf(tip, currency);
  const money = (amountMinor: number) => texts.money(amountMinor, currency);
  const totalMinor = tip.saleMinor + tipMinor;
  const spoken = `tip/${tip.choice}/${tipMinor}`;
  useSpeakOnce(spoken, sentences([tip.choice === 'none' ? text.question : null, texts.spoken(totalMinor, currency)]));
  const choice = (value: TipChoice, name: string, amount: string | null) => (
    <label key={value} className="tb-btn tb-choice" data-chosen={tip.choice === value || undefined}>
      <input type="radio" name="tip" checked={tip.choice === value} onChange={() => chooseTip(value)} />
      <span>{name}</span>
      {tip.choice === value ? <Icon name="tick" /> : null}
      {amount === null ? null : <span className="tb-btn-push tb-choice-amount">{amount}</span>}
    </label>
  );
  return (
    <>
      <Window state="idle" label={counter.amountRegion} screenKey="tip">
        <Line1>
          <Title>{text.title}</Title>
          <span className="tb-to-right">
            <Key name="leave-tip" variant="flat" icon="back" shortcut="Escape" onPress={leaveTip}>
              {text.back}
            </Key>
          </span>
        </Line1>
        <Giant amountMinor={totalMinor} currency={currency} />
        <Refusal />
        <Problem />
        <dl className="tb-sum tb-push-down">
          <div>
            <dt>{text.sale}</dt>
            <dd>{money(tip.saleMinor)}</dd>
          </div>
          <div>
            <dt>{text.tip}</dt>
            <dd>
              {money(tipMinor)}
              {typeof tip.choice === 'number' ? <span className="tb-quiet"> {texts.percent(tip.choice)}</span> : null}
            </dd>
          </div>
        </dl>
      </Window>
      <Keys>
        {tip.choice === 'other' ? (
          <>
            <h2 className="tb-label">{text.otherTitle}</h2>
            <Keypad onKey={typeKey} />
            <Key name="tip-choices" icon="back" onPress={() => chooseTip('none')}>
              {text.choices}
            </Key>
          </>
        ) : (
          <fieldset className="tb-choices">
            <legend className="tb-label">{text.question}</legend>
            {percents.map((percent) =>
              choice(percent, texts.percent(percent), money(percentOf(tip.saleMinor, percent))),
            )}
            {choice('other', text.other, null)}
            {choice('none', text.none, null)}
          </fieldset>
        )}
        {tip.choice === 'other' ? null : <Room />}
        <ChargeKey name="charge-total" amountMinor={totalMinor} onPress={() => void charge()}>
          {counter.charge(money(totalMinor))}
        </ChargeKey>
      </Keys>
    </>
  );
}
