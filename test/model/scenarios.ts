/**
 * Defines the explored scenarios. Some have no limits, and are explored layer by layer up to a number of states; the
 * others limit faults and crashes, and are explored completely, at any depth.
 */
import type { BankWord, Plan, Scenario } from './world.ts';

const bankWords: readonly string[] = [
  'approve',
  'over',
  'part',
  'part-tipped',
  'decline',
  'pending',
  'unknown',
] satisfies BankWord[];
const repeats: readonly string[] = ['original', 'named', 'plain'] satisfies Scenario['repeats'][];

const plans: Readonly<Record<string, Plan>> = {
  sale: { kind: 'sale', route: 'cable' },
  'cloud sale': { kind: 'sale', route: 'cloud' },
  tab: { kind: 'authorization', route: 'cable', partialApproval: 'ask' },
  'cloud tab': { kind: 'authorization', route: 'cloud', partialApproval: 'ask' },
  refund: { kind: 'refund', route: 'cable' },
  'cloud refund': { kind: 'refund', route: 'cloud' },
};
const details: Readonly<Record<string, Partial<Plan>>> = {
  'tip 200': { tipMinor: 200 },
  'tip room 200': { tipRoomMinor: 200 },
  'tip on terminal': { isTipOnTerminal: true },
  'part ask': { partialApproval: 'ask' },
  'part release': { partialApproval: 'release' },
  'repeat ask': { repeat: 'ask' },
  'repeat refuse': { repeat: 'refuse' },
};
const freedoms: Readonly<Record<string, Partial<Scenario>>> = {
  reversals: { hasReversals: true },
  'reversals one': { hasReversals: 'one' },
  'reversals decided': { hasReversals: 'decided' },
  batched: { isBatched: true },
  'counter quiet': { isCounterQuiet: true },
  'card left in': { hasCardLeftIn: true },
  decisions: { hasDecisions: true },
  'other hand': { hasOtherHand: true },
  expiry: { hasExpiry: true },
  'lost writes': { hasLostWrites: true },
  'unmatched events': { hasUnmatchedEvents: true },
};

function known<T>(table: Readonly<Record<string, T>>, name: string): T {
  const value = table[name];
  if (value === undefined) throw new Error(`Unknown in a scenario: "${name}"`);
  return value;
}
const parts = (text: string, separator: string): string[] => text.split(separator).filter(Boolean);

/**
 * Columns: name, faults, crashes (- means no limit), answer to a repeated key, attempts, possible bank answers, other
 * possible events.
 */
const table = (text: string): Scenario[] =>
  parts(text, '\n').flatMap((line): Scenario[] => {
    const [name = '', faults, crashes, repeat = '', attempts = '', bank = '', other = ''] = line
      .split('|')
      .map((one) => one.trim());
    if (name === '') return [];
    const words = parts(bank, ' ');
    if (!repeats.includes(repeat) || words.some((word) => !bankWords.includes(word)))
      throw new Error(`Not a scenario: ${line}`);
    return [
      {
        name,
        plans: attempts.split(' + ').map((attempt) => {
          const [plan = '', ...more] = attempt.split(', ');
          return Object.assign({}, known(plans, plan), ...more.map((one) => known(details, one))) as Plan;
        }),
        repeats: repeat as Scenario['repeats'],
        bank: words as BankWord[],
        ...(faults === '-' ? {} : { faults: Number(faults) }),
        ...(crashes === '-' ? {} : { crashes: Number(crashes) }),
        ...(Object.assign({}, ...parts(other, ', ').map((one) => known(freedoms, one))) as Partial<Scenario>),
      },
    ];
  });

