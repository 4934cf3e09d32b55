import type { ReactNode } from 'react';
import type { Reader } from '../../electron/contract/index.ts';
import { promptForCustomer } from '../components/customer-prompt.ts';
import type { MarkShape } from '../components/mark.tsx';
import { OnePicture, WaysPictures } from '../components/prompt-picture.tsx';
import { QrCode } from '../components/qr-code.tsx';
import type { WindowState } from '../components/window.tsx';
import { sumOf, type DisplayStage } from './display-stage.ts';
import type { CustomerTexts } from '../text/customer-words.ts';
import * as css from './display.module.css';

/** Content of the display's window for a stage. */
export interface StageView {
  state: WindowState;
  mark?: MarkShape;
  lead?: string | null;
  title: string;
  /** Text of the live region. */
  announcement: string;
  amountMinor?: number;
  isQuiet?: boolean;
  say?: string | undefined;
  /** True when the title is the largest text. */
  isHeading?: boolean;
  /** True when the title is the line above the amount. */
  isLead?: boolean;
  isUrgent?: boolean;
  /** Content below the sentence: pictures, a code. */
  children?: ReactNode;
}

/** Input of a stage's texts in addition to the stage. */
interface Around {
  texts: CustomerTexts;
  currency: string;
  shop: string;
  nowMs: number;
  /** Readers of the terminal in use. */
  readers?: readonly Reader[] | undefined;
}

type Stage<Kind extends DisplayStage['kind']> = Extract<DisplayStage, { kind: Kind }>;

/** Returns the shown and the spoken content of a stage. */
export function stageView(stage: DisplayStage, around: Around): StageView {
  const { texts, shop } = around;
  const text = texts.words.display;
  switch (stage.kind) {
    case 'idle':
      return { state: 'idle', title: shop, announcement: `${shop}. ${text.idle}.`, lead: text.idle, isHeading: true };
    case 'moment':
      return { state: 'live', mark: 'busy', title: text.moment, announcement: text.moment, isHeading: true };
    case 'basket':
      return basketView(stage, texts);
    case 'live':
      return liveView(stage, around);
    case 'waiting':
      return waitingView(stage, texts);
    case 'link':
      return payLinkView(stage, around);
    case 'paid':
    case 'partly':
    case 'held':
    case 'refunded':
    case 'cancelled':
    case 'speak':
      return endView(stage, around);
  }
}

/** The sale that the cashier is entering. */
function basketView({ basket }: Stage<'basket'>, texts: CustomerTexts): StageView {
  const text = texts.words.display;
  const { totalMinor: amountMinor } = sumOf(basket);
  const amount = { state: 'idle', amountMinor, isQuiet: amountMinor === 0 } as const;
  if (basket.isChoosingTip) {
    const { title, say } = text.tip;
    return { ...amount, lead: text.toPay, title, announcement: `${title} ${say}`, say };
  }
  // Digits arrive one by one; the amount is spoken when the payment starts.
  return { ...amount, lead: null, title: text.toPay, announcement: '', isLead: true };
}

/** Waits for the cashier's decision. */
function waitingView({ sum: { totalMinor: amountMinor } }: Stage<'waiting'>, texts: CustomerTexts): StageView {
  const { toPay: lead, waiting } = texts.words.display;
  const { title, say } = waiting;
  return { state: 'live', mark: 'busy', lead, title, say, announcement: `${title}. ${say}`, amountMinor };
}

/** A payment that runs on the terminal. */
function liveView({ attempt }: Stage<'live'>, { texts, currency, nowMs, readers }: Around): StageView {
  const { display: text, counter } = texts.words;
  const { title, say, picture } = promptForCustomer(attempt, nowMs - Date.parse(attempt.updatedAt), texts, readers);
  const { totalMinor: amountMinor } = sumOf(attempt);
  const isPresent = attempt.prompt === 'present-card';
  return {
    state: 'live',
    lead: text.toPay,
    mark: picture === null || picture === 'keep' ? 'busy' : 'card',
    title,
    announcement: isPresent ? `${text.toPay}: ${texts.spoken(amountMinor, currency)}. ${title}.` : `${title}. ${say}`,
    amountMinor,
    // The three pictures explain the ways to pay without a sentence.
    say: isPresent ? undefined : say,
    children: (
      <>
        {picture === 'three' ? <WaysPictures words={counter.pictures} readers={readers} /> : null}
        {picture !== null && picture !== 'three' ? <OnePicture picture={picture} /> : null}
      </>
    ),
  };
}

/** A payment link, with its code until the payment starts. */
function payLinkView({ link }: Stage<'link'>, { texts, currency }: Around): StageView {
  const { link: text, toPay } = texts.words.display;
  const { isBeingPaid, totalMinor: amountMinor, url } = link;
  return {
    state: 'live',
    lead: toPay,
    mark: isBeingPaid ? 'busy' : 'card',
    title: isBeingPaid ? text.paying : text.title,
    announcement: `${toPay}: ${texts.spoken(amountMinor, currency)}. ${text.title}. ${text.say}`,
    amountMinor,
    say: isBeingPaid ? undefined : text.say,
    children:
      url && !isBeingPaid ? (
        <div className={css.code}>
          <QrCode data={url} label={text.code} />
        </div>
      ) : null,
  };
}

function endView(
  stage: Stage<'paid' | 'partly' | 'held' | 'refunded' | 'cancelled' | 'speak'>,
  { texts, currency }: Around,
): StageView {
  const text = texts.words.display;
  const spoken = (amountMinor: number) => texts.spoken(amountMinor, currency);
  const money = (amountMinor: number) => texts.money(amountMinor, currency);
  switch (stage.kind) {
    case 'paid': {
      const { heading, title } = text.paid;
      const { paidMinor: amountMinor } = stage;
      const announcement = `${heading} ${spoken(amountMinor)}. ${title}.`;
      return { state: 'paid', mark: 'paid', lead: heading, title, announcement, amountMinor };
    }
    case 'partly': {
      const { heading, rest } = text.partly;
      const { paidMinor: amountMinor, restMinor } = stage;
      const announcement = `${heading}: ${spoken(amountMinor)}. ${rest({ amount: spoken(restMinor) })}. ${text.speak}.`;
      const say = rest({ amount: money(restMinor) });
      return { state: 'checking', mark: 'partly', lead: heading, title: text.speak, announcement, amountMinor, say };
    }
    case 'held':
    case 'refunded': {
      const { title, say } = text[stage.kind];
      const amountMinor = stage.kind === 'held' ? stage.heldMinor : stage.sum.totalMinor;
      const announcement = `${title}. ${say({ amount: spoken(amountMinor) })}`;
      return {
        state: 'paid',
        mark: 'paid',
        title,
        announcement,
        say: say({ amount: money(amountMinor) }),
        isHeading: true,
      };
    }
    case 'cancelled': {
      const { title, say } = text.cancelled;
      return { state: 'cancelled', mark: 'cancelled', title, announcement: `${title}. ${say}`, say, isHeading: true };
    }
    case 'speak':
      return { state: 'cancelled', title: text.speak, announcement: `${text.speak}.`, isHeading: true, isUrgent: true };
  }
}
