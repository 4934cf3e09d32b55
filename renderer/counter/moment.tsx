import { useSpeakOnce } from '../components/announcer.tsx';
import { Keys, LockedPlate, Room } from '../components/keys.tsx';
import { ChargedSentence, Fact, Facts, Foot, Line1, Next, Say, Window, Heading } from '../components/window.tsx';
import { useNow } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { sentences } from '../sale/message.ts';

/** From here on a person may have to help, milliseconds. */
const LONG_MS = 10_000;

/** The host is away. It comes back by itself and looks up where it was, so nothing has to be done here. */
export function Moment({ isFirst, sinceMs }: { isFirst: boolean; sinceMs: number }) {
  const texts = useTexts();
  const { counter, outcomes, frame } = texts.words;
  const text = outcomes.moment;
  const now = useNow();
  const isLong = now - sinceMs >= LONG_MS;
  const say = isFirst ? text.sayFirst : text.say;
  const next = isLong ? text.nextLong : text.next;
  useSpeakOnce(`moment/${isLong}`, sentences([text.heading, text.charged, say, next]));
  return (
    <>
      <Window state="live" label={counter.tillRegion} screenKey="moment">
        <Line1 mark="busy">
          <span>{frame.product}</span>
        </Line1>
        <Heading length={text.heading.length}>{text.heading}</Heading>
        <ChargedSentence icon="clock">{text.charged}</ChargedSentence>
        <Say>{say}</Say>
        <Foot>
          <Next>{next}</Next>
          <Facts>
            <Fact label={text.forFact} value={texts.stopwatch(now - sinceMs)} />
          </Facts>
        </Foot>
      </Window>
      <Keys>
        <Room />
        <LockedPlate>{counter.locks.charge}</LockedPlate>
      </Keys>
    </>
  );
}
