import { useEffect, useMemo, useState } from 'react';
import { GiantAmount } from '../components/giant.tsx';
import { TakeCard, useSpeakWithCard, useTakeCardWords } from '../sale/take-card.tsx';
import { FirstLine, PromptTitle, Say, Title, Window } from '../components/window.tsx';
import { TillLights } from '../frame/till-lights.tsx';
import { tillCurrency, useNow, useReaders, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import * as css from './display.module.css';
import {
  displayStage,
  displayStageKey,
  OUTCOME_SHOWN_MS,
  sumOf,
  unreadEnd,
  type DisplayStage,
  type Sum,
} from './display-stage.ts';
import { OrderPanel } from './order-panel.tsx';
import { stageView, type StageView } from './stage-view.tsx';
import { customerWords } from '../text/customer-words.ts';
import * as frameCss from '../frame/frame.module.css';

/** The customer display (#/display): the amount, the next step, and the outcome. It has no controls. */
export function DisplayScreen() {
  const texts = useTexts(customerWords);
  const { words } = texts;
  const mirror = useTill((state) => state.mirror);
  const nowMs = useNow();
  const over = useOver(unreadEnd(mirror.host)?.name ?? null, OUTCOME_SHOWN_MS);
  const stage = useMemo(() => displayStage({ mirror }, nowMs, over), [mirror, nowMs, over]);
  const shop = mirror.host?.till.shop;
  const readers = useReaders(stage.kind === 'live' ? stage.attempt : undefined);
  useEffect(() => {
    document.title = `${words.display.title} · ${shop ?? words.frame.product}`;
  }, [words, shop]);
  const sum = sumShown(stage);
  const currency = sum?.currency ?? tillCurrency({ mirror });
  const shown = 'id' in stage ? mirror.host?.attempts.find(({ id }) => id === stage.id) : undefined;
  const takeCard = useTakeCardWords(shown);
  const view = stageView(stage, { texts, currency, shop: shop ?? '', nowMs, readers });
  return (
    <>
      <header className={`${frameCss.top} ${css.top}`} data-part="top">
        <div className={frameCss.who} data-part="who">
          <span>{shop}</span>
        </div>
        {mirror.host ? (
          <div className={frameCss.topEnd} data-part="top-end">
            <TillLights isLink={false} />
          </div>
        ) : null}
      </header>
      <main className={css.display} data-stage={stage.kind} aria-label={words.display.title}>
        {sum ? <OrderPanel sum={sum} currency={currency} /> : null}
        {/* Every stage shares one window: only its content changes. */}
        <Shown {...view} currency={currency} screenKey={displayStageKey(stage)} takeCard={takeCard} />
      </main>
    </>
  );
}

/**
 * Returns `name` once it has been current for `ms`, measured by a timer rather than the clock; null or the previous
 * name until then.
 */
function useOver(name: string | null, ms: number): string | null {
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => {
    if (name === null) return undefined;
    const timer = setTimeout(() => setOver(name), ms);
    return () => clearTimeout(timer);
  }, [name, ms]);
  return over;
}

/** Returns the order to show next to the window, or null when no order is being paid. */
function sumShown(stage: DisplayStage): Sum | null {
  switch (stage.kind) {
    case 'idle':
    case 'moment':
      return null;
    case 'basket':
      return sumOf(stage.basket);
    case 'live':
      return sumOf(stage.attempt);
    case 'link':
      return sumOf(stage.link);
    case 'paid':
    case 'partly':
    case 'held':
    case 'refunded':
    case 'cancelled':
    case 'waiting':
    case 'speak':
      return stage.sum;
  }
}

/** The window of the display: line, amount, title, sentence, and the content below. */
function Shown({
  screenKey,
  currency,
  takeCard,
  state,
  mark,
  lead,
  title,
  announcement,
  amountMinor,
  isQuiet = false,
  say,
  isHeading = false,
  isLead = false,
  isUrgent = false,
  children,
}: StageView & { screenKey: string; currency: string; takeCard: string }) {
  const { display } = useTexts(customerWords).words;
  useSpeakWithCard(screenKey, announcement, takeCard, isUrgent ? 'assertive' : 'polite');
  const label = amountMinor === undefined && state === 'idle' ? display.region.welcome : display.region.payment;
  return (
    <Window state={state} label={label} screenKey={screenKey}>
      <FirstLine {...(mark ? { mark } : {})}>
        {isLead ? <Title>{title}</Title> : lead ? <span>{lead}</span> : null}
      </FirstLine>
      {amountMinor === undefined ? null : (
        <GiantAmount amountMinor={amountMinor} currency={currency} isQuiet={isQuiet} />
      )}
      {isLead ? null : isHeading ? <Title className={css.heading}>{title}</Title> : <PromptTitle>{title}</PromptTitle>}
      {say ? <Say>{say}</Say> : null}
      <TakeCard words={takeCard} />
      {children}
    </Window>
  );
}
