import { isOpenAttempt } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { Mark } from '../components/mark.tsx';
import { ChargedSentence, Heading, Next, Say, Window } from '../components/window.tsx';
import { useNow, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import * as css from './moment.module.css';

/** From here on a person may have to help, milliseconds. */
const LONG_MS = 10_000;

/**
 * A page of its own with nothing to press: `isFirst`, before the host has said what this till is, else while it is away. It comes back by
 * itself and looks up where it was.
 */
export function Moment({ isFirst }: { isFirst: boolean }) {
  const texts = useTexts();
  const { outcomes, counter, frame } = texts.words;
  const text = outcomes.moment;
  const { host, connection } = useTill(({ mirror }) => mirror);
  const awayMs = useNow() - connection.sinceMs;
  const isLong = awayMs >= LONG_MS;
  const running = host?.attempts.find(isOpenAttempt);
  const again = running ? text.sayPaying({ amount: texts.money(running.totalMinor, running.currency) }) : text.say;
  const charged = isFirst ? '' : running ? text.chargedPaying : text.charged;
  const say = isFirst ? text.sayFirst : again;
  const spoken = [`${text.heading}.`, charged, say, isLong ? text.nextLong : ''].filter((part) => part !== '');
  useSpeakOnce(`moment/${isFirst}/${isLong}`, spoken.join(' '));
  return (
    <main className={css.moment}>
      <Window state="idle" label={counter.tillRegion} screenKey="moment">
        <div className={css.words}>
          <Mark shape="busy" />
          <Heading length={text.heading.length}>{text.heading}</Heading>
          {charged === '' ? null : <ChargedSentence>{charged}</ChargedSentence>}
          <Say>{say}</Say>
        </div>
        <div className={css.foot}>
          {isLong ? <Next>{text.nextLong}</Next> : null}
          <p>{text.since({ till: host?.till.name ?? frame.product, time: texts.duration(awayMs) })}</p>
        </div>
      </Window>
    </main>
  );
}
