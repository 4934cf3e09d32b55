import { useState } from 'react';
import { TextField } from '../components/form.tsx';
import { useTexts } from '../text/index.ts';
import { MIN_PIN, MAX_PIN, MAX_TYPED, USUAL_PIN } from './limits.ts';
import { Step } from './step.tsx';
import type { StepRun } from './use-step.ts';
import { setupWords } from '../text/setup-words.ts';
import * as css from './setup.module.css';

/** The shop's owner: a manager with their own PIN. */
export function PersonStep({ run }: { run: StepRun }) {
  const { person: text } = useTexts(setupWords).words.setup;
  const [name, setName] = useState(run.view.answers.person?.name ?? '');
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const { mistake } = run;
  const isDiffering = again !== '' && !pin.startsWith(again);
  const missing = Math.max(0, pin.length - again.length);
  const type = (set: (value: string) => void) => (value: string) => {
    set(value);
    run.forget();
  };
  const hold = name.trim() === '' ? text.name : pin === '' ? text.pin : again === pin ? null : text.again;
  return (
    <Step
      run={run}
      name="person"
      title={text.title}
      later={text.later}
      go={{ label: text.go, press: () => void run.send({ step: 'person', name, pin }), hold }}
    >
      <p className={css.lead}>{text.say}</p>
      <TextField
        label={text.name}
        value={name}
        max={MAX_TYPED}
        isFirst
        wrong={mistake?.field === 'person' ? mistake.sentence : null}
        onChange={type(setName)}
      />
      <TextField
        label={text.pin}
        value={pin}
        max={MAX_PIN}
        kind="pin"
        help={text.pinHelp}
        wrong={mistake?.field === 'pin' ? mistake.sentence : null}
        onChange={type(setPin)}
      />
      <TextField
        label={text.again}
        value={again}
        max={MAX_PIN}
        kind="pin"
        wrong={isDiffering ? text.differ : null}
        {...(pin.length >= MIN_PIN && missing > 0 && again.length < USUAL_PIN
          ? { help: text.toGo({ count: missing }) }
          : {})}
        onChange={type(setAgain)}
      />
    </Step>
  );
}
