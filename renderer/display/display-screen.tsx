import { useEffect, useMemo, type ReactNode } from 'react';
import { useSpeakOnce } from '../components/announcer.tsx';
import { promptForCustomer } from '../components/customer-prompt.ts';
import { Giant } from '../components/giant.tsx';
import type { MarkShape } from '../components/mark.tsx';
import { OnePicture, ThreePictures } from '../components/prompt-picture.tsx';
import { QrCode } from '../components/qr-code.tsx';
import { Line1, Say, Title, Window, type WindowState } from '../components/window.tsx';
import { TillLights } from '../frame/till-lights.tsx';
import { useNow, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import './display.css';
import { displayStage, displayStageKey, sumOf, type DisplayStage, type Sum } from './display-stage.ts';
import { OrderPanel } from './order-panel.tsx';
import { ShownCurrency, shownCurrency, useShownCurrency } from './shown-currency.ts';

/** The customer's own screen (#/display): what there is to pay, what to do, and how it ended. Nothing on it can be pressed. */
export function DisplayScreen() {
  const { words } = useTexts();
  const mirror = useTill((state) => state.mirror);
  const nowMs = useNow();
  const stage = useMemo(() => displayStage({ mirror }, nowMs), [mirror, nowMs]);
  const shop = mirror.host?.till.shop;
  useEffect(() => {
    document.title = `${words.display.title} · ${shop ?? words.frame.product}`;
  }, [words, shop]);
  const sum = sumShown(stage);
  return (
    <>
      <header className="tb-top tb-display-top">
        <div className="tb-who">
          <span>{shop}</span>
        </div>
        {mirror.host ? (
          <div className="tb-top-end">
            <TillLights isLink={false} />
          </div>
        ) : null}
      </header>
      <main className="tb-display" data-stage={stage.kind} aria-label={words.display.title}>
        <ShownCurrency value={shownCurrency(stage, mirror.host)}>
          {sum ? <OrderPanel sum={sum} /> : null}
          <StageOf stage={stage} shop={shop ?? ''} nowMs={nowMs} />
        </ShownCurrency>
      </main>
    </>
  );
}

/** The order beside the window, wherever one is being paid. */
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
    case 'speak':
      return stage.sum;
  }
}

