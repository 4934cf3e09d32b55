import { useSpeakOnce } from '../components/announcer.tsx';
import { GiantAmount } from '../components/giant.tsx';
import { Key, Keys, LockedPlate, Spacer } from '../components/keys.tsx';
import { ChargedSentence, Foot, FirstLine, Next, Say, Title, Window } from '../components/window.tsx';
import { ChargeKey } from '../sale/charge-key.tsx';
import { sentences } from '../sale/message.ts';
import { Problem } from '../sale/problem.tsx';
import { screenKeyOf, useCommands, useTill, type AmountCheck } from '../store/index.ts';
import { useTexts } from '../text/index.ts';

/**
 * Shown when the amount is far above the usual amounts of this till. Nothing was sent; the amount is charged once the
 * cashier has confirmed it.
 */
export function AmountCheckScreen({ check }: { check: AmountCheck }) {
  const texts = useTexts();
  const { counter } = texts.words;
  const text = counter.amountCheck;
  const { confirmAmount } = useCommands();
  const { totalMinor, currency } = check;
  const total = texts.money(totalMinor, currency);
  const bound = texts.money(check.askAboveMinor, currency);
  const isTip = check.largeTipMinor !== null;
  const title = isTip ? text.tip.title : text.title;
  const say = isTip
    ? text.tip.say({ tip: texts.money(check.largeTipMinor ?? 0, currency), bound })
    : text.say({ bound });
  const yes = () => void confirmAmount(true);
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  const screenKey = screenKeyOf({ kind: 'amount-check', check });
  const spoken = sentences([title, texts.spoken(totalMinor, currency), text.nothingCharged, say, text.next]);
  useSpeakOnce(screenKey, spoken, 'assertive');
  return (
    <>
      <Window state="idle" label={text.region} screenKey={screenKey}>
        <FirstLine>
          <Title>{title}</Title>
        </FirstLine>
        <GiantAmount amountMinor={totalMinor} currency={currency} />
        <ChargedSentence>{text.nothingCharged}</ChargedSentence>
        <Say>{say}</Say>
        <Foot>
          <Next>{text.next}</Next>
        </Foot>
      </Window>
      <Keys>
        <Problem />
        <Spacer />
        <Key name="amount-not-meant" shortcut="Escape" onPress={() => void confirmAmount(false)}>
          {isTip ? text.tip.no : text.no}
        </Key>
        {check.way === 'charge' || check.way === 'hold' ? (
          <ChargeKey name="amount-meant" amountMinor={totalMinor} onPress={yes}>
            {check.way === 'hold' ? text.hold({ amount: total }) : text.yes({ amount: total })}
          </ChargeKey>
        ) : isLive ? (
          <Key name="amount-meant" variant="go" shortcut="Enter" onPress={yes}>
            {check.way === 'link' ? text.link({ amount: total }) : text.take({ amount: total })}
          </Key>
        ) : (
          <LockedPlate>{counter.locks.away}</LockedPlate>
        )}
      </Keys>
    </>
  );
}
