import type { AttemptView } from '../../electron/contract/index.ts';
import { Plate } from './keys.tsx';
import { useTexts, whatHappened, type Texts } from '../text/index.ts';
import { brandName, shownDeclineCode } from '../text/payment-words.ts';
import { remainingMinorOf } from './payment-rows.ts';
import * as css from './list.module.css';

interface Line {
  name: string;
  value: string;
  isCode?: boolean;
}

/** Splits long codes into groups of four for reading aloud, such as "7E1A 04C9". */
const inFours = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ');

/** Known facts of a payment, in the order in which users ask for them; unknown facts have no line. */
function linesOf(attempt: AttemptView, texts: Texts, nowMs: number): Line[] {
  const { facts, kinds } = texts.words.payments;
  const { outcomes } = texts.words;
  const { card, checking, decision, state } = attempt;
  const money = (amountMinor: number) => texts.money(amountMinor, attempt.currency);
  const line = (name: string, value: string | null | undefined, isCode = false): Line[] =>
    value ? [{ name, value, isCode }] : [];
  const entry = card ? outcomes.facts.entry[card.entryMode] : '';
  const cardWords = [brandName(card?.brand ?? null), card?.lastFour, entry].filter(Boolean).join(' ');
  const emv = card?.emv;
  const checkedBy = emv?.isPinVerified ? facts.pin : attempt.wantsSignature ? facts.signature : null;
  const isByLink = attempt.payLink !== undefined;
  const kind = isByLink ? texts.words.links.sum.kinds.link : kinds[attempt.kind];
  const terminal = isByLink ? null : (attempt.terminal.serialNumber ?? attempt.terminal.id);
  const isHeld = state === 'authorized' || attempt.kind === 'authorization';
  return [
    ...line(facts.started, `${texts.shortTime(attempt.startedAt, nowMs)}, ${kind}`),
    ...line(facts.takenBy, attempt.person),
    ...line(facts.order, attempt.order),
    ...line(facts.note, attempt.note),
    ...line(facts.held, isHeld && attempt.authorizedMinor !== null ? money(attempt.authorizedMinor) : null),
    ...line(
      facts.expires,
      state === 'authorized' && attempt.expiresAt ? texts.shortTime(attempt.expiresAt, nowMs) : null,
    ),
    ...line(facts.remaining, attempt.reversals.length > 0 ? money(remainingMinorOf(attempt)) : null),
    ...line(outcomes.cancelled.whoFact, attempt.cancelPerson),
    ...line(facts.decidedBy, decision?.by),
    ...line(facts.because, decision?.reason),
    ...line(facts.since, checking ? texts.stopwatch(nowMs - Date.parse(checking.since)) : null),
    ...line(facts.reason, checking ? texts.words.counter.checkingReasons[checking.reason] : null),
    ...line(facts.bankAnswer, shownDeclineCode(attempt), true),
    ...line(facts.reason, attempt.failure ? whatHappened(attempt.failure, texts) : null),
    ...line(facts.card, cardWords),
    ...line(facts.checkedBy, checkedBy),
    ...line(facts.approval, card?.approvalCode, true),
    ...line(facts.application, emv?.preferredName ?? card?.applicationLabel),
    ...line(facts.identifier, card?.applicationIdentifier, true),
    ...line(facts.cryptogram, emv?.cryptogram && inFours(emv.cryptogram), true),
    ...line(facts.counter, emv?.transactionCounter, true),
    ...line(facts.verification, emv?.verificationResults, true),
    ...line(facts.status, emv?.statusInformation, true),
    ...line(facts.cardholder, emv?.cardholderVerification, true),
    ...line(facts.terminal, terminal, true),
    ...line(facts.payment, attempt.id, true),
    ...line(facts.authorization, attempt.authorization, true),
    ...line(facts.transfer, attempt.transfer, true),
  ];
}

/** Known facts of a payment. `nowMs`: milliseconds since 1970. */
export function PaymentFacts({ attempt, nowMs }: { attempt: AttemptView; nowMs: number }) {
  const texts = useTexts();
  return (
    <Plate>
      <dl className={css.payFacts} data-part="pay-facts">
        {linesOf(attempt, texts, nowMs).map(({ name, value, isCode }) => (
          <div key={`${name}/${value}`}>
            <dt>{name}</dt>
            <dd className={isCode ? 'tb-code' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </Plate>
  );
}
