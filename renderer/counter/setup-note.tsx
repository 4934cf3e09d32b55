import { Key } from '../components/keys.tsx';
import { goTo } from '../frame/routes.ts';
import { unfinishedSetupStep, setupOf, useCommands, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { trainingWords } from '../text/training-words.ts';
import * as css from './counter.module.css';

/** Opens the setup and continues it. If the setup cannot continue, its screen shows this. */
export function useGoOn(): () => void {
  const { setup } = useCommands();
  const isLeft = useTill(({ mirror }) => mirror.host?.setup?.isLeft ?? false);
  return () => {
    if (isLeft) setup(({ resumeSetup }) => resumeSetup()).catch(() => undefined);
    goTo('setup');
  };
}

/**
 * Key that leads from training to real payments. Hidden if there is no setup, or if the setup has begun and the note
 * shows this.
 */
export function SetupKey({ isFlat = false }: { isFlat?: boolean }) {
  const { setUp: text } = useTexts(trainingWords).words.training;
  const canSetUp = useTill(({ mirror }) => setupOf(mirror.host) !== null && unfinishedSetupStep(mirror.host) === null);
  const goOn = useGoOn();
  if (!canSetUp) return null;
  return (
    <Key name="set-up" variant={isFlat ? 'flat' : 'small'} icon="plug" onPress={goOn}>
      {text.key}
    </Key>
  );
}

/** Note on an incomplete setup, with a key that continues the setup. */
export function SetupNote() {
  const { setUp: text } = useTexts(trainingWords).words.training;
  const isHalf = useTill(({ mirror }) => unfinishedSetupStep(mirror.host) !== null);
  const goOn = useGoOn();
  if (!isHalf) return null;
  return (
    <div className={css.note}>
      <p>{text.half}</p>
      <Key name="set-up" variant="small" icon="plug" onPress={goOn}>
        {text.goOn}
      </Key>
    </div>
  );
}
