/** Words about what goes with an amount: order, note, tip, surcharge, scanned barcodes. */

const refusals = {
  SCAN_CHECK_DIGIT: 'The barcode was misread. Scan it again.',
  SCAN_NO_PRICE: 'There is no price in that barcode. Type the amount.',
  SCAN_NOT_HERE: 'A barcode is not a tip. Type the tip, or go back.',
  SCAN_OR_HAND: 'That was as fast as a barcode scanner. Press Enter once more to go on.',
};

export const sale = {
  rows: { order: 'Order', tip: 'Tip', note: 'Note', total: 'Total', surcharge: 'Surcharge' },
  /** Two windows are one till. */
  otherWindow: {
    started: 'This payment was started in another window.',
    short: 'Started in another window',
    pressed: (amount: string) => `${amount} pressed here came second and was not taken.`,
    pressedSay: 'Nobody was charged for it.',
    decided: {
      paid: (by: string) => `${by} was first and decided: paid.`,
      'not-paid': (by: string) => `${by} was first and decided: not paid.`,
    },
    taken: (amount: string) => `Another window was first: ${amount} is charged.`,
    givenBack: 'Another window was first: what was held is given back.',
    nothingDone: 'Your press changed nothing.',
    cancel: 'Cancel it nevertheless',
    leave: 'Leave it running',
  },
  decimalSign: 'Decimal sign',
  none: 'None',
  add: 'Add',
  change: 'Change',
  order: {
    title: 'Order',
    label: 'Order or table',
    help: 'It stands on the receipt, in History, and at the platform.',
    keep: 'Keep the order',
  },
  note: {
    title: 'Note',
    label: 'What to write down',
    help: 'For this shop. It is kept with the payment, also at the platform.',
    keep: 'Keep the note',
  },
  refusals,
  /** What keys of the keyboard do, for the list of them. */
  keys: {
    order: 'Order; on a declined card: change the amount',
    tip: 'Tip',
    note: 'Note',
    otherTender: 'The rest was paid another way',
    payLink: 'Pay link',
    receipt: 'Receipt of the last sale',
    receipts: 'Print, e-mail, text, QR code of a receipt',
  },
  scanTakenBack: 'A barcode does not belong here. What it typed is gone again.',
  scanned: (amount: string) => `Scanned ${amount}`,
  tip: {
    onScreen: 'Asked before the card',
    onTerminal: 'Asked on the terminal',
    after: 'Added after the card',
    held: (amount: string) => `${amount} is held for it`,
    title: 'To take, with tip',
    take: (amount: string) => `Take ${amount}`,
    atMost: (amount: string) => `At most ${amount} of tip is held on this card.`,
  },
  /** What the card costs on top, before it is charged. */
  onTop: (label: string, amount: string) => `${label}: ${amount} is added for paying by card.`,
  tellCustomer: (label: string, amount: string) =>
    `${label}: ${amount} is added for paying by card. Tell the customer.`,
  /** Held so that a tip fits. */
  tipRoom: (sale: string, room: string) => `Sale ${sale}, held for a tip ${room}`,
  /** What to do next where the terminal wants the customer's signature checked. */
  signature: 'Compare the signature, then give the receipt.',
  /** A payment that came too late to be cancelled. */
  refund: { key: 'Refund', sub: 'A manager gives the money back' },
  addTip: {
    heading: 'Approved',
    say: (held: string, owed: string) =>
      `The card holds ${held}, so that a tip fits. Nothing is taken yet: ${owed} is owed.`,
    next: (owed: string) => `Add the tip, or take ${owed} without one. It can wait under Tabs.`,
    charged: 'Nothing has been charged yet.',
    add: 'Add tip',
    none: (owed: string) => `No tip: take ${owed}`,
    later: 'Later, under Tabs',
  },
};
