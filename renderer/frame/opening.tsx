import { useSpeakOnce } from '../components/announcer.tsx';
import { Foot, Line1, Next, Say, Window, Word } from '../components/window.tsx';
import './opening.css';
import { useNow, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';

/** From here on a person may have to help, milliseconds. */
const LONG_MS = 10_000;

/** Before the host has said what this till is: no frame of a counter, no key of a kiosk, nothing that might be wrong. */
export function Opening() {
  const { outcomes, counter, frame } = useTexts().words;
  const text = outcomes.moment;
  const sinceMs = useTill((state) => state.mirror.connection.sinceMs);
  const isLong = useNow() - sinceMs >= LONG_MS;
  useSpeakOnce(`opening/${isLong}`, `${text.word}. ${text.sayFirst} ${isLong ? text.nextLong : ''}`);
  return (
    <main className="tb-opening">
      <Window state="idle" label={counter.tillRegion} screenKey="opening">
        <Line1 mark="busy">
          <span>{frame.product}</span>
        </Line1>
        <Word length={text.word.length}>{text.word}</Word>
        <Say>{text.sayFirst}</Say>
        {isLong ? (
          <Foot>
            <Next>{text.nextLong}</Next>
          </Foot>
        ) : null}
      </Window>
    </main>
  );
}
