import type { AmountRefusal, CheckingReason, PracticeCard, Prompt } from '../../../electron/contract/index.ts';

/** What a live prompt says: its title and the sentence under it (design language, section 7). */
export interface PromptWords {
  title: string;
  say: string;
}

/** The sentence under a prompt may depend on the amount, formatted. */
const prompts: Record<Prompt, (amount: string) => PromptWords> = {
  starting: () => ({ title: 'Sending', say: 'The terminal wakes up.' }),
  'present-card': () => ({
    title: 'Insert, tap or swipe',
    say: 'The terminal is waiting for the customer’s card.',
  }),
  'insert-card': () => ({ title: 'Insert the card', say: 'This card is read by its chip.' }),
  'swipe-card': () => ({ title: 'Swipe the card', say: 'The chip could not be read.' }),
  'tap-again': () => ({ title: 'Tap again', say: 'The card was taken away too soon.' }),
  'one-card-only': () => ({ title: 'One card only', say: 'Two cards answered at once.' }),
  'see-phone': () => ({ title: 'Look at the phone', say: 'The customer confirms there and taps again.' }),
  'choose-on-terminal': () => ({ title: 'Choose on the terminal', say: 'The customer picks how to pay.' }),
  'choose-application': () => ({
    title: 'Choose the card’s account',
    say: 'This card holds more than one. Leave it in the terminal and ask the customer which.',
  }),
  'enter-pin': () => ({
    title: 'PIN on the terminal',
    say: 'The customer is entering their PIN. Please look away.',
  }),
  'confirm-amount': (amount) => ({ title: 'Amount on the terminal', say: `The customer confirms ${amount}.` }),
  'choose-tip': () => ({ title: 'Tip on the terminal', say: 'The customer is choosing.' }),
  sign: () => ({ title: 'Signature', say: 'The customer signs on the terminal.' }),
  processing: () => ({ title: 'Reading the card', say: 'Leave the card in the terminal. It may ask for a PIN.' }),
  'asking-bank': () => ({
    title: 'Asking the bank',
    say: 'Leave the card in the terminal. This usually takes about 2 seconds.',
  }),
  'remove-card': () => ({
    title: 'Remove the card',
    say: 'The bank said yes. Taking the card out completes the payment.',
  }),
  cancelling: () => ({
    title: 'Cancelling',
    say: 'The terminal has been asked to stop. One of three answers follows.',
  }),
  'follow-terminal': () => ({
    title: 'Card on the terminal',
    say: 'The terminal says what to do. The answer appears here by itself.',
  }),
};

const refusals: Record<AmountRefusal, (limit: string) => string> = {
  AMOUNT_MISSING: () => 'There is no amount in that.',
  AMOUNT_NOT_A_NUMBER: () => 'That is not an amount. Use the digits 0 to 9.',
  AMOUNT_NOT_LATIN_DIGITS: () => 'This till reads the digits 0 to 9 only.',
  AMOUNT_NEGATIVE: () => 'An amount to charge cannot be negative.',
  AMOUNT_ZERO: () => 'Zero cannot be charged.',
  AMOUNT_TOO_MANY_DECIMALS: () => 'That has more decimals than this currency. Nothing was rounded.',
  AMOUNT_OVER_LIMIT: (limit) => `The most this till charges at once is ${limit}.`,
  CURRENCY_UNKNOWN: () => 'This till’s currency is not known. Call a technician.',
};

const checkingReasons: Record<CheckingReason, string> = {
  'terminal-lost': 'The connection to the terminal was lost after the card was read.',
  'no-answer': 'The platform did not answer.',
  restarted: 'The till restarted in the middle of this payment.',
  'unreadable-answer': 'The answer could not be read.',
  'taking-back': 'The payment was not completed; whatever the bank approved is being given back.',
  releasing: 'The hold is being given back.',
  'cancel-unanswered': 'The cancel was not answered.',
  'other-account': 'This payment belongs to another platform account.',
};

