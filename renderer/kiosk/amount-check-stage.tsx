import { useSpeakOnce } from '../components/announcer.tsx';
import { GiantAmount } from '../components/giant.tsx';
import { Key, Keys, Spacer } from '../components/keys.tsx';
import { ChargedSentence, FirstLine, Title, Window } from '../components/window.tsx';
import { useTexts } from '../text/index.ts';
import { stageKey, type KioskStage } from './kiosk-stage.ts';
import { QuietTimerBar } from './quiet-timer.tsx';
import type { StageParts } from './stage-parts.ts';
import { customerWords } from '../text/customer-words.ts';

/** Asks the customer to confirm an amount far above the usual one, after Pay. */
export function AmountCheckStage({
  stage,
  timer,
  easierKeys,
  onAnswer,
}: StageParts & { stage: Extract<KioskStage, { kind: 'amount-check' }>; onAnswer: (isMeant: boolean) => void }) {
  const texts = useTexts(customerWords);
  const { kiosk } = texts.words;
  const text = kiosk.amountCheck;
  const screenKey = stageKey(stage);
  const { totalMinor, currency } = stage.check;
  useSpeakOnce(screenKey, `${text.title} ${texts.spoken(totalMinor, currency)}. ${text.notCharged}`, 'assertive');
  return (
    <>
      <Window state="idle" label={kiosk.region.amount} screenKey={screenKey}>
        <FirstLine>
          <Title>{text.title}</Title>
        </FirstLine>
        <GiantAmount amountMinor={totalMinor} currency={currency} />
        <ChargedSentence>{text.notCharged}</ChargedSentence>
      </Window>
      <Keys>
        <Spacer />
        <QuietTimerBar timer={timer} screenKey={screenKey} words={kiosk.timer.startsOver} isAsking />
        {easierKeys}
        <Key name="amount-not-meant" icon="back" shortcut="Escape" onPress={() => onAnswer(false)}>
          {text.no}
        </Key>
        <Key name="amount-meant" variant="go" shortcut="Enter" onPress={() => onAnswer(true)}>
          {kiosk.amount.pay({ amount: texts.money(totalMinor, currency) })}
        </Key>
      </Keys>
    </>
  );
}
