import type { AttemptView } from '../../electron/contract/index.ts';
import { Giant } from '../components/giant.tsx';
import { Foot, LeadTitle, Line1, Next, Say, SplitWindow, WindowPart } from '../components/window.tsx';
import { useTexts } from '../text/index.ts';
import { AttemptFacts } from './facts.tsx';
import { askedMinorOf, type Told } from './outcome-told.ts';

/** Two fields: green what was paid, amber what is still to pay. */
export function PartlyPaidWindow({
  told,
  attempt,
  screenKey,
}: {
  told: Told;
  attempt: AttemptView;
  screenKey: string;
}) {
  const { words } = useTexts();
  const paid = told.movedMinor ?? 0;
  return (
    <SplitWindow label={words.counter.outcomeRegion} screenKey={screenKey}>
      <WindowPart state="paid">
        <Line1 mark={told.mark}>
          <LeadTitle>{told.word}</LeadTitle>
        </Line1>
        <Giant amountMinor={paid} currency={attempt.currency} />
        {told.say ? <Say>{told.say}</Say> : null}
        <Foot>
          <AttemptFacts attempt={attempt} />
        </Foot>
      </WindowPart>
      <WindowPart state="checking">
        <Line1>
          <h2>{words.outcomes.partly.rest}</h2>
        </Line1>
        <Giant amountMinor={askedMinorOf(attempt) - paid} currency={attempt.currency} />
        <Foot>
          <Next>{told.next}</Next>
        </Foot>
      </WindowPart>
    </SplitWindow>
  );
}
