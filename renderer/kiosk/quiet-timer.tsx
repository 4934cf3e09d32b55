import { useSpeakOnce } from '../components/announcer.tsx';
import { Key } from '../components/keys.tsx';
import { TimerBar } from '../components/timer-bar.tsx';
import { useTexts } from '../text/index.ts';
import type { QuietTimer } from './use-kiosk.ts';
import { customerWords } from '../text/customer-words.ts';
import * as css from './kiosk.module.css';

/** Remaining time in milliseconds at which it is spoken once, so that a customer who cannot see it can extend it. */
const SAY_FROM_MS = 15_000;

/**
 * Counts down to a new start and asks before it; More time restarts the count. Renders nothing for a stage without a
 * limit.
 */
export function QuietTimerBar({
  timer,
  screenKey,
  words,
  isAsking = true,
}: {
  timer: QuietTimer | null;
  screenKey: string;
  /** `time` is formatted as a stopwatch. */
  words: (values: { time: string }) => string;
  /** Asks whether the guest is still there before the time ends. False where the guest is done anyway. */
  isAsking?: boolean;
}) {
  const texts = useTexts(customerWords);
  const { timer: text } = texts.words.kiosk;
  const isSaid = timer !== null && timer.limitMs > SAY_FROM_MS && timer.leftMs <= SAY_FROM_MS;
  const asks = isSaid && isAsking ? text.still : null;
  const spoken = text.spoken({ seconds: texts.words.frame.age.seconds({ count: SAY_FROM_MS / 1000 }) });
  useSpeakOnce(isSaid ? `${screenKey}/time` : '', asks ? `${asks} ${spoken}` : spoken, asks ? 'assertive' : 'polite');
  if (!timer) return null;
  // Rounded up, so that the stage starts over when it shows 0:00, not one second later.
  const shown = texts.stopwatch(Math.ceil(timer.leftMs / 1000) * 1000);
  return (
    <div className={css.timerLine}>
      <TimerBar part={timer.leftMs / timer.limitMs}>
        {asks ? <b className={css.timerAsk}>{asks} </b> : null}
        {words({ time: shown })}
      </TimerBar>
      {timer.restart ? (
        <Key name="more-time" icon="clock" onPress={timer.restart}>
          {text.more}
        </Key>
      ) : null}
    </div>
  );
}
