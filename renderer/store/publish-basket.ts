/**
 * Sends the host what the customer may see of the sale that is being put together (`till.publishBasket`), for the customer
 * displays. It is no money state: nothing follows from it, and a failed call is made up for by the next one.
 */
import { surchargeOf, type Basket } from '../../electron/contract/index.ts';
import { entryAmountMinor } from './amount-entry.ts';
import type { Bridge } from './bridge.ts';
import { screenOf, type Screen } from './screen-of.ts';
import { activeTip, tillOfTip } from './selectors.ts';
import type { TillState, TillStore } from './till-store.ts';
import { tipMinorOf } from './tip.ts';

/** Digits come faster than anybody reads them; the last one of this time is what is sent. Milliseconds. */
export const PUBLISH_AFTER_MS = 120;

/** Screens on which a sale is put together, or its amount is kept while the equipment is looked after. */
const whileTyping: ReadonlySet<Screen['kind']> = new Set<Screen['kind']>(['idle', 'tip', 'terminal', 'platform']);

/** What the window has put together; null: nothing, or its screen shows a payment or a link, which speaks for itself. */
export function basketOf(state: TillState): Basket | null {
  const till = state.mirror.host?.till;
  if (!till || !whileTyping.has(screenOf(state).kind)) return null;
  const tip = activeTip(state);
  // A basket is in the till's currency; an approved payment in another one speaks for itself.
  if (tip && tillOfTip(state, tip, till).currency !== till.currency) return null;
  const { entry, order } = state.sale;
  const amountMinor = tip?.saleMinor ?? entryAmountMinor(entry, till.currency);
  if (amountMinor === 0 && order === null) return null;
  const tipMinor = tip ? tipMinorOf(tip, till) : 0;
  const surchargeMinor = surchargeOf(till.surcharge, amountMinor, tipMinor);
  return { order, amountMinor, tipMinor, surchargeMinor, isChoosingTip: tip !== null };
}

/** Keeps the customer display up to date for as long as the window lives; the returned function ends it. A kiosk publishes nothing: it is the display itself. */
export function publishBasket(store: TillStore, bridge: Pick<Bridge, 'call'>, window: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What this window published last, and to which run of the host. */
  let message: { epoch: string; what: string } | null = null;

  const tell = (): void => {
    timer = undefined;
    const state = store.getState();
    const { host, connection, epoch } = state.mirror;
    const basket = basketOf(state);
    if (!host || host.till.isKiosk || connection.state !== 'live') return;
    const what = JSON.stringify(basket);
    if (message?.epoch === epoch && message.what === what) return;
    const isFirst = message?.epoch !== epoch;
    message = { epoch, what };
    // A window that just opened, or a host that just started: nothing is shown, and nothing is there to show.
    if (isFirst && basket === null && !host.display?.basket) return;
    bridge
      .call((client, options) => client.till.publishBasket({ basket, window }, options))
      .catch(() => (message = null));
  };

  const end = store.subscribe(() => {
    timer ??= setTimeout(tell, PUBLISH_AFTER_MS);
  });
  return () => {
    end();
    clearTimeout(timer);
  };
}
