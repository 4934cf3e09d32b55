import { useEffect } from 'react';
import { lazyWithRetry } from '../components/lazy-with-retry.ts';
import { KeyScope } from '../components/key-scope.tsx';
import { useScans } from '../components/scan-guard.tsx';
import { isEmptyEntry, screenKeyOf, useCommands, useScreen, useTill, type Screen } from '../store/index.ts';
import { useAmountKeyboard } from '../sale/amount-keyboard.ts';
import { Checking } from './checking.tsx';
import * as practicePanelCss from '../sale/practice-panel.module.css';
import './counter.module.css';
import { PlatformTroubleScreen, TerminalTroubleScreen } from './equipment.tsx';
import { Idle } from './idle.tsx';
import { Live, Sending } from './live.tsx';
import { Outcome } from './outcome.tsx';
import { Stopped } from './stopped.tsx';
import { Tip } from './tip.tsx';
import { useGuide } from './training/use-guide.ts';
import * as frameCss from '../frame/frame.module.css';

// Loaded on demand: only learners need the guide.
const GuideStrip = lazyWithRetry(async () => (await import('./training/guide-strip.tsx')).GuideStrip);
// Loaded on demand: a live till has a real terminal instead.
const PracticePanel = lazyWithRetry(
  async () => (await import('../sale/practice-panel.tsx')).PracticePanel,
  <div className={practicePanelCss.practice} data-part="practice" />,
);
// Loaded on demand: these questions are rare.
const loadAmountCheck = async () => (await import('./amount-check.tsx')).AmountCheckScreen;
const AmountCheckScreen = lazyWithRetry(loadAmountCheck);
const ChargeRepeat = lazyWithRetry(async () => (await import('./repeat.tsx')).ChargeRepeat);
const PayLinkRepeat = lazyWithRetry(async () => (await import('./repeat.tsx')).PayLinkRepeat);
const PartApproved = lazyWithRetry(async () => (await import('./part-approved.tsx')).PartApproved);
const SameCard = lazyWithRetry(async () => (await import('./same-card.tsx')).SameCard);
const LinkScreen = lazyWithRetry(async () => (await import('./pay-links/pay-link-screen.tsx')).LinkScreen);

const SetUp = lazyWithRetry(async () => (await import('./set-up.tsx')).SetUp);
const SignIn = lazyWithRetry(async () => (await import('./sign-in.tsx')).SignIn);

/** Ignores scans while signed out: digits are then names and PINs. */
const noScans = { onKey: () => {}, onScan: () => {}, onDoubt: () => {} };

/** Sale screen (#/): one state of the host at a time, with the practice terminal next to it in training. */
export function CounterScreen() {
  const screen = useScreen();
  const guide = useGuide();
  const practice = useTill((state) =>
    state.mirror.host?.till.mode === 'training' ? state.mirror.host.practice : null,
  );
  const isTyped = useTill((state) => !isEmptyEntry(state.sale.entry));
  const { typeKey, pasteAmount, keepBefore, takeScan, doubtEnter } = useCommands();
  const isSignIn = screen.kind === 'sign-in';
  useAmountCheckReady();
  useAmountKeyboard({ onKey: typeKey, onText: pasteAmount, acceptsText: screen.kind === 'idle', isOff: isSignIn });
  useScans(isSignIn ? noScans : { onKey: keepBefore, onScan: takeScan, onDoubt: doubtEnter });
  return (
    <KeyScope screenKey={keyScopeOf(screen)} isOwnDoing={screen.kind === 'idle' && isTyped}>
      <main
        className={frameCss.stage}
        data-part="stage"
        data-layout={practice ? 'three' : undefined}
        data-screen={screen.kind}
      >
        <ScreenOf screen={screen} />
        {practice ? (
          <PracticePanel practice={practice}>
            {guide ? <GuideStrip guide={guide} screen={screen} /> : null}
          </PracticePanel>
        ) : null}
      </main>
    </KeyScope>
  );
}

/** Preloads the question about a large amount: an empty window would be useless. */
function useAmountCheckReady(): void {
  useEffect(() => void loadAmountCheck().catch(() => undefined), []);
}

/** Prompts of one payment share their keys, so that Cancel accepts presses at once after a new prompt. */
function keyScopeOf(screen: Screen): string {
  if (screen.kind === 'live') return `live/${screen.attempt.id}`;
  if (screen.kind === 'sending') return `live/${screen.submission.id}`;
  return screenKeyOf(screen);
}

function ScreenOf({ screen }: { screen: Screen }) {
  switch (screen.kind) {
    case 'moment':
      // `app.tsx` shows this state on a separate page.
      return null;
    case 'stopped':
      return <Stopped why={screen.why} isPaying={screen.isPaying} sinceMs={screen.sinceMs} />;
    case 'sending':
      return <Sending submission={screen.submission} />;
    case 'same-card':
      return <SameCard attempt={screen.attempt} />;
    case 'repeat':
      return <ChargeRepeat repeat={screen.repeat} />;
    case 'link-repeat':
      return <PayLinkRepeat repeat={screen.repeat} />;
    case 'amount-check':
      return <AmountCheckScreen check={screen.check} />;
    case 'tip':
      return <Tip tip={screen.tip} />;
    case 'live':
      return <Live attempt={screen.attempt} />;
    case 'checking':
      return <Checking attempt={screen.attempt} />;
    case 'part':
      return <PartApproved attempt={screen.attempt} />;
    case 'outcome':
      return <Outcome outcome={screen.outcome} attempt={screen.attempt} />;
    case 'link-asked':
    case 'link':
      return <LinkScreen screen={screen} />;
    case 'terminal':
      return <TerminalTroubleScreen trouble={screen.trouble} terminal={screen.terminal} />;
    case 'platform':
      return <PlatformTroubleScreen trouble={screen.trouble} />;
    case 'sign-in':
      return <SignIn />;
    case 'set-up':
      return <SetUp />;
    case 'idle':
      return <Idle />;
  }
}
