import { chargeTotalOf, type AttemptView } from '../../electron/contract/index.ts';
import { ApplicationKeys } from '../components/application-keys.tsx';
import { useSpeakOnce } from '../components/announcer.tsx';
import { promptForCustomer } from '../components/customer-prompt.ts';
import { GiantAmount } from '../components/giant.tsx';
import { Key, Keys, LockedPlate, Spacer } from '../components/keys.tsx';
import { OnePicture, WaysPictures } from '../components/prompt-picture.tsx';
import { FirstLine, PromptTitle, Say, Window } from '../components/window.tsx';
import { useCommands, useNow, useReaders, useTill, type ChargeSubmission } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import type { StageParts } from './stage-parts.ts';
import { stageKey } from './kiosk-stage.ts';
import { TimerBar } from '../components/timer-bar.tsx';
import { customerWords } from '../text/customer-words.ts';

/** A running payment: the amount that the card reader shows, the next step, and Cancel. */
export function LiveStage({ attempt, easierKeys }: StageParts & { attempt: AttemptView }) {
  const texts = useTexts(customerWords);
  const { kiosk, counter } = texts.words;
  const now = useNow();
  const { cancel, chooseApplication } = useCommands();
  const cardTimeoutMs = useTill((state) => state.mirror.host?.till.cardTimeoutMs ?? 0);
  const readers = useReaders(attempt);
  const waitedMs = now - Date.parse(attempt.updatedAt);
  const { title, say, picture } = promptForCustomer(attempt, waitedMs, texts, readers);
  const screenKey = stageKey({ kind: 'live', attempt });
  const isPresent = attempt.prompt === 'present-card';
  const amount = isPresent ? `${kiosk.toPay}: ${texts.spoken(attempt.totalMinor, attempt.currency)}. ` : '';
  useSpeakOnce(`${screenKey}/${say}`, `${amount}${title}. ${say}`);
  const leftMs = cardTimeoutMs - waitedMs;
  return (
    <>
      <Window state="live" label={kiosk.region.payment} screenKey={screenKey}>
        <FirstLine mark={picture === null || picture === 'keep' ? 'busy' : 'card'}>
          <span>{kiosk.toPay}</span>
        </FirstLine>
        <GiantAmount amountMinor={attempt.totalMinor} currency={attempt.currency} />
        <PromptTitle>{title}</PromptTitle>
        <Say>{say}</Say>
        {picture === 'three' ? <WaysPictures words={counter.pictures} readers={readers} /> : null}
        {picture !== null && picture !== 'three' ? <OnePicture picture={picture} /> : null}
      </Window>
      <Keys>
        <ApplicationKeys attempt={attempt} onChoose={(index) => void chooseApplication(attempt.id, index)} />
        <Spacer />
        {isPresent && leftMs > 0 ? (
          <TimerBar part={leftMs / cardTimeoutMs}>
            {kiosk.noCardTimer({ time: texts.stopwatch(Math.ceil(leftMs / 1000) * 1000) })}
          </TimerBar>
        ) : null}
        {easierKeys}
        <CancelKey attempt={attempt} onCancel={() => void cancel(attempt.id)} />
      </Keys>
    </>
  );
}

/** Cancel keeps its place; when a cancel is no longer possible, the plate shows this. */
function CancelKey({ attempt, onCancel }: { attempt: AttemptView; onCancel: () => void }) {
  const { kiosk } = useTexts(customerWords).words;
  if (attempt.cancelAsked || !attempt.canCancel) {
    return (
      <LockedPlate isGo={false} icon={attempt.cancelAsked ? 'cross' : 'lock'}>
        {attempt.cancelAsked ? kiosk.cancelAsked : kiosk.cannotCancel}
      </LockedPlate>
    );
  }
  return (
    <Key name="cancel" icon="cross" shortcut="Escape" onPress={onCancel}>
      {kiosk.cancel}
    </Key>
  );
}

/** Shown after Pay until the host reports the payment. */
export function SendingStage({ submission, easierKeys }: StageParts & { submission: ChargeSubmission }) {
  const { kiosk } = useTexts(customerWords).words;
  const { cancel } = useCommands();
  return (
    <>
      <Window state="live" label={kiosk.region.payment} screenKey={stageKey({ kind: 'sending', submission })}>
        <FirstLine mark="busy">
          <span>{kiosk.toPay}</span>
        </FirstLine>
        <GiantAmount amountMinor={chargeTotalOf(submission)} currency={submission.currency} />
        <PromptTitle>{kiosk.sending.title}</PromptTitle>
        <Say>{kiosk.sending.say}</Say>
      </Window>
      <Keys>
        <Spacer />
        {easierKeys}
        <Key name="cancel" icon="cross" shortcut="Escape" onPress={() => void cancel(submission.id)}>
          {kiosk.cancel}
        </Key>
      </Keys>
    </>
  );
}
