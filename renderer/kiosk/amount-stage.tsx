import { surchargeOf } from '../../electron/contract/index.ts';
import { useAnnounce, useSpeakOnce } from '../components/announcer.tsx';
import { GiantAmount } from '../components/giant.tsx';
import { Key, Keys, LockedPlate } from '../components/keys.tsx';
import { Keypad } from '../components/keypad.tsx';
import { FirstLine, Say, Title, Window } from '../components/window.tsx';
import { amountRefusal, entryAmountMinor, tillCurrency, useCommands, useTill } from '../store/index.ts';
import { Refusal } from '../sale/refusal.tsx';
import { useTexts } from '../text/index.ts';
import type { StageParts } from './stage-parts.ts';
import { QuietTimerBar } from './quiet-timer.tsx';
import { customerWords } from '../text/customer-words.ts';
import * as css from './kiosk.module.css';

/** The customer enters the amount to pay. */
export function AmountStage({ timer, easierKeys, onStartOver }: StageParts) {
  const texts = useTexts(customerWords);
  const { kiosk } = texts.words;
  const entry = useTill((state) => state.sale.entry);
  const currency = useTill(tillCurrency);
  const surcharge = useTill((state) => state.mirror.host?.till.surcharge);
  const { typeKey, charge } = useCommands();
  const isRefused = useTill((state) => amountRefusal(state) !== null);
  const announce = useAnnounce();
  const amountMinor = entryAmountMinor(entry, currency);
  const surchargeMinor = surchargeOf(surcharge, amountMinor, 0);
  useSpeakOnce('amount', `${kiosk.amount.title}.`);
  return (
    <>
      <Window state="idle" label={kiosk.region.amount} screenKey="amount">
        <FirstLine>
          <Title>{kiosk.amount.title}</Title>
        </FirstLine>
        <GiantAmount
          amountMinor={amountMinor}
          currency={currency}
          isQuiet={amountMinor === 0}
          {...(amountMinor === 0 ? { spoken: kiosk.amount.nothingYet } : {})}
        />
        <Refusal className={css.refusal} />
        {surcharge && surchargeMinor > 0 ? (
          <Say>{texts.words.sale.onTop({ label: surcharge.label, amount: texts.money(surchargeMinor, currency) })}</Say>
        ) : null}
        <div className="tb-push-down">
          <QuietTimerBar timer={timer} screenKey="amount" words={kiosk.timer.startsOver} />
        </div>
      </Window>
      <Keys>
        <Keypad onKey={typeKey} />
        {easierKeys}
        <Key name="cancel" icon="cross" shortcut="Escape" onPress={onStartOver}>
          {kiosk.cancel}
        </Key>
        {isRefused ? (
          <LockedPlate onEnter={() => announce(texts.words.counter.locks.refused, 'assertive')}>
            {texts.words.counter.locks.refused}
          </LockedPlate>
        ) : amountMinor > 0 ? (
          <Key name="pay" variant="go" shortcut="Enter" onPress={() => void charge()}>
            {kiosk.amount.pay({ amount: texts.money(amountMinor + surchargeMinor, currency) })}
          </Key>
        ) : (
          <LockedPlate icon="none" onEnter={() => announce(kiosk.amount.missing, 'assertive')}>
            {kiosk.amount.missing}
          </LockedPlate>
        )}
      </Keys>
    </>
  );
}
