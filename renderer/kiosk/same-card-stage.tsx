import type { AttemptView } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { Key, Keys, Spacer } from '../components/keys.tsx';
import { TimerBar } from '../components/timer-bar.tsx';
import { ChargedSentence, Foot, FirstLine, Next, Title, Window, Say } from '../components/window.tsx';
import { useAnswerTime } from '../sale/use-answer-time.ts';
import { useCommands } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { stageKey } from './kiosk-stage.ts';
import type { StageParts } from './stage-parts.ts';
import { customerWords } from '../text/customer-words.ts';
import { agoOf } from '../text/payment-words.ts';
import * as css from './kiosk.module.css';

/** Asks the guest whether to pay once more, as a kiosk is unattended. It never shows the card; the default is no. */
export function SameCardStage({ attempt, easierKeys }: StageParts & { attempt: AttemptView }) {
  const { asking } = attempt;
  if (!asking) return null;
  return <Question key={attempt.id} attempt={attempt} asking={asking} easierKeys={easierKeys} />;
}

function Question({
  attempt,
  asking,
  easierKeys,
}: Pick<StageParts, 'easierKeys'> & { attempt: AttemptView; asking: NonNullable<AttemptView['asking']> }) {
  const texts = useTexts(customerWords);
  const { kiosk, counter } = texts.words;
  const text = kiosk.repeat;
  const { answerSameCard, cancel } = useCommands();
  const leftMs = useAnswerTime(asking);
  const screenKey = stageKey({ kind: 'same-card', attempt });
  const amount = texts.money(attempt.totalMinor, attempt.currency);
  const say = text.say({ amount, ago: agoOf(counter.sameCard, asking.minutes) });
  useSpeakOnce(screenKey, `${text.title} ${say} ${text.notTwice} ${text.ask}`, 'assertive');
  return (
    <>
      <Window state="live" label={kiosk.region.outcome} screenKey={screenKey}>
        <FirstLine mark="question">
          <span>
            {kiosk.toPay} {amount}
          </span>
        </FirstLine>
        <Title className={css.heading}>{text.title}</Title>
        <ChargedSentence>{text.notTwice}</ChargedSentence>
        <Say>{say}</Say>
        <Foot>
          <Next>{text.ask}</Next>
        </Foot>
      </Window>
      <Keys>
        <Spacer />
        <TimerBar part={leftMs / asking.withinMs}>
          {counter.sameCard.letGoIn({ time: texts.stopwatch(Math.ceil(leftMs / 1000) * 1000) })}
        </TimerBar>
        {easierKeys}
        <Key name="pay-same-card" onPress={() => void answerSameCard(attempt.id, true)}>
          {text.again({ amount })}
        </Key>
        <Key name="have-paid" variant="go" shortcut="Enter" onPress={() => void cancel(attempt.id)}>
          {text.done}
        </Key>
      </Keys>
    </>
  );
}
