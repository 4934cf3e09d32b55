import { useSpeakOnce } from '../components/announcer.tsx';
import { Giant } from '../components/giant.tsx';
import { Key, Keys, Room } from '../components/keys.tsx';
import { ChargedSentence, Foot, Line1, Next, Say, Title, Window } from '../components/window.tsx';
import { ChargeKey } from '../sale/charge-key.tsx';
import { sentences } from '../sale/message.ts';
import { Problem } from '../sale/problem.tsx';
import { screenKeyOf, useCommands, type AmountCheck } from '../store/index.ts';
import { useTexts } from '../text/index.ts';

/** The amount is far above what is usual here. Nothing was sent; it is charged once somebody has looked at it. */
export function AmountCheckScreen({ check }: { check: AmountCheck }) {
  const texts = useTexts();
  const { counter } = texts.words;
  const text = counter.amountCheck;
  const { confirmAmount } = useCommands();
  const { totalMinor, currency } = check;
  const total = texts.money(totalMinor, currency);
  const say = text.say(texts.money(check.askAboveMinor, currency));
  const screenKey = screenKeyOf({ kind: 'amount-check', check });
  const spoken = sentences([text.title, texts.spoken(totalMinor, currency), text.nothingCharged, say, text.next]);
  useSpeakOnce(screenKey, spoken, 'assertive');
  return (
    <>
      <Window state="idle" label={text.region} screenKey={screenKey}>
        <Line1>
          <Title>{text.title}</Title>
        </Line1>
        <Giant amountMinor={totalMinor} currency={currency} />
        <ChargedSentence>{text.nothingCharged}</ChargedSentence>
        <Say>{say}</Say>
        <Foot>
          <Next>{text.next}</Next>
        </Foot>
      </Window>
      <Keys>
        <Problem />
        <Room />
        <Key name="amount-not-meant" shortcut="Escape" onPress={() => void confirmAmount(false)}>
          {text.no}
        </Key>
        <ChargeKey name="amount-meant" amountMinor={totalMinor} onPress={() => void confirmAmount(true)}>
          {check.isHold ? text.hold(total) : text.yes(total)}
        </ChargeKey>
      </Keys>
    </>
  );
}
