/** Entry point of the store: hooks to read, verbs to act. Screens use these and nothing else of it. */
import {
  createContext,
  createElement,
  useContext,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { useStore } from 'zustand';
import type { AttemptView, CardInSlot, Reader } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import { deviceCommands, type DeviceCommands } from './device-commands.ts';
import { historyCommands, type HistoryCommands } from './history-commands.ts';
import { linkCommands, type LinkCommands } from './link-commands.ts';
import { paymentCommands, type PaymentCommands } from './payment-commands.ts';
import { practiceCommands, type PracticeCommands } from './practice-commands.ts';
import { updateCommands, type UpdateCommands } from './update-commands.ts';
import { StartedHere } from './started-here.ts';
import { DismissedItems } from './dismissed-items.ts';
import { receiptCommands, type ReceiptCommands } from './receipt-commands.ts';
import { saleCommands, type SaleCommands } from './sale-commands.ts';
import { screenOf, type Screen } from './screen-of.ts';
import { readersFor } from './selectors.ts';
import type { SessionMemory } from './session.ts';
import { lateSetupCommands, type LateSetupCommands } from './late-setup.ts';
import { signInCommands, type SignInCommands } from './sign-in.ts';
import type { TillState, TillStore } from './till-store.ts';
import { tickerOf } from './ticker.ts';

export type { AmountKey } from './amount-entry.ts';
export { entryAmountMinor, isEmptyEntry } from './amount-entry.ts';
export type { HistorySearch, Stretch } from './history-commands.ts';
export { forgetReversal, keepReversal, keptReversal } from './reversal-memory.ts';
export type { PayLinkSubmission, LinkRepeat } from './link-slice.ts';
export { linksLeftOpen } from './shown-links.ts';
export { isPutAwayAtHost } from './dismissed-items.ts';
export type { PracticeGesture } from './practice-commands.ts';
export type { WhichReceipt } from './receipt-commands.ts';
export type { ChargeDetails } from './charge-submissions.ts';
export type { AmountCheck, RepeatQuestion, SaleDetail } from './sale-slice.ts';
export type { ChargeSubmission } from './session.ts';
export type { OutcomeKind, Screen, TerminalTrouble } from './screen-of.ts';
export { outcomeOf, screenKeyOf, screenOf } from './screen-of.ts';
export { isStartedHere } from './started-here.ts';
export { isBarcode } from './scan.ts';
export { amountRefusal, deviceOf, formerChipPayment, hasOpenAttempt, lastPaid, tillTerminal } from './selectors.ts';
export type { Permission, TillState, TillStore } from './till-store.ts';
export type { TipChoice, TipStep } from './tip.ts';
export { tipMinorOf } from './tip.ts';
export { attemptIdFrom } from './ids.ts';
export type { TerminalCandidates } from './setup-commands.ts';
export { freshSetup, halfSetUp, isSetupResting, setupOf } from './setup-of.ts';
export { namesFor, needsSignIn, ownNameFor, type Colleague } from './sign-in.ts';

/** Every verb a screen may use. */
export type Commands = SaleCommands &
  PracticeCommands &
  UpdateCommands &
  DeviceCommands &
  PaymentCommands &
  HistoryCommands &
  ReceiptCommands &
  LinkCommands &
  LateSetupCommands &
  SignInCommands;

/** What the provider hands to the screens. */
export interface Till {
  store: TillStore;
  bridge: Pick<Bridge, 'call'>;
  commands: Commands;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds since some moment: for durations, which a clock that is set must not change. */
  ticks: () => number;
}

/** Joins store and bridge into the verbs. */
export function createTill(parts: {
  store: TillStore;
  bridge: Pick<Bridge, 'call'>;
  memory: SessionMemory;
  now: () => number;
  /** Default: `now`, where no clock is set. */
  ticks?: () => number;
}): Till {
  const { store, bridge, now, ticks = now } = parts;
  const own = new StartedHere(parts);
  const shared = { ...parts, putAway: new DismissedItems(parts), own };
  const links = linkCommands(shared);
  return {
    store,
    bridge,
    now,
    ticks,
    commands: {
      ...saleCommands({ ...shared, openLink: links.openLink }),
      ...practiceCommands(store, bridge),
      ...updateCommands(store, bridge),
      ...deviceCommands(store, bridge),
      ...paymentCommands(store, bridge, own),
      ...links,
      ...historyCommands(store, bridge),
      ...receiptCommands(bridge),
      ...lateSetupCommands(store, bridge),
      ...signInCommands({ ...parts, ticks }),
    },
  };
}

const TillContext = createContext<Till | null>(null);

export function TillProvider({ till, children }: { till: Till; children: ReactNode }) {
  return createElement(TillContext.Provider, { value: till }, children);
}

function useTillContext(): Till {
  const till = useContext(TillContext);
  if (!till) throw new Error('No TillProvider around this component');
  return till;
}

/** Reads the state. Use `useShallow` for selectors that build an object. */
export function useTill<T>(select: (state: TillState) => T): T {
  return useStore(useTillContext().store, select);
}

/** The ways to present a card at an attempt's terminal, or at the till's; undefined: all three. */
export function useReaders(attempt: AttemptView | undefined): readonly Reader[] | undefined {
  return useTill(({ mirror }) => readersFor(mirror.host, attempt));
}

/** Whether the chip card of a payment that is over is in the terminal of this one; undefined: no, or nothing tells. */
export function useCardInSlot(attempt: AttemptView | null | undefined): CardInSlot | undefined {
  return useTill(({ mirror }) => mirror.host?.terminals.find(({ id }) => id === attempt?.terminal.id)?.card);
}

/** What the sale place shows now. */
export function useScreen(): Screen {
  const { mirror, sale, signedIn, cancelBeforeSignIn = '' } = useStore(useTillContext().store);
  return useMemo(
    () => screenOf({ mirror, sale, signedIn, cancelBeforeSignIn }),
    [mirror, sale, signedIn, cancelBeforeSignIn],
  );
}

/** What the verbs of a screen are made of that is loaded later, with verbs nobody needs for a sale. */
export function useTillParts(): Pick<Till, 'store' | 'bridge'> {
  return useTillContext();
}

/** The verbs. Stable over the life of the window. */
export function useCommands(): Commands {
  return useTillContext().commands;
}

/** The clock of the till, for a moment that has to be kept: when something was asked or answered. Milliseconds since 1970. */
export function useTime(): () => number {
  return useTillContext().now;
}

/** The time now, moving four times a second: for ages and running seconds. Milliseconds since 1970. */
export function useNow(): number {
  return useTicking(useTillContext().now);
}

/** For a countdown: time that passes whatever the clock says, moving four times a second, and the same asked for now. */
export function useTicks(): { now: number; time: () => number } {
  const { ticks } = useTillContext();
  return { now: useTicking(ticks), time: ticks };
}

/**
 * How long ago something began that the host has dated, milliseconds: by the clock when this window first sees it, and counted
 * on from there, so that a clock that is set moves nothing that a person waits for.
 */
export function useAge(since: string): number {
  const { now } = useTicks();
  const wall = useTime();
  const firstSeen = () => ({ since, atMs: now - Math.max(0, wall() - Date.parse(since)) });
  const [seen, setSeen] = useState(firstSeen);
  if (seen.since !== since) setSeen(firstSeen());
  return now - seen.atMs;
}

function useTicking(now: () => number): number {
  const { subscribe, value } = tickerOf(now);
  return useSyncExternalStore(subscribe, value);
}
