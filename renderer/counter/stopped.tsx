import type { FailureCode } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { Keys, LockedPlate, Spacer } from '../components/keys.tsx';
import { ChargedSentence, Fact, Facts, Foot, FirstLine, Next, Say, Window, Heading } from '../components/window.tsx';
import { screenKeyOf, useNow, useTill } from '../store/index.ts';
import { useTexts, type Texts } from '../text/index.ts';
import { sentences } from '../sale/message.ts';

/**
 * Shown when the till has stopped accepting payments because its records are unusable (full disk, read-only, damaged,
 * from a newer version, held by another program). Says why, what may have been charged, and what the cashier can do.
 * The till continues by itself once the cause is fixed.
 */
export function Stopped({ why, isPaying, sinceMs }: { why: FailureCode; isPaying: boolean; sinceMs: number }) {
  const texts = useTexts();
  const { counter, outcomes, failures, frame } = texts.words;
  const { stopped: text, facts } = outcomes;
  const failure = failures[why];
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  const charged = isPaying ? outcomes.notKnown : chargedUnless(why, isLive, outcomes);
  const now = useNow();
  // In this case only this window stops, and only the cashier can sign it in again.
  const isSignedOut = why === 'IPC_SESSION_ENDED';
  const heading = isSignedOut ? text.signedOut.heading : text.heading;
  const byItself = isSignedOut ? '' : text.byItself;
  const screenKey = screenKeyOf({ kind: 'stopped', why, isPaying, sinceMs });
  useSpeakOnce(
    `${screenKey}/${isPaying}`,
    sentences([heading, charged, failure.what, failure.next, byItself]),
    'assertive',
  );
  return (
    <>
      <Window state="equipment" label={counter.tillRegion} screenKey={screenKey}>
        <FirstLine mark="equipment">
          <span>{frame.product}</span>
        </FirstLine>
        <Heading length={heading.length}>{heading}</Heading>
        {isPaying ? (
          <ChargedSentence icon="clock">{charged}</ChargedSentence>
        ) : (
          <ChargedSentence>{charged}</ChargedSentence>
        )}
        <Say>
          {failure.what} {byItself}
        </Say>
        <Foot>
          <Next>{failure.next}</Next>
          <Facts>
            <Fact label={text.forFact} value={texts.stopwatch(now - sinceMs)} />
            <Fact label={facts.reason} value={why} isCode isWideOnly />
          </Facts>
        </Foot>
      </Window>
      <Keys>
        <Spacer />
        <LockedPlate>{heading}</LockedPlate>
      </Keys>
    </>
  );
}

/**
 * Statement about charges while no payment is shown. Only a running host can state that no payment is running: a
 * stopped host may have stopped during a payment, and unreadable records must not be reported as empty.
 */
function chargedUnless(
  why: FailureCode,
  isLive: boolean,
  { stopped, noneRunning }: Texts['words']['outcomes'],
): string {
  if (why === 'JRNL_IN_USE') return stopped.elsewhere;
  if (why === 'IPC_SESSION_ENDED') return stopped.signedOut.charged;
  const isUnread = why === 'JRNL_CORRUPT' || why === 'JRNL_NEWER';
  return isUnread || !isLive ? stopped.unread : noneRunning;
}
