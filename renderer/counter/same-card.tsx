import type { AttemptView } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { Key, Keys, Spacer } from '../components/keys.tsx';
import { TimerBar } from '../components/timer-bar.tsx';
import { ChargedSentence, Fact, Facts, Foot, FirstLine, Next, Title, Window } from '../components/window.tsx';
import { goToPayment } from '../frame/routes.ts';
import { sentences } from '../sale/message.ts';
import { Problem, useIsOtherShown } from '../sale/problem.tsx';
import { useAnswerTime } from '../sale/use-answer-time.ts';
import { screenKeyOf, useCommands, useTill } from '../store/index.ts';
import { cardName, agoOf } from '../text/payment-words.ts';
import { useTexts } from '../text/index.ts';
import * as css from './same-card.module.css';
import * as keysCss from '../components/keys.module.css';

/**
 * The same card paid the same amount minutes ago. The new payment is held; nothing is captured until the cashier
 * confirms that a second payment is intended.
 */
export function SameCard({ attempt }: { attempt: AttemptView }) {
  const { asking } = attempt;
  return asking ? <Question key={attempt.id} attempt={attempt} asking={asking} /> : null;
}

function Question({ attempt, asking }: { attempt: AttemptView; asking: NonNullable<AttemptView['asking']> }) {
  const texts = useTexts();
  const { counter, outcomes } = texts.words;
  const text = counter.sameCard;
  const { answerSameCard } = useCommands();
  const first = useTill((state) => state.mirror.host?.attempts.find(({ id }) => id === asking.attempt));
  const isOther = useIsOtherShown();
  const leftMs = useAnswerTime(asking);
  const amount = texts.money(attempt.authorizedMinor ?? attempt.totalMinor, attempt.currency);
  const total = texts.money(attempt.totalMinor, attempt.currency);
  const ago = agoOf(text, asking.minutes);
  const screenKey = screenKeyOf({ kind: 'same-card', attempt });
  const spoken = texts.spoken(attempt.totalMinor, attempt.currency);
  useSpeakOnce(
    screenKey,
    sentences([
      text.ask[asking.as]({ amount: spoken, ago }),
      text.notAgain({ amount: spoken }),
      text.next({ amount: spoken }),
    ]),
    'assertive',
  );
  const card = cardName(attempt);
  const entry = first?.card ? outcomes.facts.entry[first.card.entryMode] : '';
  return (
    <>
      <Window state="live" label={text.region} screenKey={screenKey}>
        <FirstLine mark="question">
          <span>{card || amount}</span>
        </FirstLine>
        <Title className={css.question}>{text.ask[asking.as]({ amount: total, ago })}</Title>
        <ChargedSentence>{text.notAgain({ amount })}</ChargedSentence>
        <Foot>
          <Next>{text.next({ amount: total })}</Next>
          {first ? (
            <Facts>
              <span>
                {text.first} <b>{texts.clockTime(first.finishedAt ?? first.updatedAt)}</b>
                {entry ? `, ${entry}` : ''}
              </span>
              {first.card?.approvalCode ? (
                <Fact label={outcomes.facts.approval} value={first.card.approvalCode} isCode isWideOnly />
              ) : null}
            </Facts>
          ) : null}
        </Foot>
      </Window>
      <Keys>
        <div className={keysCss.onlyWideBlock}>
          <Key name="first-payment" icon="search" onPress={() => goToPayment(asking.attempt)}>
            {text.see}
          </Key>
        </div>
        <Problem />
        <Spacer />
        <TimerBar part={leftMs / asking.withinMs}>
          {text.letGoIn({ time: texts.stopwatch(Math.ceil(leftMs / 1000) * 1000) })}
        </TimerBar>
        <Key
          name="let-go"
          shortcut={isOther ? undefined : 'Escape'}
          onPress={() => void answerSameCard(attempt.id, false)}
        >
          {text.no}
        </Key>
        <Key
          name="charge-same-card"
          variant="go"
          shortcut={isOther ? undefined : 'Enter'}
          onPress={() => void answerSameCard(attempt.id, true)}
        >
          {attempt.kind === 'authorization' ? text.yesHold({ amount }) : text.yes({ amount })}
        </Key>
      </Keys>
    </>
  );
}