const practiceCards: Record<PracticeCard['id'], (thirty: string) => { name: string; hint?: string }> = {
  approve: () => ({ name: 'Approves' }),
  pin: () => ({ name: 'Asks for PIN' }),
  'no-funds': () => ({ name: 'No funds' }),
  partial: (thirty) => ({ name: `Pays ${thirty} only` }),
  slow: () => ({ name: 'Slow bank', hint: 'answers in 20 s' }),
  'lost-reply': () => ({ name: 'Lost reply', hint: 'the till looks it up' }),
};

/** Words of the counter: amount, prompts, steps, practice terminal, guide. Outcomes have a file of their own. */
export const counter = {
  amountRegion: 'Amount',
  paymentRegion: 'Payment',
  outcomeRegion: 'Outcome',
  terminalRegion: 'Terminal',
  platformRegion: 'Platform',
  tillRegion: 'Till',
  update: { ready: 'Update ready.', whenClosed: 'It is taken when the till closes.', now: 'Now', asked: 'One moment' },
  healed: {
    back: (time: string) => `Back after ${time}.`,
    nobody: 'Nobody was charged.',
    kept: (amount: string) => `Your ${amount} is kept.`,
  },
  toCharge: 'To charge',
  nothingYet: 'nothing yet',
  toPay: (order: string | null) => (order ? `To pay, order ${order}` : 'To pay'),
  toGiveBack: (order: string | null) => (order ? `To give back, order ${order}` : 'To give back'),
  order: (order: string) => `order ${order}`,
  clear: 'Clear',
  keypad: 'Amount keys',
  deleteDigit: 'Delete last digit',
  charge: (amount: string) => `Charge ${amount}`,
  charging: (amount: string) => `Charging ${amount}`,
  holdKey: 'Hold',
  hold: (amount: string) => `Hold ${amount}`,
  holding: (amount: string) => `Holding ${amount}`,
  givingBack: (amount: string) => `Giving back ${amount}`,
  typeAmount: 'Type an amount',
  /** What the card is asked for, in its parts. */
  parts: (sale: string, tip: string | null, surcharge: string | null) =>
    [`Sale ${sale}`, tip === null ? '' : `tip ${tip}`, surcharge === null ? '' : `surcharge ${surcharge}`]
      .filter((part) => part !== '')
      .join(', '),
  tip: {
    title: 'To charge, with tip',
    question: 'Add a tip?',
    back: 'Back',
    sale: 'Sale',
    tip: 'Tip',
    none: 'No tip',
    other: 'Other amount',
    otherTitle: 'Tip, typed here',
    choices: 'Back to the choices',
  },
  amountCheck: {
    region: 'Question',
    title: 'Is this amount right?',
    nothingCharged: 'Nothing was charged.',
    say: (bound: string) => `This till asks about amounts above ${bound}.`,
    next: 'Look at the amount before you charge it.',
    no: 'Change the amount',
    yes: (amount: string) => `Yes, charge ${amount}`,
    hold: (amount: string) => `Yes, hold ${amount}`,
  },
  sameCard: {
    region: 'Question',
    ask: {
      paid: (amount: string, ago: string) => `This card paid ${amount} ${ago}.`,
      held: (amount: string, ago: string) => `${amount} was held on this card ${ago}.`,
      checking: (amount: string, ago: string) => `A payment of ${amount} ${ago} is still being checked.`,
    },
    /** Null: not known to the minute. */
    ago: (minutes: number | null) => {
      if (minutes === null) return 'a short while ago';
      if (minutes <= 1) return 'a minute ago';
      return `${['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'][minutes - 2] ?? minutes} minutes ago`;
    },
    notAgain: (amount: string) => `Not charged again. ${amount} is held and waits.`,
    next: (amount: string) => `Another ${amount} from the same person?`,
    first: 'First payment',
    see: 'See the first payment',
    letGoIn: (time: string) => `No answer: let go in ${time}`,
    no: 'No, let it go',
    yes: (amount: string) => `Yes, charge ${amount}`,
    yesHold: (amount: string) => `Yes, hold ${amount}`,
  },
  repeat: {
    region: 'Question',
    heading: 'Charge again?',
    notTwice: 'Nothing was charged a second time.',
    ago: (minutes: number) => (minutes <= 1 ? 'a minute ago' : `${minutes} minutes ago`),
    say: {
      sale: (amount: string, ago: string) => `${amount} was paid here ${ago}.`,
      authorization: (amount: string, ago: string) => `${amount} was held here ${ago}.`,
    },
    next: 'Charge again only if this is another purchase.',
    before: 'The payment before',
    again: (amount: string) => `Charge ${amount} again`,
    dont: 'Do not charge',
  },
  lastSale: (amount: string) => `${amount} paid`,
  lastSaleLead: 'Last sale',
  cancel: 'Cancel',
  cancelLate: 'It may be too late by now',
  cancelAsked: 'Asked to cancel',
  cancelAskedSub: 'One of three answers follows',
  cannotCancel: 'It is past cancelling now',
  locks: {
    charge: 'Charge is locked',
    looking: 'Looking for the terminal',
    noTerminal: 'No terminal yet',
    busy: 'Terminal busy',
    openPayment: 'A payment is still open',
    away: 'The till’s engine is away',
    /** An amount from before, which the till would charge as another one. */
    otherCurrency: (currency: string) => `This till charges in ${currency} now`,
  },
  thisPayment: 'This payment',
  progress: 'Progress',
  steps: {
    sending: 'Sending to the terminal',
    sent: 'Sent to the terminal',
    sentShort: 'Sent',
    card: 'Card',
    cardRead: 'Card read',
    cardInserted: 'Card inserted',
    cardTapped: 'Card tapped',
    cardSwiped: 'Card swiped',
    pin: 'PIN',
    bank: 'Bank',
    bankYes: 'Bank said yes',
    cardOut: 'Card out',
    paid: 'Paid',
  },
  pictures: { insert: 'Insert', tap: 'Tap', swipe: 'Swipe' },
  /** What a reader that does not have all three asks for. */
  presentTo: {
    chip: 'Insert the card',
    contactless: 'Tap the card',
    swipe: 'Swipe the card',
    'chip-contactless': 'Insert or tap',
    'chip-swipe': 'Insert or swipe',
    'contactless-swipe': 'Tap or swipe',
  },
  prompts,
  bankTapped: 'The card can be put away. This usually takes about 2 seconds.',
  /** Asked for before the bank has said anything. */
  removeFirst: 'The terminal says what comes next.',
  /** Card and terminal are still talking, after the bank has answered. */
  completing: { title: 'Completing', say: 'The bank has answered. Card and terminal finish the payment.' },
  bankSlow: { title: 'The bank is slow', say: 'Nothing to do yet.' },
  unsent: {
    title: 'Sending',
    say: 'The till has not confirmed this yet.',
  },
  refusals,
  checkingReasons,
  practice: {
    region: 'Practice terminal',
    title: 'Practice terminal',
    shows: (text: string) => `Practice terminal shows: ${text}`,
    pickCard: 'Pick a test card',
    cards: practiceCards,
    cardLabel: (brand: string, lastFour: string) => `${brand} ${lastFour}`,
    insert: 'Insert',
    tap: 'Tap',
    swipe: 'Swipe',
    enterPin: 'Enter PIN',
    remove: 'Remove',
    pressCancel: 'Press cancel',
    pullCable: 'Pull cable',
    plugIn: 'Plug in',
    dark: 'Off',
    unplugged: 'Cable is out',
    gestures: 'Customer',
  },
  guide: {
    title: 'Your first sale',
    typeLead: 'Type',
    typeFor: (amount: string) => `for ${amount}`,
    pressLead: 'Press',
    charge: 'Charge',
    tap: 'Tap',
    onPractice: 'on the practice terminal',
    afterwards: 'Then: a decline, and a payment we have to check.',
  },
};
