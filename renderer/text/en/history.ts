import type { PaymentGroup } from '../../../electron/contract/index.ts';

const groups: Record<PaymentGroup, string> = {
  paid: 'Paid',
  'given-back': 'Given back',
  held: 'Held',
  declined: 'Declined',
  cancelled: 'Cancelled',
  'not-paid': 'Not paid',
  open: 'Checking',
  decided: 'Decided',
};

/** What a step of a payment is called where its moment is shown; a step nobody has words for keeps its own name. */
const steps: Readonly<Record<string, string>> = {
  'terminal-started': 'Terminal asked',
  'card-read': 'Card read',
  'bank-answered': 'Platform answered',
  'bank-approved': 'Bank said yes',
  'terminal-finished': 'Terminal finished',
  captured: 'Taken',
  released: 'Given back',
  done: 'Finished',
};

/** What was done by a person with a name, as the audit log keeps it. */
const acts: Readonly<Record<string, string>> = {
  refund: 'Refund asked for',
  release: 'Hold given back',
  reverse: 'Money given back',
  decide: 'Decided',
  link: 'Explained for the day',
  'wrong-pin': 'Wrong PIN',
};

/** Words of History: finding a payment again. */
export const history = {
  title: 'History',
  region: 'Payments',
  search: 'Search payments',
  searchHint: 'Amount, last four, order or time',
  clear: 'Clear the search',
  show: 'Show',
  all: 'All',
  groups,
  days: {
    label: 'Days',
    any: 'Any day',
    today: 'Today',
    yesterday: 'Yesterday',
    week: 'Last 7 days',
    one: 'One day…',
    date: 'Day',
  },
  more: 'Show older payments',
  loadingMore: 'Looking them up.',
  incomplete: 'Older payments are still being sorted in and may be missing here.',
  away: 'This cannot be looked up now. What the till still knows stands below.',
  noMatch: 'No payment fits that.',
  noMatchDays: 'No payment fits that on these days.',
  anyDay: 'Look on any day',
  orderAt: (order: string | null, time: string) => (order === null ? time : `Order ${order}, ${time}`),
  times: 'Times',
  steps,
  people: 'Who did what',
  acts,
  nobody: 'Nobody had to confirm anything.',
  actLine: (who: string, when: string) => `${who}, ${when}`,
  toTab: 'Open this tab',
  toTabSub: 'Charge it, or give the hold back',
};

/** Words of Tabs: what is held, and charging it. */
export const tabs = {
  title: 'Open tabs',
  region: 'Open tabs',
  search: 'Search tabs',
  searchHint: 'Name, order, last four or amount',
  held: (amount: string, count: number) =>
    count === 1 ? `${amount} held on 1 card` : `${amount} held on ${count} cards`,
  columns: { order: 'Tab', note: 'Who', card: 'Card', opened: 'Opened', ends: 'Hold ends in', held: 'Held' },
  none: 'No tab is open. F6 on the Sale screen opens one.',
  noMatch: 'No tab fits that.',
  loading: 'Looking them up.',
  away: 'Open tabs cannot be looked up now.',
  about:
    'A hold is not a payment yet. Charge the tab before the hold ends, or close it and the hold is released. The customer’s bank may show it for up to seven days.',
  choose: 'Choose a tab',
  chooseSay: 'Charge it with its tip, or close it and charge nothing.',
  inHistory: 'See it in History',
  ended: 'ended',
  endsNever: 'not told',
  endsSoon: (time: string) => `This hold ends in ${time}. Charge it before, or it is gone.`,
  hasEnded: 'This hold has run out. It may no longer be possible to charge it.',
  tab: (order: string | null, who: string | null) => ['Tab', order, who].filter(Boolean).join(' '),
  facts: {
    heldOn: (card: string) => `Held on ${card}`,
    tip: 'Tip',
    surcharge: 'Surcharge',
    rest: 'Not used, released',
    ends: 'Hold ends',
  },
  refused: 'The last try to charge it was refused.',
  upTo: (amount: string) => `Up to ${amount} can be charged without the card.`,
  bill: 'Bill',
  tip: 'Tip',
  tipQuestion: 'Tip',
  noTip: 'No tip',
  otherTip: 'Other tip',
  close: 'Close, charge nothing',
  closeDetails: 'Close details',
  charge: (amount: string) => `Charge ${amount}`,
};
