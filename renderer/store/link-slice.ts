/** Request for a payment link on its way to the host. */
export interface PayLinkSubmission {
  id: string;
  /** Goods and surcharge, minor units. */
  amountMinor: number;
  tipMinor: number;
  /** The cashier confirmed a large tip. */
  isTipMeant: boolean;
  currency: string;
  order: string | null;
  note: string | null;
  /** Id of the partly paid payment whose rest the link is for, or null. */
  part: string | null;
  /** The cashier confirmed another payment for an order that was already paid. */
  isRepeatMeant: boolean;
  /** The cashier confirmed that an open link for the same amount is another customer's. */
  isOtherCustomer: boolean;
}

/**
 * Question of the host before a link is created: whether to create it for an order that was already paid, or whether an
 * open link is another customer's. Nothing has been sent to the platform yet.
 */
export interface LinkRepeat {
  submission: PayLinkSubmission;
  /** Minutes since the order was paid, or null if unknown. */
  minutes: number | null;
  /** Id of the open link that may be this customer's, or null if the question is about a payment. */
  link: string | null;
}

/** State of payment links in this window alone. */
export interface LinkSlice {
  /** Request that the cashier has made and the host has not shown yet. */
  submission: PayLinkSubmission | null;
  repeat: LinkRepeat | null;
}
