/**
 * Sends the customer's view of the sale in progress to the host (`till.publishBasket`), for the customer displays. No
 * payment depends on it, and the next call makes up for a failed call.
 */
import { surchargeOf, type Basket } from '../../electron/contract/index.ts';
import { entryAmountMinor } from './amount-entry.ts';
import type { Bridge } from './bridge.ts';
import { screenOf, type Screen } from './screen-of.ts';
import { activeTip, tillOfTip } from './selectors.ts';
import type { TillState, TillStore } from './till-store.ts';
import { tipMinorOf } from './tip.ts';

/** Delay of a publication: customers cannot read as fast as digits are typed, so only the latest state is sent. */
export const PUBLISH_AFTER_MS = 120;

/** Screens on which a sale is entered, or on which its amount is kept during a problem with the equipment. */
const whileTyping: ReadonlySet<Screen['kind']> = new Set<Screen['kind']>(['idle', 'tip', 'terminal', 'platform']);

/**
 * Basket of this window, or null if the basket is empty or the screen shows a payment or link, which the display
 * already has.
 */
export function basketOf(state: TillState): Basket | null {
  const till = state.mirror.host?.till;
  if (!till || !whileTyping.has(screenOf(state).kind)) return null;
  const tip = activeTip(state);
  // A basket has the till's currency, so a tip on a payment in another currency is not published.
  if (tip && tillOfTip(state, tip, till).currency !== till.currency) return null;
  const { entry, order } = state.sale;
  const amountMinor = tip?.saleMinor ?? entryAmountMinor(entry, till.currency);
  if (amountMinor === 0 && order === null) return null;
  const tipMinor = tip ? tipMinorOf(tip, till) : 0;
  const surchargeMinor = surchargeOf(till.surcharge, amountMinor, tipMinor);
  return { order, amountMinor, tipMinor, surchargeMinor, isChoosingTip: tip !== null };
}

/**
 * Keeps the customer displays up to date until the returned function is called. A kiosk publishes nothing, because the
 * kiosk itself is the display.
 */
export function publishBasket(store: TillStore, bridge: Pick<Bridge, 'call'>, window: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Last published basket (`what`), and the run of the host that received it. */
  let message: { epoch: string; what: string } | null = null;

  const publish = (): void => {
    timer = undefined;
    const state = store.getState();
    const { host, connection, epoch } = state.mirror;
    const basket = basketOf(state);
    if (!host || host.till.isKiosk || connection.state !== 'live') return;
    const what = JSON.stringify(basket);
    if (message?.epoch === epoch && message.what === what) return;
    const isFirst = message?.epoch !== epoch;
    message = { epoch, what };
    // A new window or host with an empty basket: the displays show no basket that has to be cleared.
    if (isFirst && basket === null && !host.display?.basket) return;
    bridge
      .call((client, options) => client.till.publishBasket({ basket, window }, options))
      .catch(() => (message = null));
  };

  const end = store.subscribe(() => {
    timer ??= setTimeout(publish, PUBLISH_AFTER_MS);
  });
  return () => {
    end();
    clearTimeout(timer);
  };
}
