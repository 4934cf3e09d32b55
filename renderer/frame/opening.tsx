import { useSpeakOnce } from '../components/announcer.tsx';
import { Foot, Line1, Next, Say, Window, Heading } from '../components/window.tsx';
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
  useSpeakOnce(`opening/${isLong}`, `${text.heading}. ${text.sayFirst} ${isLong ? text.nextLong : ''}`);
  return (
    <main className="tb-opening">
      <Window state="idle" label={counter.tillRegion} screenKey="opening">
        <Line1 mark="busy">
          <span>{frame.product}</span>
        </Line1>
        <Heading length={text.heading.length}>{text.heading}</Heading>
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
