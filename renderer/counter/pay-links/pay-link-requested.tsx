import { orderNameOf } from '../../../electron/domain/index.ts';
import { useSpeakOnce } from '../../components/announcer.tsx';
import { GiantAmount } from '../../components/giant.tsx';
import { Keys, LockedPlate, Spacer } from '../../components/keys.tsx';
import { FirstLine, PromptTitle, Say, Window } from '../../components/window.tsx';
import { sentences } from '../../sale/message.ts';
import { screenKeyOf, type PayLinkSubmission } from '../../store/index.ts';
import { useTexts } from '../../text/index.ts';

/** Shown after the pay link key was pressed, until the host shows the link. The screen assumes nothing. */
export function LinkAsked({ submission }: { submission: PayLinkSubmission }) {
  const texts = useTexts();
  const { links } = texts.words;
  const screenKey = screenKeyOf({ kind: 'link-asked', submission });
  const order = orderNameOf(submission);
  const totalMinor = submission.amountMinor + submission.tipMinor;
  useSpeakOnce(screenKey, sentences([links.making.title, texts.spoken(totalMinor, submission.currency)]));
  return (
    <>
      <Window state="live" label={links.region} screenKey={screenKey}>
        <FirstLine mark="busy">
          <span>{order === null ? links.noOrder : links.order({ order })}</span>
        </FirstLine>
        <GiantAmount amountMinor={totalMinor} currency={submission.currency} />
        <PromptTitle>{links.making.title}</PromptTitle>
        <Say>{links.making.say}</Say>
      </Window>
      <Keys>
        <Spacer />
        <LockedPlate>{links.making.locked}</LockedPlate>
      </Keys>
    </>
  );
}
