import { useState } from 'react';
import { toFailure, type Failure } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { failureSentence } from '../components/form.tsx';
import { Key, Keys, Spacer } from '../components/keys.tsx';
import { Foot, Heading, Next, Say, Window } from '../components/window.tsx';
import { sentences } from '../sale/message.ts';
import { useCommands } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { useGoOn } from './setup-note.tsx';
import { trainingWords } from '../text/training-words.ts';

/** Screen of a live till with an incomplete setup: one key continues the setup, another starts practice. */
export function SetUp() {
  const texts = useTexts(trainingWords);
  const { counter, training } = texts.words;
  const { setUp: text } = training;
  const goOn = useGoOn();
  const { setup } = useCommands();
  const [failure, setFailure] = useState<Failure | null>(null);
  useSpeakOnce('set-up', sentences([text.title, text.say, text.next]));
  const practise = () => {
    setFailure(null);
    setup(({ leaveSetup }) => leaveSetup()).catch((error: unknown) => setFailure(toFailure(error)));
  };
  return (
    <>
      <Window state="idle" label={counter.tillRegion} screenKey="set-up">
        <Heading length={text.title.length}>{text.title}</Heading>
        <Say>{text.say}</Say>
        {failure ? <Say>{failureSentence(failure, texts, 'setup')}</Say> : null}
        <Foot>
          <Next>{text.next}</Next>
        </Foot>
      </Window>
      <Keys>
        <Spacer />
        <Key name="practise" onPress={practise}>
          {text.practise}
        </Key>
        <Key name="set-up" variant="go" shortcut="Enter" onPress={goOn}>
          {text.goOn}
        </Key>
      </Keys>
    </>
  );
}
