import { isOpenAttempt } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { Mark } from '../components/mark.tsx';
import { ChargedSentence, Heading, Next, Say, Window } from '../components/window.tsx';
import { useNow, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import * as css from './moment.module.css';

/** Time in milliseconds after which staff may have to help. */
const LONG_MS = 10_000;

/**
 * A page without keys. `isFirst` means that the host has not yet described this till; otherwise the host is
 * disconnected. It disappears by itself when the host has sent its state.
 */
export function WaitingPage({ isFirst }: { isFirst: boolean }) {
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
