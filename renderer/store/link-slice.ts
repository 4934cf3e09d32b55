/** What a window has of its own of payment links. */
/** A payment link on its way to the host: what is asked for, under an id of its own. */
export interface PayLinkSubmission {
  id: string;
  /** Goods and surcharge, minor units. */
  amountMinor: number;
  tipMinor: number;
  /** A person confirmed a large tip. */
  isTipMeant: boolean;
  currency: string;
  order: string | null;
  note: string | null;
  /** The partly paid payment whose rest it is. */
  part: string | null;
  /** An order that was paid already is meant: somebody was asked. */
  isRepeatMeant: boolean;
  /** An open link for the same amount is another customer's: somebody was asked. */
  isOtherCustomer: boolean;
}

/** The host asks whether an order that was paid is to get a link, or whose an open one is: nothing was sent yet. */
export interface LinkRepeat {
  submission: PayLinkSubmission;
  /** How long ago it was paid. */
  minutes: number | null;
  /** The open link that may be this customer's; null: the question is about a payment. */
  link: string | null;
}

/** What belongs to this window alone of payment links. */
export interface LinkSlice {
  /** Pay link was pressed and the host has not shown the link yet. */
  submission: PayLinkSubmission | null;
  repeat: LinkRepeat | null;
}
