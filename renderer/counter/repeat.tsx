import { chargeTotalOf } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { Keys, Key, Plate, Room } from '../components/keys.tsx';
import { ChargedSentence, Foot, Line1, Next, Say, Window, Heading } from '../components/window.tsx';
import { screenKeyOf, useCommands, useTill, type RepeatQuestion } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { ChargeKey } from '../sale/charge-key.tsx';
import { AttemptFacts } from './facts.tsx';
import { sentences } from '../sale/message.ts';
import { Problem } from '../sale/problem.tsx';

/** The same amount was paid here minutes ago. Nothing was sent; not charging is what Enter means. */
export function Repeat({ repeat }: { repeat: RepeatQuestion }) {
  const texts = useTexts();
  const { counter } = texts.words;
  const text = counter.repeat;
  const { answerRepeat } = useCommands();
  const { kind, amountMinor, currency } = repeat.submission;
  const before = useTill((state) => state.mirror.host?.attempts.find(({ id }) => id === repeat.attempt));
  const amount = texts.money(chargeTotalOf(repeat.submission), currency);
  const say = text.say[kind](amount, text.ago(repeat.minutes));
  const screenKey = screenKeyOf({ kind: 'repeat', repeat });
  useSpeakOnce(screenKey, sentences([text.heading, say, text.notTwice, text.next]), 'assertive');
  return (
    <>
      <Window state="idle" label={text.region} screenKey={screenKey}>
        <Line1 mark="card">
          <span>{amount}</span>
        </Line1>
        <Heading length={text.heading.length}>{text.heading}</Heading>
        <ChargedSentence>{say}</ChargedSentence>
        <Say>{text.notTwice}</Say>
        <Foot>
          <Next>{text.next}</Next>
        </Foot>
      </Window>
      <Keys>
        {before ? (
          <Plate title={text.before} isWideOnly>
            <AttemptFacts attempt={before} />
          </Plate>
        ) : null}
        <Problem />
        <Room />
        <ChargeKey
          name="charge-again"
          amountMinor={amountMinor}
          currency={currency}
          isGo={false}
          shortcut="F9"
          onPress={() => void answerRepeat(true)}
        >
          {text.again(amount)}
        </ChargeKey>
        <Key name="do-not-charge" variant="go" shortcut="Enter" onPress={() => void answerRepeat(false)}>
          {text.dont}
        </Key>
      </Keys>
    </>
  );
}
