import { useSpeakOnce } from '../components/announcer.tsx';
import { Icon } from '../components/icon.tsx';
import { Key, Keys, Spacer } from '../components/keys.tsx';
import { OnePicture } from '../components/prompt-picture.tsx';
import { FirstLine, Say, Title, Window } from '../components/window.tsx';
import { useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { LanguageKeys } from './language-keys.tsx';
import type { StageParts } from './stage-parts.ts';
import { customerWords } from '../text/customer-words.ts';
import * as windowCss from '../components/window.module.css';
import * as css from './kiosk.module.css';

/** Shown while the kiosk waits for a customer: one sentence and Start. */
export function AttractStage({ easierKeys, onStart }: StageParts) {
  const { kiosk } = useTexts(customerWords).words;
  const name = useTill((state) => state.mirror.host?.till.name);
  useSpeakOnce('attract', `${kiosk.attract.heading}. ${kiosk.attract.say} ${kiosk.attract.start}.`);
  return (
    <>
      <Window state="idle" label={kiosk.region.welcome} screenKey="attract">
        <FirstLine>
          <span>{name}</span>
        </FirstLine>
        <Title className={css.heading}>{kiosk.attract.heading}</Title>
        <OnePicture picture="tap" />
        <p className={`${windowCss.say} ${css.cards}`} data-part="say">
          <Icon name="card" />
          <span>{kiosk.attract.say}</span>
        </p>
      </Window>
      <Keys>
        <Spacer />
        <LanguageKeys />
        {easierKeys}
        <Key name="start" variant="go" shortcut="Enter" onPress={onStart}>
          {kiosk.attract.start}
        </Key>
      </Keys>
    </>
  );
}

/** The kiosk cannot take a payment. The reason is hidden, because the customer cannot change it. */
export function RestingStage({ easierKeys }: StageParts) {
  const { kiosk } = useTexts(customerWords).words;
  useSpeakOnce('resting', `${kiosk.resting.title}. ${kiosk.resting.say}`, 'assertive');
  return (
    <>
      <Window state="equipment" label={kiosk.region.resting} screenKey="resting">
        <FirstLine mark="equipment">{null}</FirstLine>
        <Title className={css.heading}>{kiosk.resting.title}</Title>
        <Say>{kiosk.resting.say}</Say>
      </Window>
      <Keys>
        <Spacer />
        {easierKeys}
      </Keys>
    </>
  );
}

/** Shown while the host starts. */
export function MomentStage({ easierKeys }: StageParts) {
  const { kiosk } = useTexts(customerWords).words;
  useSpeakOnce('moment', `${kiosk.moment.title}. ${kiosk.moment.say}`);
  return (
    <>
      <Window state="live" label={kiosk.region.resting} screenKey="moment">
        <FirstLine mark="busy">{null}</FirstLine>
        <Title className={css.heading}>{kiosk.moment.title}</Title>
        <Say>{kiosk.moment.say}</Say>
      </Window>
      <Keys>
        <Spacer />
        {easierKeys}
      </Keys>
    </>
  );
}
