import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AttemptView } from '../../electron/contract/index.ts';
import { KeyScope } from '../components/key-scope.tsx';
import { useScans } from '../components/scan-guard.tsx';
import { useAmountKeyboard } from '../sale/amount-keyboard.ts';
import { PracticePanel } from '../sale/practice-panel.tsx';
import { TillLights } from '../frame/till-lights.tsx';
import { useCommands, useNow, useTill } from '../store/index.ts';
import { useLanguage, useTexts } from '../text/index.ts';
import { AmountCheckStage } from './amount-check-stage.tsx';
import { AmountStage } from './amount-stage.tsx';
import { EasierKeys } from './easier-keys.tsx';
import * as css from './kiosk.module.css';
import { kioskStage, stageKey, stageLimitMs, type KioskStage } from './kiosk-stage.ts';
import { LiveStage, SendingStage } from './live-stage.tsx';
import { SameCardStage } from './same-card-stage.tsx';
import { NotPaidStage, PartlyStage, RepeatStage, SpeakStage, ThanksStage } from './outcome-stages.tsx';
import { AttractStage, MomentStage, RestingStage } from './quiet-stages.tsx';
import type { StageParts } from './stage-parts.ts';
import { useAccessibility, useNoHandling, useQuietTimer } from './use-kiosk.ts';
import { customerWords } from '../text/customer-words.ts';
import * as frameCss from '../frame/frame.module.css';

const ignore = () => {};

/** The screen of a kiosk: a single stage at a time, without navigation and exit. */
export function KioskScreen() {
  const { words } = useTexts(customerWords);
  const stage = useStage();
  const { setIsStarted } = stage;
  const { dismiss, clearAmount, typeKey, pasteAmount, keepBefore, takeScan, doubtEnter } = useCommands();
  const { easier, toggle, reset } = useAccessibility();
  const { setLanguage } = useLanguage();
  const [guest, setGuest] = useState(0);
  useNoHandling();
  const shop = useTill((state) => state.mirror.host?.till.shop);
  const entry = useTill((state) => state.sale.entry);
  const practice = useTill((state) =>
    state.mirror.host?.till.mode === 'training' ? state.mirror.host.practice : null,
  );
  const startOver = useCallback(() => {
    dismiss();
    clearAmount();
    setIsStarted(false);
    reset();
    // The next guest begins with the till's own language and with all extensions.
    setLanguage(null);
    setGuest((last) => last + 1);
  }, [dismiss, clearAmount, setIsStarted, reset, setLanguage]);
  const { shown } = stage;
  const isAmount = shown.kind === 'amount';
  useAmountKeyboard({
    onKey: isAmount ? typeKey : ignore,
    onText: isAmount ? pasteAmount : ignore,
    acceptsText: isAmount,
  });
  useScans({
    onKey: isAmount ? keepBefore : ignore,
    onScan: isAmount ? takeScan : ignore,
    onDoubt: isAmount ? doubtEnter : ignore,
  });
  useEffect(() => {
    document.title = `${words.kiosk.title} · ${shop ?? words.frame.product}`;
  }, [words, shop]);
  const key = stageKey(shown);
  // Every key of an amount is a touch, so it restarts the timer.
  const touched = isAmount ? `${key}/${entry.digits}/${entry.decimals ?? ''}/${entry.typed ?? ''}` : key;
  const timer = useQuietTimer(touched, stageLimitMs(shown), guest, startOver);
  const easierKeys = <EasierKeys easier={easier} stage={shown.kind} onToggle={toggle} />;
  return (
    <KeyScope screenKey={keyScopeOf(shown, key)}>
      <header className={`${frameCss.top} ${css.top}`} data-part="top">
        <div className={frameCss.who} data-part="who">
          <span>{shop}</span>
        </div>
        <div className={frameCss.topEnd} data-part="top-end">
          <TillLights isLink={false} />
        </div>
      </header>
      <main
        className={practice ? `${frameCss.stage} ${css.kiosk} ${css.practice}` : `${frameCss.stage} ${css.kiosk}`}
        data-part="stage"
        data-stage={shown.kind}
        data-lower={easier.isLower || undefined}
        aria-label={words.kiosk.title}
      >
        <StageOf
          stage={shown}
          timer={timer}
          easierKeys={easierKeys}
          onStart={() => {
            clearAmount();
            setIsStarted(true);
          }}
          onStartOver={startOver}
        />
        {practice ? <PracticePanel practice={practice} /> : null}
      </main>
    </KeyScope>
  );
}

/** The prompts of one payment share Cancel, so a new prompt does not restart the pause of its key. */
function keyScopeOf(stage: KioskStage, key: string): string {
  if (stage.kind === 'live') return `live/${stage.attempt.id}`;
  if (stage.kind === 'sending') return `live/${stage.submission.id}`;
  return key;
}

function useStage() {
  const [isStarted, setIsStarted] = useState(false);
  const nowMs = useNow();
  const mirror = useTill((state) => state.mirror);
  const sale = useTill((state) => state.sale);
  const shown = useMemo(() => kioskStage({ mirror, sale }, { isStarted, nowMs }), [mirror, sale, isStarted, nowMs]);
  return { shown, setIsStarted };
}

function StageOf({ stage, ...parts }: StageParts & { stage: KioskStage }) {
  const { chargeAgain, answerRepeat, confirmAmount } = useCommands();
  const again = ({ amountMinor, currency }: AttemptView) => void chargeAgain(amountMinor, { currency });
  switch (stage.kind) {
    case 'attract':
      return <AttractStage {...parts} />;
    case 'amount':
      return <AmountStage {...parts} />;
    case 'moment':
      return <MomentStage {...parts} />;
    case 'resting':
      return <RestingStage {...parts} />;
    case 'sending':
      return <SendingStage {...parts} submission={stage.submission} />;
    case 'repeat':
      return <RepeatStage {...parts} stage={stage} onAgain={() => void answerRepeat(true)} />;
    case 'amount-check':
      return <AmountCheckStage {...parts} stage={stage} onAnswer={(isMeant) => void confirmAmount(isMeant)} />;
    case 'same-card':
      return <SameCardStage {...parts} attempt={stage.attempt} />;
    case 'live':
      return <LiveStage {...parts} attempt={stage.attempt} />;
    case 'thanks':
      return <ThanksStage {...parts} attempt={stage.attempt} isTooLate={stage.isTooLate} />;
    case 'partly':
      return <PartlyStage {...parts} attempt={stage.attempt} />;
    case 'not-paid':
      return <NotPaidStage {...parts} stage={stage} onTryAgain={() => again(stage.attempt)} />;
    case 'speak':
      return (
        <SpeakStage
          {...parts}
          stage={stage}
          onTryAnother={() => {
            if (stage.attempt) again(stage.attempt);
          }}
        />
      );
  }
}