function StageOf({ stage, shop, nowMs }: { stage: DisplayStage; shop: string; nowMs: number }) {
  const texts = useTexts();
  const { display: text, counter } = texts.words;
  const currency = useShownCurrency();
  const key = displayStageKey(stage);
  const spoken = (amountMinor: number) => texts.spoken(amountMinor, currency);
  const money = (amountMinor: number) => texts.money(amountMinor, currency);
  switch (stage.kind) {
    case 'idle':
      return (
        <Shown screenKey={key} state="idle" title={shop} said={`${shop}. ${text.idle}.`} lead={text.idle} isHeading />
      );
    case 'moment':
      return <Shown screenKey={key} state="live" mark="busy" title={text.moment} said={text.moment} isHeading />;
    case 'basket': {
      const { totalMinor } = sumOf(stage.basket);
      const tip = stage.basket.isChoosingTip ? text.tip : null;
      return (
        <Shown
          screenKey={key}
          state="idle"
          lead={tip ? text.toPay : null}
          title={tip ? tip.title : text.toPay}
          isLead={!tip}
          // Digits come one by one; the amount is said when it is being paid.
          said={tip ? `${tip.title} ${tip.say}` : ''}
          amountMinor={totalMinor}
          isQuiet={totalMinor === 0}
          say={tip?.say}
        />
      );
    }
    case 'live': {
      const { attempt } = stage;
      const { title, say, picture } = promptForCustomer(attempt, nowMs - Date.parse(attempt.updatedAt), texts);
      const { totalMinor } = sumOf(attempt);
      const isPresent = attempt.prompt === 'present-card';
      return (
        <Shown
          screenKey={key}
          state="live"
          lead={text.toPay}
          mark={picture === null || picture === 'keep' ? 'busy' : 'card'}
          title={title}
          said={isPresent ? `${text.toPay}: ${spoken(totalMinor)}. ${title}.` : `${title}. ${say}`}
          amountMinor={totalMinor}
          // Three ways in pictures say it by themselves.
          say={isPresent ? undefined : say}
        >
          {picture === 'three' ? <ThreePictures words={counter.pictures} /> : null}
          {picture !== null && picture !== 'three' ? <OnePicture picture={picture} /> : null}
        </Shown>
      );
    }
    case 'link':
      return (
        <Shown
          screenKey={key}
          state="live"
          lead={text.toPay}
          mark={stage.link.isBeingPaid ? 'busy' : 'card'}
          title={stage.link.isBeingPaid ? text.link.paying : text.link.title}
          said={`${text.toPay}: ${spoken(stage.link.totalMinor)}. ${text.link.title}. ${text.link.say}`}
          amountMinor={stage.link.totalMinor}
          say={stage.link.isBeingPaid ? undefined : text.link.say}
        >
          {stage.link.url && !stage.link.isBeingPaid ? (
            <div className="tb-display-code">
              <QrCode data={stage.link.url} label={text.link.code} />
            </div>
          ) : null}
        </Shown>
      );
    case 'paid':
      return (
        <Shown
          screenKey={key}
          state="paid"
          mark="paid"
          lead={text.paid.heading}
          title={text.paid.title}
          said={`${text.paid.heading} ${spoken(stage.paidMinor)}. ${text.paid.title}.`}
          amountMinor={stage.paidMinor}
        />
      );
    case 'partly': {
      const rest = stage.restMinor;
      return (
        <Shown
          screenKey={key}
          state="checking"
          mark="partly"
          lead={text.partly.heading}
          title={text.speak}
          said={`${text.partly.heading}: ${spoken(stage.paidMinor)}. ${text.partly.rest(spoken(rest))}. ${text.speak}.`}
          amountMinor={stage.paidMinor}
          say={text.partly.rest(money(rest))}
        />
      );
    }
    case 'held':
    case 'refunded': {
      const words = text[stage.kind];
      const amountMinor = stage.kind === 'held' ? stage.heldMinor : stage.sum.totalMinor;
      const said = `${words.title}. ${words.say(spoken(amountMinor))}`;
      const say = words.say(money(amountMinor));
      return <Shown screenKey={key} state="paid" mark="paid" title={words.title} said={said} say={say} isHeading />;
    }
    case 'cancelled': {
      const { title, say } = text.cancelled;
      const said = `${title}. ${say}`;
      return <Shown screenKey={key} state="cancelled" mark="cancelled" title={title} said={said} say={say} isHeading />;
    }
    case 'speak':
      return <Shown screenKey={key} state="cancelled" title={text.speak} said={`${text.speak}.`} isHeading isUrgent />;
  }
}

/** One window of the display: line, amount, title, sentence, and what stands under them. */
function Shown({
  screenKey,
  state,
  mark,
  lead,
  title,
  said,
  amountMinor,
  isQuiet = false,
  say,
  isHeading = false,
  isLead = false,
  isUrgent = false,
  children,
}: {
  screenKey: string;
  state: WindowState;
  mark?: MarkShape;
  lead?: string | null;
  title: string;
  said: string;
  amountMinor?: number;
  isQuiet?: boolean;
  say?: string | undefined;
  /** The title is the largest thing. */
  isHeading?: boolean;
  /** The title is the line above the amount. */
  isLead?: boolean;
  isUrgent?: boolean;
  children?: ReactNode;
}) {
  const { display } = useTexts().words;
  const currency = useShownCurrency();
  useSpeakOnce(screenKey, said, isUrgent ? 'assertive' : 'polite');
  const label = amountMinor === undefined && state === 'idle' ? display.region.welcome : display.region.payment;
  return (
    <Window state={state} label={label} screenKey={screenKey}>
      <Line1 {...(mark ? { mark } : {})}>{isLead ? <Title>{title}</Title> : lead ? <span>{lead}</span> : null}</Line1>
      {amountMinor === undefined ? null : <Giant amountMinor={amountMinor} currency={currency} isQuiet={isQuiet} />}
      {isLead ? null : <Title className={isHeading ? 'tb-display-heading' : 'tb-prompt'}>{title}</Title>}
      {say ? <Say>{say}</Say> : null}
      {children}
    </Window>
  );
}
