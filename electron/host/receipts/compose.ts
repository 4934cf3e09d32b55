/**
 * Composes a receipt from an attempt: lines with names, in a single language. Pure: it uses no clock, printer or state.
 * Unknown values have no line.
 */
import {
  decisionWord,
  isAboutHold,
  type AttemptView,
  type Receipt,
  type ReceiptCopy,
  type ReceiptKind,
  type ReceiptLine,
  type ReceiptSection,
  type ReversalView,
  aboutReversal,
} from '../../contract/index.ts';
import { amountRows } from './amounts.ts';
import { cardRows, numberOf } from './card.ts';
import { figuresFor, onPaper, type Figures } from './receipt-format.ts';
import { isSignable, kindOf, reversalOf } from './receipt-kind.ts';
import { row, text } from './lines.ts';
import { pickWords, type ReceiptWords } from './words.ts';

export interface ComposeOptions {
  copy: ReceiptCopy;
  /** Id of the reversal that the receipt is about, or null for the payment itself. */
  reversal: string | null;
  isDuplicate: boolean;
  isTraining: boolean;
  till: { shop: string; name: string };
  /** BCP 47 locale of words, amounts and dates. */
  locale: string;
  /** IANA time zone, or null for the computer's. */
  timeZone: string | null;
  header: readonly string[];
  footer: readonly string[];
  /** True if the customer's copy has the payment's reference as a QR code. */
  hasCode: boolean;
}

interface Context extends ComposeOptions {
  attempt: AttemptView;
  kind: ReceiptKind;
  given: ReversalView | null;
  words: ReceiptWords;
  figures: Figures;
}

/** @throws PAY_STATE while the payment is running; PAY_NOT_FOUND when the payment has no such reversal */
export function composeReceipt(attempt: AttemptView, options: ComposeOptions): Receipt {
  const { language, words } = pickWords(options.locale);
  const given = options.reversal === null ? null : reversalOf(attempt, options.reversal);
  const kind = given ? 'reversal' : kindOf(attempt);
  const figures = figuresFor(options.locale, attempt.currency, options.timeZone);
  const context: Context = { ...options, attempt, kind, given, words, figures };
  const sections: ReceiptSection[] = [
    { name: 'head', lines: headOf(context) },
    { name: 'what', lines: whatOf(context) },
    { name: 'amounts', lines: amountRows(kind, attempt, given, words.labels, figures) },
    { name: 'card', lines: cardRows(attempt, words) },
    { name: 'ids', lines: idsOf(context) },
    { name: 'signature', lines: signatureOf(context) },
    { name: 'foot', lines: footOf(context) },
  ];
  return {
    attempt: attempt.id,
    reversal: options.reversal,
    kind,
    copy: options.copy,
    language,
    isTraining: options.isTraining,
    isDuplicate: options.isDuplicate,
    sections: sections.filter(({ lines }) => lines.length > 0),
    code: options.hasCode && options.copy === 'customer' ? attempt.id : null,
    short: shortOf(context, sections),
  };
}

function training({ isTraining, words }: Context): ReceiptLine[] {
  if (!isTraining) return [];
  return [
    ...text('training', words.training.title, { size: 'large', isStrong: true }),
    ...text('training', words.training.say, { isStrong: true }),
  ];
}

function headOf(context: Context): ReceiptLine[] {
  const { till, header, words, copy, isDuplicate } = context;
  return [
    ...text('shop', till.shop, { size: 'large', isStrong: true }),
    ...header.flatMap((line) => text('header', line)),
    ...training(context),
    ...text('title', titleOf(context), { isStrong: true }),
    ...(isDuplicate ? text('duplicate', words.duplicate, { isStrong: true }) : []),
    ...text('copy', words.copies[copy]),
  ];
}

/** A hold or a refund keeps its title, even if a manager decided its outcome. */
function titleOf({ attempt, kind, words }: Context): string {
  if (kind !== 'decided') return words.titles[kind];
  if (attempt.kind === 'refund') return words.titles.refund;
  return words.titles[isAboutHold(attempt) ? 'authorization' : kind];
}

/** Time of the receipt's event: the end of a payment, or the beginning of a hold, which has not ended. */
function instantOf({ attempt, given }: Context): string {
  return given?.askedAt ?? attempt.finishedAt ?? attempt.startedAt;
}

function whatOf(context: Context): ReceiptLine[] {
  const { attempt, till, copy, figures } = context;
  const { labels } = context.words;
  return [
    ...row('date', labels.date, figures.moment(instantOf(context))),
    ...row('till', labels.till, till.name),
    ...row('order', labels.order, attempt.order),
    // Notes are for the shop only.
    ...(copy === 'merchant' ? row('note', labels.note, attempt.note) : []),
  ];
}

function idsOf({ attempt, kind, given, copy, words }: Context): ReceiptLine[] {
  const { labels } = words;
  const isMerchant = copy === 'merchant';
  return [
    ...(isMerchant && kind === 'declined' ? row('answer', labels.answer, attempt.declineCode) : []),
    ...(isMerchant && attempt.failure ? row('answer', labels.answer, attempt.failure.code) : []),
    ...(isMerchant && kind === 'decided' ? row('decided-by', labels.decidedBy, attempt.decision?.by) : []),
    ...row('authorization', labels.authorization, attempt.authorization),
    ...row('transfer', labels.transfer, given ? given.transfer : attempt.transfer),
    ...row('terminal', labels.terminal, attempt.terminal.serialNumber),
    ...row('reference', labels.reference, attempt.id),
  ];
}

function signatureOf({ attempt, kind, copy, words }: Context): ReceiptLine[] {
  if (copy !== 'merchant' || !attempt.wantsSignature || !isSignable(kind)) return [];
  return [{ kind: 'signature', name: 'signature', label: words.sign }];
}

function statementOf({ attempt, kind, given, words }: Context): string {
  if (given?.state === 'decided') return words.decided[decisionWord(aboutReversal, given.decision?.verdict ?? 'paid')];
  if (given) return words.reversals[given.state];
  if (kind === 'decided' && attempt.decision) return words.decided[decisionWord(attempt, attempt.decision.verdict)];
  return words.statements[kind];
}

function footOf(context: Context): ReceiptLine[] {
  return [
    ...text('statement', statementOf(context)),
    ...context.footer.flatMap((line) => text('footer', line)),
    // The line is repeated at the end, because a receipt may be torn.
    ...training(context),
  ];
}

/** Short text of the receipt: shop, event and amount, card, time, reference. */
function shortOf(context: Context, sections: readonly ReceiptSection[]): string {
  const { attempt, words, isTraining, till, figures } = context;
  const total = sections.flatMap(({ lines }) => lines).find(({ name }) => name === 'total');
  const number = attempt.card && numberOf(attempt.card, words);
  return [
    isTraining ? `${words.training.title}: ${words.training.say}` : null,
    onPaper(till.shop),
    `${titleOf(context)}${total?.kind === 'row' ? `: ${total.label} ${total.value}` : ''}`,
    number,
    figures.moment(instantOf(context)),
    `${words.labels.reference} ${attempt.id}`,
  ]
    .filter((line) => line !== null)
    .join('\n');
}
