import { BASKET_KEPT_MS, type Basket, type HostEvent } from '../../contract/index.ts';
import { maskCardNumbers } from '../log/index.ts';

/** Holds what the till's window lays open to the customer, for as long as somebody stands there. Memory only. */
export interface ShownBasket {
  show(basket: Basket | null): void;
  close(): void;
}

/** `after` runs a task later and gives back what calls it off. */
export function createShownBasket(parts: {
  clock: { now(): number; after(delayMs: number, task: () => void): () => void };
  publish: (event: HostEvent) => void;
}): ShownBasket {
  const { clock, publish } = parts;
  let callOff = (): void => undefined;
  const publishNow = (basket: Basket | null): void =>
    publish({ type: 'shown', shown: { basket, since: new Date(clock.now()).toISOString() } });
  return {
    show(basket) {
      callOff();
      callOff = basket === null ? () => undefined : clock.after(BASKET_KEPT_MS, () => publishNow(null));
      // Somebody may have typed a card number as the order; the customer's screen faces the whole shop.
      publishNow(basket && { ...basket, order: basket.order === null ? null : maskCardNumbers(basket.order) });
    },
    close: () => callOff(),
  };
}
