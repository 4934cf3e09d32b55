import { useEffect, useRef, useState } from 'react';
import { useSpeakOnce } from '../components/announcer.tsx';
import { TextField } from '../components/form.tsx';
import { Key, Plate } from '../components/keys.tsx';
import { Fact, Facts, Foot, Next, Say } from '../components/window.tsx';
import { useCommands, useNow } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { MAX_TYPED } from './limits.ts';
import { BusyLine, Finding, Step } from './step.tsx';
import type { Mistake, StepRun } from './use-step.ts';
import { setupWords } from '../text/setup-words.ts';
import * as css from './setup.module.css';

/** Interval of account retries in milliseconds while the computer's clock is wrong. */
const CLOCK_AGAIN_MS = 10_000;
const MINUTE_MS = 60_000;

/** The platform's account, tested before it is saved. The typed values exist only in this component. */
export function AccountStep({ run }: { run: StepRun }) {
  const { account: known } = run.view.answers;
  const { setup } = useCommands();
  const [typed, setTyped] = useState({ url: known?.url ?? '', username: known?.username ?? '', password: '' });
  /** Number of merchants that the account may use, or null before a successful test. */
  const [merchants, setMerchants] = useState<number | null>(null);
  const send = () => void run.send({ step: 'account', ...typed });
  const attempt = () =>
    void run.ask(async () => setMerchants(await setup(({ trySetupAccount }) => trySetupAccount(typed))));
  const { lastMistake } = run;
  // The step stays until the next answer arrives.
  if (lastMistake?.fault === 'clock')
    return <ClockStep run={run} mistake={lastMistake} onAgain={attempt} onBack={run.forget} />;
  return (
    <AccountForm
      run={run}
      typed={typed}
      onType={(change) => {
        setTyped({ ...typed, ...change });
        setMerchants(null);
        run.forget();
      }}
      merchants={merchants}
      onSend={merchants === null ? attempt : send}
    />
  );
}

interface Typed {
  url: string;
  username: string;
  password: string;
}

function AccountForm({
  run,
  typed,
  onType,
  merchants,
  onSend,
}: {
  run: StepRun;
  typed: Typed;
  merchants: number | null;
  onType: (change: Partial<Typed>) => void;
  onSend: () => void;
}) {
  const { account: text } = useTexts(setupWords).words.setup;
  const { mistake, isSending } = run;
  const isSignedIn = merchants !== null && mistake === null;
  const announcement = merchants === null ? '' : text.signedInSay({ shops: merchants });
  useSpeakOnce(`setup/signed-in/${merchants}`, isSignedIn ? `${text.signedIn}. ${announcement}` : '');
  const found = useRef<HTMLDivElement>(null);
  // On a phone the result is below the visible part.
  useEffect(() => {
    if (isSignedIn) found.current?.scrollIntoView({ block: 'nearest' });
  }, [isSignedIn]);
  const wrongIn = (field: keyof Typed) => (mistake?.field === field ? mistake.sentence : null);
  return (
    <Step
      run={run}
      name={isSignedIn ? 'account/signed-in' : 'account'}
      title={text.title}
      keys={
        <Plate title={text.where} isWideOnly>
          <p>{text.whereSay}</p>
        </Plate>
      }
      go={{ label: isSignedIn ? text.keep : mistake ? text.again : text.go, press: onSend }}
    >
      <TextField
        label={text.url}
        value={typed.url}
        max={MAX_TYPED}
        kind="url"
        help={text.urlHelp}
        wrong={wrongIn('url')}
        isFirst={typed.url === ''}
        onChange={(url) => onType({ url })}
      />
      <TextField
        label={text.username}
        value={typed.username}
        max={MAX_TYPED}
        wrong={wrongIn('username')}
        onChange={(username) => onType({ username })}
      />
      <TextField
        label={text.password}
        value={typed.password}
        max={MAX_TYPED}
        kind="secret"
        wrong={wrongIn('password')}
        isFirst={typed.url !== ''}
        onChange={(password) => onType({ password })}
      />
      {isSending ? <BusyLine>{text.trying}</BusyLine> : null}
      {isSignedIn && !isSending ? (
        <div ref={found}>
          <Finding state="ok" title={text.signedIn} say={announcement} />
        </div>
      ) : null}
      {mistake ? (
        <Foot>
          <Facts>
            <Fact label={text.nothingKept} />
          </Facts>
        </Foot>
      ) : null}
    </Step>
  );
}

/** The account is correct but the clock is not: the setup continues by itself once the clock is right. */
function ClockStep({
  run,
  mistake,
  onAgain,
  onBack,
}: {
  run: StepRun;
  mistake: Mistake;
  onAgain: () => void;
  onBack: () => void;
}) {
  const texts = useTexts(setupWords);
  const { setup } = texts.words;
  const { clock: text } = setup;
  const now = useNow();
  const minutes = Number(mistake.context['minutes'] ?? 0);
  const { isBusy } = run;
  useEffect(() => {
    if (isBusy) return undefined;
    const timer = setTimeout(onAgain, CLOCK_AGAIN_MS);
    return () => clearTimeout(timer);
    // Restarted after each answer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isBusy, mistake]);
  const much = texts.duration(Math.abs(minutes) * MINUTE_MS);
  return (
    <Step
      run={run}
      name="clock"
      title={text.title}
      keys={
        isBusy ? null : (
          <Key name="look-again" icon="refresh" onPress={onAgain}>
            {text.again}
          </Key>
        )
      }
      back={{ label: setup.back, press: onBack }}
      go={{ label: text.hold, press: onAgain, hold: text.hold }}
    >
      <dl className={css.clocks}>
        <div>
          <dt>{text.computer}</dt>
          <dd>{texts.shortTime(now, now)}</dd>
        </div>
        <div>
          <dt>{text.platform}</dt>
          <dd>{texts.shortTime(now + minutes * MINUTE_MS, now)}</dd>
        </div>
      </dl>
      <Say>{minutes > 0 ? text.behind({ time: much }) : text.ahead({ time: much })}</Say>
      <Foot>
        <Next>{text.next}</Next>
      </Foot>
    </Step>
  );
}