/** One attempt with unlimited faults of every kind. */
const wild = table(`
  sale               | - | - | original | sale | approve part decline pending unknown | unmatched events
  sale-decided       | - | - | named    | sale, tip 200 | approve part pending | batched, decisions
  sale-part-asked    | - | - | plain    | sale, part ask | part pending | decisions, other hand
  sale-part-released | - | - | plain    | sale, part release | part unknown | other hand, expiry
  same-card          | - | - | named    | sale, repeat ask | approve part decline | decisions
  same-card-refused  | - | - | plain    | sale, repeat refuse, part ask | approve part |
  same-card-cloud    | - | - | original | cloud sale, repeat ask | approve decline pending | expiry
  sale-expiring      | - | - | plain    | sale | approve decline pending | decisions, expiry
  tab                | - | - | plain    | tab | approve part decline pending unknown | decisions, other hand
  tab-tip-room       | 3 | 1 | named    | tab, tip room 200 | approve part pending | decisions
  tab-expiring       | - | - | original | tab | approve part | decisions, expiry
  cloud-sale         | - | - | named    | cloud sale | approve part decline pending unknown | batched, decisions
  cloud-tab          | - | - | plain    | cloud tab | approve part decline pending unknown | decisions, other hand, expiry
  refund             | - | - | plain    | refund | approve decline pending unknown | decisions, unmatched events
  cloud-refund       | - | - | original | cloud refund | approve decline pending unknown | decisions
`);

/** One attempt with a limited number of faults and crashes, explored completely. */
const bounded = table(`
  sale-1-fault-1-crash        | 1 | 1 | original | sale | approve |
  sale-1-crash                | 0 | 1 | named    | sale | approve part decline pending unknown |
  sale-2-faults-quiet         | 2 | 1 | plain    | sale | approve part decline pending unknown | batched, counter quiet
  sale-reversed               | 2 | 1 | original | sale | approve | reversals, batched, counter quiet
  sale-reversed-again         | 2 | 0 | plain    | sale | approve | reversals one, counter quiet
  sale-reversed-decided       | 2 | 0 | original | sale | approve | reversals decided, counter quiet
  tab-quiet                   | 2 | 1 | named    | tab | approve part | counter quiet, decisions, expiry
  cloud-sale-2-faults-1-crash | 2 | 1 | original | cloud sale | approve decline pending |
  cloud-sale-tip              | 1 | 1 | original | cloud sale, tip on terminal | approve part decline pending | other hand
  cloud-sale-tip-asked        | 1 | 1 | original | cloud sale, tip on terminal, part ask | approve part-tipped pending | other hand
`);

/**
 * Faults that were seen in real use: a journal that is older than an intact recovery log, and a bank that approves more
 * than requested.
 */
const seenOutside = table(`
  sale-journal-behind       | 0 | 1 | named    | sale | approve decline | lost writes
  sale-journal-behind-twice | 0 | 2 | plain    | sale | approve | counter quiet, lost writes
  sale-part-asked-behind    | 1 | 1 | plain    | sale, part ask | part | counter quiet, lost writes
  same-card-behind          | 1 | 1 | plain    | sale, repeat ask | approve | counter quiet, lost writes
  tab-journal-behind        | 0 | 1 | original | tab | approve part | counter quiet, decisions, lost writes
  cloud-journal-behind      | 1 | 1 | plain    | cloud sale | approve decline | lost writes
  refund-journal-behind     | 1 | 1 | plain    | refund | approve decline | counter quiet, lost writes
  reversal-journal-behind   | 1 | 1 | original | sale | approve | reversals one, counter quiet, lost writes
  sale-over-approved        | 1 | 1 | plain    | sale, tip 200 | approve over pending | counter quiet, decisions
  tab-over-approved         | 1 | 0 | named    | tab, tip room 200 | over | counter quiet, decisions
  cloud-over-approved       | 1 | 1 | original | cloud sale, tip on terminal | approve over | other hand
`);

/**
 * Two attempts on one terminal: the second begins when the first is no longer open, and receives late events of the
 * first.
 */
const double = table(`
  two-sales               | 2 | 1 | original | sale + sale | approve decline | unmatched events
  two-sales-1-crash-quiet | 1 | 1 | plain    | sale + sale | approve | counter quiet
  two-sales-card-left-in  | 0 | 1 | plain    | sale + sale | approve decline | card left in
  sale-then-cloud-sale    | 2 | 1 | plain    | sale + cloud sale | approve decline pending |
  two-cloud-sales         | 1 | 1 | named    | cloud sale + cloud sale | approve decline pending |
  tab-then-sale           | 1 | 1 | original | tab + sale | approve decline | other hand
  tab-then-sale-quiet     | 0 | 1 | original | tab + sale | approve | counter quiet
`);

export const scenarios: readonly Scenario[] = [...wild, ...bounded, ...seenOutside, ...double];
