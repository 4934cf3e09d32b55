/** What an outcome says: word, whether the customer was charged, what happened, what to do (design language, 7). */

const notCharged = 'The customer was not charged.';
const otherCard = 'Ask for another card or another way to pay.';
const bankSaidNo = { say: 'The bank did not approve this card.', next: otherCard };

export interface DeclineWords {
  say: string;
  next: string;
}

/**
 * Declines by the platform's code. Codes that say nothing a cashier may pass on share the generic words, and so does
 * every code not named here. LOST_OR_STOLEN_CARD and PICK_UP_CARD are here so that they never say more than "declined".
 */
const declines: Readonly<Record<string, (amount: string) => DeclineWords>> = {
  GENERIC_DECLINE: () => bankSaidNo,
  DO_NOT_HONOR: () => bankSaidNo,
  CALL_ISSUER: () => bankSaidNo,
  RESTRICTED_CARD: () => bankSaidNo,
  // The card itself refused, whatever the bank would have said.
  CARD_DECLINED: () => ({ say: 'The card did not accept this payment.', next: otherCard }),
  LOST_OR_STOLEN_CARD: () => bankSaidNo,
  PICK_UP_CARD: () => bankSaidNo,
  INSUFFICIENT_FUNDS: () => ({ say: 'There is not enough money on this card.', next: otherCard }),
  EXPIRED_CARD: () => ({ say: 'This card has expired.', next: otherCard }),
  ALLOWABLE_NUMBER_OF_PIN_ENTRY_TRIES_EXCEEDED: () => ({ say: 'The PIN was wrong too often.', next: otherCard }),
  INVALID_CARD: () => ({ say: 'This card could not be read as a valid card.', next: otherCard }),
  INVALID_ACCOUNT_NUMBER: () => ({ say: 'This card could not be read as a valid card.', next: otherCard }),
  TRANSACTION_NOT_PERMITTED: () => ({ say: 'This card does not allow this kind of payment.', next: otherCard }),
  MAX_TRANSACTION_AMOUNT_EXCEEDED: (amount) => ({
    say: `${amount} is above this shop’s limit.`,
    next: 'Split the amount, or call a manager.',
  }),
  DUPLICATE_TRANSACTION: () => ({
    say: 'The same card paid the same amount a moment ago.',
    next: 'Ask whether they want to pay twice.',
  }),
};

/** Codes whose own name must never be shown, wherever they come from. */
const hiddenCodes: readonly string[] = ['LOST_OR_STOLEN_CARD', 'PICK_UP_CARD'];

