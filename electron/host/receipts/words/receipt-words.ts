/**
 * What a language has to say on a receipt. The words live with the host, since the host prints while no screen is open; a
 * screen gets them inside the composed lines. One file a language; `pickWords` chooses.
 */
import type { DecisionWord, EntryMode, ReceiptCopy, ReceiptKind, ReversalView } from '../../../contract/index.ts';

export interface ReceiptWords {
  copies: Record<ReceiptCopy, string>;
  duplicate: string;
  /** The page that shows whether a printer is set up right. */
  testPage: { title: string; ruler: string; letters: string };
  training: { title: string; say: string };
  titles: Record<ReceiptKind, string>;
  /** Whether money moved, in one sentence. */
  statements: Record<ReceiptKind, string>;
  /** Of a reversal, by how it stands. */
  reversals: Record<Exclude<ReversalView['state'], 'decided'>, string>;
  /** Where a person decided what became of the payment, instead of the statement. */
  decided: Record<DecisionWord, string>;
  labels: {
    date: string;
    till: string;
    order: string;
    note: string;
    sale: string;
    tip: string;
    surcharge: string;
    asked: string;
    total: string;
    /** The total by what the receipt is of, where "Total" is not the word. */
    paidByCard: string;
    held: string;
    refunded: string;
    givenBack: string;
    notCharged: string;
    unpaid: string;
    kept: string;
    original: string;
    until: string;
    card: string;
    entry: string;
    application: string;
    aid: string;
    approval: string;
    verification: string;
    counter: string;
    cryptogram: string;
    answer: string;
    decidedBy: string;
    authorization: string;
    transfer: string;
    reference: string;
    terminal: string;
  };
  /** Null: not said on paper. */
  entries: Record<EntryMode, string | null>;
  verifications: { pin: string; signature: string; none: string };
  sign: string;
  /** Stands for a brand that is not known. */
  card: string;
}
