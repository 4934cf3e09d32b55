import { maskCardNumbers, type Clock } from '../../domain/index.ts';
import { BASKET_SHOWN_MS, type Basket, type HostEvent } from '../../contract/index.ts';

export interface CustomerDisplayOptions {
  clock: Clock;
  publish: (event: HostEvent) => void;
}

/** Publishes the till window's basket to the customer displays until it expires. Kept in memory only. */
export class CustomerDisplay {
  readonly #options: CustomerDisplayOptions;
  #cancelExpiry = (): void => undefined;
  /** Id of the window whose basket is published, or null. */
  #owner: string | null = null;

  constructor(options: CustomerDisplayOptions) {
    this.#options = options;
  }

  publishBasket(basket: Basket | null, window: string): void {
    if (basket === null && this.#owner !== null && this.#owner !== window) return;
    this.#owner = basket === null ? null : window;
    this.close();
    if (basket !== null) this.#cancelExpiry = this.#options.clock.after(BASKET_SHOWN_MS, () => this.#publish(null));
    // A cashier may have typed a card number as the order, and the whole shop sees the customer display.
    this.#publish(basket && { ...basket, order: basket.order === null ? null : maskCardNumbers(basket.order) });
  }

  close(): void {
    this.#cancelExpiry();
    this.#cancelExpiry = () => undefined;
  }

  #publish(basket: Basket | null): void {
    this.#options.publish({ type: 'display', display: { basket } });
  }
}
