import { useSpeakOnce } from '../../components/announcer.tsx';
import { Key, Keys, Room } from '../../components/keys.tsx';
import { ChargedSentence, Foot, Line1, Next, Say, Window, Heading } from '../../components/window.tsx';
import { sentences } from '../../sale/message.ts';
import { Problem } from '../../sale/problem.tsx';
import { screenKeyOf, useCommands, type LinkRepeat } from '../../store/index.ts';
import { useTexts } from '../../text/index.ts';

/** The order, or this amount minutes ago, was paid. No link was made; making none is what Enter means. */
export function LinkRepeatQuestion({ repeat }: { repeat: LinkRepeat }) {
  const texts = useTexts();
  const { links, counter } = texts.words;
  const text = links.repeat;
  const { answerLinkRepeat } = useCommands();
  const { amountMinor, tipMinor, currency } = repeat.submission;
  const amount = texts.money(amountMinor + tipMinor, currency);
  const say = text.say(amount, counter.repeat.ago(repeat.minutes));
  const screenKey = screenKeyOf({ kind: 'link-repeat', repeat });
  useSpeakOnce(screenKey, sentences([text.heading, say, text.nothing, text.next]), 'assertive');
  return (
    <>
      <Window state="idle" label={text.region} screenKey={screenKey}>
        <Line1 mark="card">
          <span>{amount}</span>
        </Line1>
        <Heading length={text.heading.length}>{text.heading}</Heading>
        <ChargedSentence>{say}</ChargedSentence>
        <Say>{text.nothing}</Say>
        <Foot>
          <Next>{text.next}</Next>
        </Foot>
      </Window>
      <Keys>
        <Problem />
        <Room />
        <Key name="link-again" icon="qr" shortcut="F7" onPress={() => void answerLinkRepeat(true)}>
          {text.make}
        </Key>
        <Key name="no-link" variant="go" shortcut="Enter" onPress={() => void answerLinkRepeat(false)}>
          {text.dont}
        </Key>
      </Keys>
    </>
  );
}
