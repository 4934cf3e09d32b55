import { offeredTips, surchargeOf, type AttemptView, type OfferedTip } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { GiantAmount } from '../components/giant.tsx';
import { Icon } from '../components/icon.tsx';
import { Key, Keys, LockedPlate } from '../components/keys.tsx';
import { useScopedKey } from '../components/key-scope.tsx';
import { Keypad } from '../components/keypad.tsx';
import { FirstLine, Title, Window } from '../components/window.tsx';
import {
  amountRefusal,
  screenKeyOf,
  tillCurrency,
  tipMinorOf,
  useCommands,
  useTill,
  type TipChoice,
  type TipStep,
} from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { ChargeKey } from '../sale/charge-key.tsx';
import { Details } from './details.tsx';
import { sentences } from '../sale/message.ts';
import { Problem } from '../sale/problem.tsx';
import { Refusal } from '../sale/refusal.tsx';
import { DetailRow, Row, SurchargeRows } from './sale-rows.tsx';
import * as keysCss from '../components/keys.module.css';
import * as windowCss from '../components/window.module.css';
import * as css from './counter.module.css';

/**
 * Tip before the payment or on an approved payment: an offered tip, a typed amount, or no tip, which is selected first.
 */
export function Tip({ tip }: { tip: TipStep }) {
  const asking = useTill((state) => state.sale.asking);
  const till = useTill((state) => state.mirror.host?.till);
  const attempt = useTill((state) => state.mirror.host?.attempts.find(({ id }) => id === tip.attempt));
  if (!till) return null;
  const currency = attempt?.currency ?? till.currency;
  const tipMinor = tipMinorOf(tip, { ...till, currency });
  const surchargeMinor = attempt?.surchargeMinor ?? surchargeOf(till.surcharge, tip.saleMinor, tipMinor);
  const totalMinor = tip.saleMinor + surchargeMinor + tipMinor;
  return (
    <>
      <TipWindow tip={tip} tipMinor={tipMinor} totalMinor={totalMinor} currency={currency} attempt={attempt} />
      {asking === null ? (
        <TipKeys tip={tip} offered={offeredTips(till.tips, tip.saleMinor)} totalMinor={totalMinor} attempt={attempt} />
      ) : (
        <Details detail={asking} />
      )}
    </>
  );
}

interface Parts {
  tip: TipStep;
  totalMinor: number;
  /** Approved payment to which the tip is added. */
  attempt: AttemptView | undefined;
}

function TipWindow({ tip, tipMinor, totalMinor, currency, attempt }: Parts & { tipMinor: number; currency: string }) {
  const texts = useTexts();
  const { counter, sale: words } = texts.words;
  const text = counter.tip;
  const { leaveTip } = useCommands();
  const tips = useTill((state) => state.mirror.host?.till.tips);
  const money = (amountMinor: number) => texts.money(amountMinor, currency);
  const percent = typeof tip.choice === 'number' ? offeredTips(tips, tip.saleMinor)[tip.choice]?.percent : null;
  useSpeakOnce(
    `tip/${tip.choice}/${tipMinor}`,
    sentences([tip.choice === 'none' ? text.question : null, texts.spoken(totalMinor, currency)]),
  );
  return (
    <Window
      state={attempt ? 'live' : 'idle'}
      label={attempt ? counter.outcomeRegion : counter.amountRegion}
      screenKey={screenKeyOf({ kind: 'tip', tip })}
    >
      <FirstLine>
        <Title>{attempt ? words.tip.title : text.title}</Title>
        <span className={windowCss.toRight}>
          <Key name="leave-tip" variant="flat" icon="back" shortcut="Escape" onPress={leaveTip}>
            {text.back}
          </Key>
        </span>
      </FirstLine>
      <GiantAmount amountMinor={totalMinor} currency={currency} />
      <Refusal />
      <Problem />
      <dl className={`${css.rows} tb-push-down`}>
        {attempt ? null : <DetailRow detail="order" isWideOnly />}
        <Row name={text.sale}>{money(tip.saleMinor)}</Row>
        <Row name={text.tip}>
          {money(tipMinor)}
          {percent ? <span className="tb-quiet"> {texts.percent(percent)}</span> : null}
        </Row>
        {attempt ? null : <SurchargeRows amountMinor={tip.saleMinor} tipMinor={tipMinor} />}
        {attempt && attempt.surchargeMinor > 0 ? (
          <Row name={words.rows.surcharge}>{money(attempt.surchargeMinor)}</Row>
        ) : null}
      </dl>
    </Window>
  );
}

