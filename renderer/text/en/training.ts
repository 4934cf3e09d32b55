/** Words of the guide through training: a first sale, a first decline, a first checking. The first sale's lines: counter.guide. */
export const training = {
  region: 'Guide',
  titles: { decline: 'Your first decline', checking: 'Your first payment to check' },
  /** What a lesson is for. */
  why: {
    decline: 'See what the till says when the bank says no.',
    checking: 'See what the till does when an answer gets lost.',
  },
  chargeLead: 'Type any amount and press',
  pickLead: 'Pick the test card',
  wait: 'Wait. Do not charge again: the till asks until it knows.',
  done: {
    sale: 'That was a sale. Press New sale to go on.',
    decline: 'That was a decline. Nobody was charged. End this sale to go on.',
    checking: 'That was a payment to check. The till found out by itself. Press New sale to go on.',
  },
  skip: 'Skip',
  skipLabel: (lesson: string) => `Skip: ${lesson}`,
  end: {
    title: 'You know the three answers',
    sale: 'Paid: the customer was charged. Give the receipt and go on.',
    decline: 'Declined: the customer was not charged. Ask for another card or another way to pay.',
    checking: 'Checking: not known yet. Do not charge again; the till finds out by itself.',
    leaveTitle: 'Leave training?',
    leave: 'Set it up for real payments, or have a technician do it. From then on every charge is real.',
  },
  /** A till that is not set up, or not to the end. */
  setUp: {
    key: 'Set up for real payments',
    half: 'This till is half set up. What you answered is kept.',
    goOn: 'Go on with the setup',
    title: 'Not open yet',
    say: 'This till is not set up to the end, so it takes no payment. Nobody was charged.',
    next: 'Finish the setup.',
    practise: 'Go on practising',
  },
  startAgain: 'Start again',
  close: 'Close the guide',
  open: 'Guide',
};
