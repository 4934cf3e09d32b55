import { useEffect, useRef } from 'react';
import type { SetupStep, SetupView } from '../../electron/contract/index.ts';
import { failureSentence } from '../components/form.tsx';
import { Foot, Next, Say } from '../components/window.tsx';
import { goTo, settingsHash } from '../frame/routes.ts';
import { freshSetup, isSetupResting, setupOf, useCommands, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { AccountStep } from './account-step.tsx';
import { MerchantStep } from './merchant-step.tsx';
import { ModeStep } from './mode-step.tsx';
import { OpenStep, type Opened } from './open-step.tsx';
import { PersonStep } from './person-step.tsx';
import { railStepOf, SetupRail } from './rail.tsx';
import { ReceiptsStep } from './receipts-step.tsx';
import * as css from './setup.module.css';
import { ShopStep } from './shop-step.tsx';
import { BusyLine, Finding, Step } from './step.tsx';
import { TerminalStep } from './terminal-step.tsx';
import { TestStep } from './test-step.tsx';
import { useStep, type StepRun } from './use-step.ts';
import { setupWords } from '../text/setup-words.ts';
import * as frameCss from '../frame/frame.module.css';

/** The setup (#/setup): from training to the first real payment, one question at a time. The host keeps the answers. */
export function SetupScreen() {
  const host = useTill(({ mirror }) => mirror.host);
  const view = setupOf(host);
  const wasAsked = useRef(false);
  const opened = useRef<Opened>('sale');
  useEffect(() => {
    // The till is live: continue at the counter, or with the other people who work here.
    if (view === null && wasAsked.current) {
      if (opened.current === 'people') window.location.hash = settingsHash('people');
      else goTo('sale');
    }
    wasAsked.current = view !== null;
  }, [view]);
  const step = view?.step ?? null;
  if (!view || step === null) return <Done />;
  const name = view.isRestarting ? 'starting' : isSetupResting(host, view) ? 'practising' : step;
  return <Question key={name} view={view} step={step} name={name} onOpen={(to) => (opened.current = to)} />;
}

function Question({
  view,
  step,
  name,
  onOpen,
}: {
  view: SetupView;
  step: SetupStep;
  name: SetupStep | 'starting' | 'practising';
  onOpen: (to: Opened) => void;
}) {
  const run = useStep(view);
  const { setup } = useCommands();
  const practise = async () => {
    // Only a setup that has begun has answers to keep.
    if (!view.isBegun || (await run.ask(() => setup(({ leaveSetup }) => leaveSetup())))) goTo('sale');
  };
  const isTestOpen = view.test?.state === 'planned' || view.test?.state === 'held';
  const canLeave = name !== 'mode' && name !== 'starting' && name !== 'practising' && !isTestOpen;
  return (
    <main className={`${frameCss.stage} ${css.setup}`} data-part="stage" data-layout="rail" data-screen="setup">
      <SetupRail view={view} onPractise={canLeave && !run.isBusy ? () => void practise() : null} />
      {name === 'starting' ? (
        <Starting run={run} />
      ) : name === 'practising' ? (
        <Practising run={run} step={step} />
      ) : (
        <StepOf step={name} run={run} onPractise={() => void practise()} onOpen={onOpen} />
      )}
    </main>
  );
}

function StepOf({
  step,
  run,
  onPractise,
  onOpen,
}: {
  step: SetupStep;
  run: StepRun;
  onPractise: () => void;
  onOpen: (to: Opened) => void;
}) {
  const open = (to: Opened) => {
    onOpen(to);
    void run.send({ step: 'open' });
  };
  switch (step) {
    case 'mode':
      return <ModeStep run={run} onPractise={onPractise} />;
    case 'account':
      return <AccountStep run={run} />;
    case 'merchant':
      return <MerchantStep run={run} />;
    case 'shop':
      return <ShopStep run={run} />;
    case 'terminal':
      return <TerminalStep run={run} />;
    case 'person':
      return <PersonStep run={run} />;
    case 'receipts':
      return <ReceiptsStep run={run} />;
    case 'test':
      return <TestStep run={run} />;
    case 'open':
      return <OpenStep run={run} onOpen={open} />;
  }
}

/** The settings are saved and the host restarts with them; the page waits. */
function Starting({ run }: { run: StepRun }) {
  const texts = useTexts(setupWords);
  const { starting: text, moment } = texts.words.setup;
  const commands = useCommands();
  const { failure } = run.view;
  const isStuck = failure !== null;
  return (
    <Step
      run={isStuck ? run : { ...run, isBusy: false }}
      name={isStuck ? 'starting/failed' : 'starting'}
      title={text.title}
      back={null}
      go={{
        label: text.again,
        press: () => void run.ask(() => commands.setup(({ resumeSetup }) => resumeSetup())),
        hold: isStuck ? null : moment,
      }}
    >
      {isStuck ? (
        <Finding state="bad" title={text.failed} say={failureSentence(failure, texts)} />
      ) : (
        <>
          <Say>{text.say}</Say>
          <BusyLine>{text.wait}</BusyLine>
        </>
      )}
    </Step>
  );
}

/** The setup was left and the till is in training: one press continues the setup. */
function Practising({ run, step }: { run: StepRun; step: SetupStep }) {
  const { setup } = useTexts(setupWords).words;
  const { practising: text, rail } = setup;
  const commands = useCommands();
  return (
    <Step
      run={run}
      name="practising"
      title={text.title}
      back={{ label: rail.practise, press: () => goTo('sale') }}
      go={{ label: text.go, press: () => void run.ask(() => commands.setup(({ resumeSetup }) => resumeSetup())) }}
    >
      <Say>{text.say}</Say>
      <Foot>
        <Next>{text.next({ step: rail.names[railStepOf(step)] })}</Next>
      </Foot>
    </Step>
  );
}

/** The setup is complete: one key leads to the counter. */
function Done() {
  const { done: text } = useTexts(setupWords).words.setup;
  const run = useStep(nothingAsked);
  return (
    <main className={`${frameCss.stage} ${css.setup}`} data-part="stage" data-screen="setup">
      <Step run={run} name="done" title={text.title} back={null} go={{ label: text.go, press: () => goTo('sale') }}>
        <Say>{text.say}</Say>
      </Step>
    </main>
  );
}

const nothingAsked: SetupView = { ...freshSetup, step: null, isBegun: true };