function TipKeys({ tip, totalMinor, attempt, offered }: Parts & { offered: readonly OfferedTip[] }) {
  const texts = useTexts();
  const { counter } = texts.words;
  const text = counter.tip;
  const ofTill = useTill(tillCurrency);
  const currency = attempt?.currency ?? ofTill;
  const isDecimal = useTill((state) => state.mirror.host?.till.amountEntry === 'decimal');
  const { chooseTip, charge, typeKey } = useCommands();
  const money = (amountMinor: number) => texts.money(amountMinor, currency);
  useScopedKey('tip-other', tip.choice === 'other' ? undefined : 'F3', () => chooseTip('other'));
  const choice = (value: TipChoice, name: string, amount: string | null) => (
    <label
      key={value}
      className={`${keysCss.btn} ${css.choice}`}
      data-part="key"
      data-chosen={tip.choice === value || undefined}
    >
      <input
        type="radio"
        name="tip"
        checked={tip.choice === value}
        {...(value === 'other' ? { 'aria-keyshortcuts': 'F3' } : {})}
        onChange={() => chooseTip(value)}
      />
      <span>{name}</span>
      {tip.choice === value ? <Icon name="tick" /> : null}
      {amount === null ? null : (
        <span className={`${keysCss.btnPush} ${css.choiceAmount}`} data-part="key-push">
          {amount}
        </span>
      )}
    </label>
  );
  return (
    <Keys>
      {tip.choice === 'other' ? (
        <>
          <h2 className={keysCss.label} data-part="label">
            {text.otherTitle}
          </h2>
          <Keypad onKey={typeKey} isDecimal={isDecimal} />
          <Key name="tip-choices" icon="back" onPress={() => chooseTip('none')}>
            {text.choices}
          </Key>
        </>
      ) : (
        <fieldset className={css.choices}>
          <legend className={keysCss.label} data-part="label">
            {text.question}
          </legend>
          {offered.map(({ percent, amountMinor }, index) =>
            percent === null
              ? choice(index, money(amountMinor), null)
              : choice(index, texts.percent(percent), money(amountMinor)),
          )}
          <div className="tb-two">
            {choice('other', text.other, null)}
            {choice('none', text.none, null)}
          </div>
        </fieldset>
      )}
      {attempt ? (
        <TakeKey totalMinor={totalMinor} attempt={attempt} onPress={() => void charge()} />
      ) : (
        <ChargeKey
          name={tip.choice === 'none' ? 'charge' : 'charge-total'}
          amountMinor={totalMinor}
          onPress={() => void charge()}
        >
          {counter.charge({ amount: money(totalMinor) })}
        </ChargeKey>
      )}
    </Keys>
  );
}

/** Captures the held payment; locked, with the reason, if the total exceeds the held amount. */
function TakeKey({ totalMinor, attempt, onPress }: { totalMinor: number; attempt: AttemptView; onPress: () => void }) {
  const texts = useTexts();
  const { sale: words } = texts.words;
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  const roomMinor = (attempt.authorizedMinor ?? 0) - attempt.amountMinor - attempt.surchargeMinor;
  const owedMinor = attempt.amountMinor + attempt.surchargeMinor;
  const isRefused = useTill((state) => amountRefusal(state) !== null);
  if (!isLive) return <LockedPlate>{texts.words.counter.locks.away}</LockedPlate>;
  if (isRefused) return <LockedPlate>{texts.words.counter.locks.refused}</LockedPlate>;
  if (totalMinor > Math.max(attempt.authorizedMinor ?? 0, owedMinor)) {
    return (
      <LockedPlate>{words.tip.atMost({ amount: texts.money(Math.max(0, roomMinor), attempt.currency) })}</LockedPlate>
    );
  }
  return (
    <Key name="take" variant="go" shortcut="Enter" onPress={onPress}>
      {words.tip.take({ amount: texts.money(totalMinor, attempt.currency) })}
    </Key>
  );
}
