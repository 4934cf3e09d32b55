import type { Prompt } from '../../../electron/contract/index.ts';

export interface PromptWords {
  title: string;
  say: string;
}

/** What a prompt says to the customer, who stands alone in front of it. */
const prompts: Record<Prompt, PromptWords> = {
  starting: { title: 'One moment', say: 'The card reader wakes up.' },
  'present-card': { title: 'Insert, tap or swipe', say: 'Use the card reader.' },
  'insert-card': { title: 'Insert your card', say: 'This card is read by its chip.' },
  'swipe-card': { title: 'Swipe your card', say: 'The chip could not be read.' },
  'tap-again': { title: 'Tap again', say: 'The card was taken away too soon.' },
  'one-card-only': { title: 'One card only', say: 'Hold just one card to the reader.' },
  'see-phone': { title: 'Look at your phone', say: 'Confirm there, then tap again.' },
  'choose-on-terminal': { title: 'Choose how to pay', say: 'The card reader shows the ways.' },
  'choose-application': { title: 'Choose an account', say: 'Your card holds more than one. Leave it in the reader.' },
  'enter-pin': { title: 'Enter your PIN', say: 'On the card reader. Cover it with your hand.' },
  'confirm-amount': { title: 'Check the amount', say: 'Confirm it on the card reader.' },
  'choose-tip': { title: 'Choose a tip', say: 'The card reader shows the choices.' },
  sign: { title: 'Sign', say: 'On the card reader.' },
  processing: { title: 'One moment', say: 'Leave your card in the reader. It may ask for your PIN.' },
  'asking-bank': { title: 'One moment', say: 'Leave your card in the reader.' },
  'remove-card': { title: 'Take your card out', say: 'Then the payment is complete.' },
  cancelling: { title: 'Cancelling', say: 'One moment.' },
  'follow-terminal': { title: 'Pay on the card reader', say: 'It says what to do.' },
};

/** Words a customer sees on a kiosk (design language, section 7, Customer-facing). */
export const kiosk = {
  title: 'Pay here',
  region: {
    welcome: 'Welcome',
    amount: 'Amount',
    payment: 'Payment',
    outcome: 'Outcome',
    resting: 'Kiosk',
  },
  attract: {
    heading: 'Pay here',
    say: 'Cards and phones only. No cash.',
    start: 'Touch to start',
  },
  amount: {
    title: 'Enter the amount to pay',
    nothingYet: 'nothing yet',
    missing: 'Enter the amount',
    pay: (amount: string) => `Pay ${amount}`,
  },
  toPay: 'To pay',
  amountCheck: { title: 'Is this amount right?', notCharged: 'You have not been charged.', no: 'Change the amount' },
  repeat: {
    title: 'Pay again?',
    notTwice: 'You were not charged a second time.',
    say: (amount: string, ago: string) => `${amount} was paid here ${ago}.`,
    ask: 'Was that you? Then you are done.',
    done: 'I have paid',
    again: (amount: string) => `Pay ${amount}`,
  },
  prompts,
  /** Asked for before the bank has said anything. */
  removeFirst: 'The card reader says what comes next.',
  completing: 'Leave your card in the reader.',
  cardAway: 'You can put your card away.',
  sending: { title: 'One moment', say: 'The card reader wakes up.' },
  slow: 'This takes longer than usual. There is nothing to do yet.',
  cancel: 'Cancel',
  cancelAsked: 'Cancelling',
  cannotCancel: 'It is past cancelling now',
  noCardTimer: (time: string) => `Starts over in ${time} if no card comes`,
  thanks: {
    heading: 'Paid',
    title: 'Thank you',
    tooLate: 'It was too late to cancel. Ask at the desk if you want your money back.',
    done: 'Done',
  },
  partly: {
    heading: 'Partly paid',
    say: (paid: string, asked: string) => `Your card paid ${paid} of ${asked}.`,
    rest: 'Still to pay',
    next: 'Please speak to the cashier.',
  },
  notPaid: {
    cancelled: 'Cancelled',
    noCard: 'No card came',
    cardOut: 'Not paid',
    cardOutSay: 'The card came out too soon. Leave it in next time.',
    notCharged: 'You were not charged.',
  },
  speak: {
    title: 'Please speak to the cashier',
    notCharged: 'You were not charged.',
    notKnown: 'We do not know yet whether you were charged. Please do not pay again.',
  },
  tryAgain: 'Try again',
  tryAnother: 'Try another card',
  startOver: 'Start over',
  resting: {
    title: 'This kiosk is resting',
    say: 'Please use another, or ask at the desk.',
  },
  moment: { title: 'One moment', say: 'Nothing is lost.' },
  timer: {
    startsOver: (time: string) => `Starts over in ${time}`,
    nextGuest: (time: string) => `Ready for the next guest in ${time}`,
    still: 'Are you still there?',
    spoken: (seconds: string) => `Starts over in ${seconds}. Press More time to go on.`,
    more: 'More time',
  },
  easier: {
    region: 'Easier to use',
    larger: 'Larger',
    contrast: 'Contrast',
    lower: 'Lower',
    help: 'Help',
  },
  languages: 'Language',
  help: {
    desk: 'Somebody at the desk can help you.',
    /** What to do on each stage; empty where there is nothing to do. */
    stages: {
      attract: 'Touch the large key to start. You need a card or a phone that pays.',
      amount: 'Enter the amount with the keys, then press Pay.',
      moment: '',
      resting: '',
      sending: 'The card reader wakes up. It then says what to do.',
      'amount-check': 'Look at the amount. If it is right, press Pay.',
      repeat: 'If you have paid already, press I have paid.',
      'same-card': 'If you have paid already, press I have paid.',
      live: 'Hold your card or phone to the card reader, or put the card into it. Cancel stops the payment.',
      thanks: 'You have paid. There is nothing more to do.',
      partly: 'A part is paid. The rest is paid at the desk.',
      'not-paid': 'You were not charged. You can try again.',
      speak: '',
    },
  },
  receipt: {
    phone: 'Receipt on your phone',
    point: 'Point your camera at the code.',
    code: 'QR code of your receipt',
    print: 'Print receipt',
    printing: 'Printing',
    printed: 'Your receipt is printed.',
    failed: 'Please ask for your receipt at the desk.',
  },
};
