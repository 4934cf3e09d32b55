import { useState } from 'react';
import type { SetupMode } from '../../electron/contract/index.ts';
import { Fact, Facts, Foot } from '../components/window.tsx';
import { useTexts } from '../text/index.ts';
import { PickList } from './pick-list.tsx';
import { Step } from './step.tsx';
import type { StepRun } from './use-step.ts';
import { setupWords } from '../text/setup-words.ts';

/** Chooses between live and the platform's sandbox. */
export function ModeStep({ run, onPractise }: { run: StepRun; onPractise: () => void }) {
  const { setup } = useTexts(setupWords).words;
  const { mode: text } = setup;
  const [mode, setMode] = useState<SetupMode>(run.view.answers.mode ?? 'live');
  return (
    <Step
      run={run}
      name="mode"
      title={text.title}
      back={{ label: setup.rail.practise, press: onPractise }}
      go={{ label: text.use[mode], press: () => void run.send({ step: 'mode', mode }) }}
    >
      <PickList
        label={setup.rail.names.mode}
        isLarge
        rows={[
          { id: 'live', name: text.live.name, sub: text.live.say },
          { id: 'sandbox', name: text.sandbox.name, sub: text.sandbox.say },
        ]}
        chosen={mode}
        onPick={(id) => setMode(id === 'live' ? 'live' : 'sandbox')}
      />
      <Foot>
        <Facts>
          <Fact label={text.training} />
        </Facts>
      </Foot>
    </Step>
  );
}
