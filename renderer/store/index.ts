/** Entry point of the store: hooks that read, and commands that act. Screens import only this file from the store. */
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
export { isDismissedAtHost } from './dismissed-items.ts';
export type { PracticeGesture } from './practice-commands.ts';
export type { WhichReceipt } from './receipt-commands.ts';
export type { ChargeDetails } from './charge-submissions.ts';
export type { AmountCheck, RepeatQuestion, SaleDetail } from './sale-slice.ts';
export type { ChargeSubmission } from './session.ts';
export type { OutcomeKind, Screen, TerminalTrouble } from './screen-of.ts';
export { outcomeOf, screenKeyOf, screenOf } from './screen-of.ts';
export { isStartedHere } from './started-here.ts';
export { isBarcode } from './scan.ts';
export {
  amountRefusal,
  deviceOf,
  formerChipPayment,
  hasOpenAttempt,
  lastPaid,
  tillCurrency,
  tillTerminal,
} from './selectors.ts';
export type { Permission, TillState, TillStore } from './till-store.ts';
export type { TipChoice, TipStep } from './tip.ts';
export { tipMinorOf } from './tip.ts';
export { attemptIdFrom } from './ids.ts';
export type { TerminalCandidates } from './setup-commands.ts';
export { freshSetup, unfinishedSetupStep, isSetupResting, setupOf } from './setup-of.ts';
export { namesFor, needsSignIn, ownNameFor, type Colleague } from './sign-in.ts';

/** Every command that a screen may use. */
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

/** Value that the provider gives to the screens. */
export interface Till {
  store: TillStore;
  bridge: Pick<Bridge, 'call'>;
  commands: Commands;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Monotonic milliseconds, for durations: setting the clock does not change them. */
  ticks: () => number;
}

/** Builds the commands on a store and a bridge. */
export function createTill(parts: {
  store: TillStore;
  bridge: Pick<Bridge, 'call'>;
  memory: SessionMemory;
  now: () => number;
  /** Default: `now`, which is enough if the clock is never set. */
  ticks?: () => number;
}): Till {
  const { store, bridge, now, ticks = now } = parts;
  const own = new StartedHere(parts);
  const shared = { ...parts, dismissed: new DismissedItems(parts), own };
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

/**
 * Ways to present a card at the attempt's terminal, or at the till's without an attempt. Returns undefined if all three
 * are possible.
 */
export function useReaders(attempt: AttemptView | undefined): readonly Reader[] | undefined {
  return useTill(({ mirror }) => readersFor(mirror.host, attempt));
}

/**
 * Chip card of an earlier payment that is still in this attempt's terminal, or undefined if there is none or the
 * terminal does not report it.
 */
export function useCardInSlot(attempt: AttemptView | null | undefined): CardInSlot | undefined {
  return useTill(({ mirror }) => mirror.host?.terminals.find(({ id }) => id === attempt?.terminal.id)?.card);
}

/** Content of the sale screen now. */
export function useScreen(): Screen {
  const { mirror, sale, signedIn, cancelBeforeSignIn = '' } = useStore(useTillContext().store);
  return useMemo(
    () => screenOf({ mirror, sale, signedIn, cancelBeforeSignIn }),
    [mirror, sale, signedIn, cancelBeforeSignIn],
  );
}

/** Parts for screens that are loaded on demand and build extra commands, which no sale needs. */
export function useTillParts(): Pick<Till, 'store' | 'bridge'> {
  return useTillContext();
}

/** The commands. The object stays the same until the window closes. */
export function useCommands(): Commands {
  return useTillContext().commands;
}

/** The till's clock in milliseconds since 1970, for times that are stored, such as that of a question or answer. */
export function useTime(): () => number {
  return useTillContext().now;
}

/** The time now in milliseconds since 1970, updated four times a second, for ages and running seconds. */
export function useNow(): number {
  return useTicking(useTillContext().now);
}

/** Monotonic milliseconds for countdowns: `now` is updated four times a second, `time` reads the exact value. */
export function useTicks(): { now: number; time: () => number } {
  const { ticks } = useTillContext();
  return { now: useTicking(ticks), time: ticks };
}

/**
 * Age in milliseconds of something that the host has dated. The clock counts only when this window first sees it; the
 * age is monotonic from then on, so that setting the clock does not change a waiting time on screen.
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