export const outcomes = {
  notCharged,
  nobodyCharged: 'Nobody was charged.',
  noneRunning: 'No payment was running. Nobody was charged.',
  notKnown: 'We do not know yet whether the customer was charged.',
  declines,
  hiddenCodes,
  paid: {
    heading: 'Paid',
    next: 'Give the receipt. Type the next amount to go on.',
  },
  /** Another end than the one that was shown before: a decision the platform did not confirm, or a late answer. */
  corrected: {
    strip: 'Corrected by the platform',
    say: 'Its answer came late and replaces what was decided or shown before.',
  },
  held: {
    heading: 'Held',
    say: (amount: string) => `${amount} is held on the card. It is not taken yet.`,
    next: 'Charge it under Tabs when the order is done.',
  },
  partly: {
    heading: 'Partly paid',
    say: (paid: string, asked: string) => `The card paid ${paid} of ${asked}. The bank approved no more.`,
    rest: 'Still to pay',
    next: (rest: string) => `Take ${rest} with another card, or another way.`,
    end: 'End with what was paid',
  },
  part: {
    heading: 'Partly approved',
    say: (part: string, asked: string) => `The bank approved ${part} of ${asked}. Nothing is taken yet.`,
    next: (part: string) => `Take the ${part}, or give it back.`,
    take: (part: string) => `Take ${part}`,
    giveBack: 'Give it back',
  },
  /** More than was asked for: approved and not taken, or taken and owed back. */
  excess: {
    approved: (approved: string) => `The bank approved ${approved}. Only what was asked for was taken.`,
    taken: (excess: string) => `${excess} more than was asked for was taken.`,
    next: 'Give it back in History.',
  },
  refunded: {
    heading: 'Given back',
    say: (amount: string) => `${amount} goes to the customer’s card.`,
    next: 'It can take some days to show on their statement.',
  },
  /** Money back that did not get there, or is not known to have. */
  refund: {
    heading: 'Not given back',
    notGiven: 'The customer got no money back.',
    notKnown: 'We do not know yet whether the customer got the money back.',
    notConfirmed: 'The platform has not confirmed whether the customer got the money back.',
    declined: 'The bank did not accept this refund.',
    next: 'Give the money back another way, or start the refund again.',
    wait: 'Do not give it back again. Ask the customer to wait.',
  },
  released: {
    heading: 'Hold given back',
    say: (amount: string) => `${amount} is free again. The bank may take some days to show it.`,
    next: 'Start a new sale.',
  },
  decided: {
    heading: {
      paid: 'Taken as paid',
      'not-paid': 'Taken as not paid',
      held: 'Taken as held',
      'not-held': 'Taken as not held',
      'given-back': 'Taken as given back',
      'not-given-back': 'Taken as not given back',
    },
    charged: 'The platform has not confirmed whether the customer was charged.',
    say: (by: string, reason: string) => `${by} decided so: ${reason}`,
    next: 'If the platform later says otherwise, it shows here.',
  },
  tooLate: {
    spoken: ', too late to cancel',
    strip: 'Too late to cancel',
    say: 'The card was approved before the cancel reached the terminal. The customer has paid.',
    next: 'Keep the sale, or give the money back with a refund.',
    keep: 'Keep the sale',
  },
  declined: {
    heading: 'Declined',
    youCanSay: 'You can say',
    sentence: '“That one didn’t go through. Do you have another card?”',
    tryAnother: 'Try another card',
    end: 'End this sale',
    bankAnswer: 'Bank’s answer',
  },
  cancelled: {
    heading: 'Cancelled',
    by: {
      cashier: 'The terminal stopped before any card was read.',
      customer: 'The customer pressed cancel.',
      restart: 'The till restarted before any card was read.',
      kiosk: 'Nobody went on, so the kiosk stopped it.',
      shutdown: 'The till was closed before any card was read.',
      link: 'The terminal was unplugged before any card was read.',
      takenBack: 'The bank had said yes; that has been taken back.',
      unknown: 'The payment was stopped before it was complete.',
    },
    next: (amount: string) => `Start a new sale, or charge ${amount} again.`,
    whoFact: 'Cancelled by',
    who: {
      cashier: 'the cashier',
      customer: 'the customer',
      restart: 'a restart',
      kiosk: 'the kiosk',
      shutdown: 'closing the till',
      link: 'the cable',
    },
  },
  noCard: {
    heading: 'No card came',
    say: (wait: string) => `The terminal stopped waiting after ${wait}.`,
    next: 'Charge again when the customer is ready.',
  },
  notCompleted: {
    heading: 'Not paid',
    say: 'The payment was not completed on the terminal. The bank’s approval has been taken back.',
    sayCardOut: 'The card came out before the payment was complete. The bank’s approval has been taken back.',
    sayLink: 'The terminal was unplugged before the payment was complete. The bank’s approval has been taken back.',
    next: 'Charge again when the customer is ready.',
    nextCardOut: 'Charge again and leave the card in.',
    nextLink: 'Plug the cable in again, then charge again.',
  },
  failed: {
    heading: 'Not paid',
    next: (amount: string) => `Start a new sale, or charge ${amount} again.`,
  },
  checking: {
    heading: 'Checking',
    say: (reason: string) => `${reason} We keep asking the platform until it answers.`,
    next: 'Do not charge again. Ask the customer to wait.',
    nextLong: 'Take the customer’s number. Tillbridge tells you as soon as it knows.',
    plugIn: 'Plug the terminal in again if you can. It may know the answer first.',
    forFact: 'Checking for',
    askedFact: 'Asked',
    times: (count: number) => (count === 1 ? 'once' : `${count} times`),
    againIn: (age: string) => `again in ${age}`,
    againNow: 'again now',
    reasonFact: 'Reason',
    spokenAgain: 'Still checking.',
    knownAfter: (time: string) => `Known after ${time}`,
  },
  evidence: {
    whatHappened: 'What happened',
    whatWeKnow: 'What we know',
    meanwhile: 'Meanwhile',
    sent: 'Sent to the terminal',
    card: 'Card read, bank asked',
    /** Where the bank may not have been asked at all. */
    answered: 'Platform answered',
    bankAnswered: 'Bank answered',
    bankApproved: (amount: string) => `Bank approved ${amount}`,
    bankDeclined: 'Bank said no',
    terminalFinished: 'Terminal ended',
    captured: 'Paid',
    cancelAsked: 'You pressed Cancel',
    checking: 'Not known yet',
    takingBack: 'Taking the approval back',
    done: {
      captured: 'Paid, confirmed',
      authorized: 'Held, confirmed',
      declined: 'Declined, nothing held',
      cancelled: 'Cancelled, nothing held',
      voided: 'Approval taken back',
      refunded: 'Given back, confirmed',
      released: 'Hold given back',
      failed: 'Ended, nothing held',
      decided: 'Decided by a person',
    },
    unplugged: 'Cable unplugged',
    terminalTrouble: 'Terminal stopped answering',
    restarting: 'Restart began',
    lookingSince: 'Looking for it, goes on by itself',
    outSince: 'Platform stopped answering',
    askedLast: 'Asked again, no answer',
    accessLost: 'Access lost',
    triedLast: 'Tried again, no access',
  },
  facts: {
    order: 'Order',
    approval: 'Approval',
    serialNumber: 'Serial number',
    unpluggedFor: 'Unplugged for',
    outFor: 'Out of reach for',
    noAccessFor: 'No access for',
    reason: 'Reason',
    host: 'Address',
    /** Card brands as a platform writes them; others are shown as they come. */
    brands: {
      VISA: 'Visa',
      MASTERCARD: 'Mastercard',
      AMERICAN_EXPRESS: 'American Express',
      DISCOVER: 'Discover',
      JCB: 'JCB',
      DINERS_CLUB_INTERNATIONAL: 'Diners Club',
      CHINA_UNION_PAY: 'UnionPay',
      INTERAC: 'Interac',
    } as Readonly<Record<string, string>>,
    entry: {
      chip: 'chip',
      contactless: 'tap',
      swipe: 'swipe',
      manual: 'typed',
      unknown: '',
    },
  },
  equipment: {
    lost: {
      heading: 'Terminal lost',
      say: (time: string) => `The cable came out at ${time}.`,
      next: 'Plug the cable in again. The till goes on by itself.',
    },
    rebooting: {
      heading: 'Terminal restarting',
      say: 'It is restarting and comes back by itself.',
      next: 'Wait. The till goes on by itself.',
    },
    failed: { heading: 'Terminal not usable' },
    none: {
      heading: 'No terminal',
      say: 'This till has no terminal yet.',
      next: 'Connect one, or look under Terminals.',
    },
    kept: (amount: string) => `Your ${amount} is kept.`,
    toTerminals: 'Go to Terminals',
    terminalFine: 'The terminal is fine',
    networkNot: ', the network is not',
  },
  platform: {
    heading: 'No connection',
    say: (time: string) => `The payment platform has been out of reach since ${time}.`,
    next: 'Wait, or take the money another way.',
    refusedHeading: 'No access',
    notConfiguredHeading: 'Not set up',
  },
  moment: {
    heading: 'One moment',
    charged: 'Nothing is lost.',
    chargedPaying: 'Nothing is lost. Do not charge again.',
    say: 'The till starts again by itself.',
    sayPaying: (amount: string) => `The till starts again by itself and looks up the ${amount}.`,
    sayFirst: 'The till is starting.',
    nextLong: 'If this stays, restart this computer. Payments are kept.',
    since: (till: string, time: string) => `${till}, for ${time}`,
  },
  /** The till cannot use its record of payments; what and what to do come from the failure. */
  stopped: {
    heading: 'Till stopped',
    byItself: 'The till goes on by itself as soon as it can.',
    /** Another program holds the records: what it does is not known here. */
    elsewhere: 'Nothing is charged from here. A payment may be running in the other Tillbridge.',
    /** The records themselves cannot be read: what was running is in them. */
    unread: 'Nothing is charged now. Whether a payment was running before cannot be read here.',
    /** This window only: its session is over. */
    signedOut: {
      heading: 'Signed out',
      charged: 'Nothing is charged from this window. A payment may be running; a new link shows it.',
    },
    forFact: 'Stopped for',
    quarantined: (time: string) =>
      `The till’s records were damaged. They were set aside at ${time} and new ones began; open payments were looked up.`,
    quarantinedNext: 'Nothing was deleted. Tell a technician.',
  },
  unmatched: {
    title: 'Another sale’s answer arrived',
    say: (attempt: string) => `It was kept under ${attempt} and not used here.`,
    sayUnknown: 'It was kept and not used here.',
    next: 'Go on. A manager can look at it in the records.',
    dismiss: 'Got it',
  },
  keys: {
    newSale: 'New sale',
    changeAmount: 'Change the amount',
    again: (amount: string) => `Charge ${amount} again`,
    chargeRest: (amount: string) => `Charge ${amount}`,
  },
};
