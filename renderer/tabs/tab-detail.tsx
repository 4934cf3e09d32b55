import type { AttemptView } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { CloseKey } from '../components/close-key.tsx';
import { Key, Keys, Plate, Spacer } from '../components/keys.tsx';
import { useHeading } from '../components/use-heading.ts';
import { Mark } from '../components/mark.tsx';
import { PaymentFacts } from '../components/payment-facts.tsx';
import { amountMinorOf, rowOf } from '../components/payment-rows.ts';
import { goToPayment } from '../frame/routes.ts';
import { useNow } from '../store/index.ts';
import type { ShownPayment } from '../store/use-payment.ts';
import { Problem as SecondPress } from '../sale/problem.tsx';
import { useTexts, whatHappened } from '../text/index.ts';
import { CaptureForm, type Bill } from './capture-form.tsx';
import { ReleaseForm } from './release-form.tsx';
import { holdExpiryOf, tabRowOf } from './tab-rows.ts';
import { tabName } from '../text/payment-words.ts';
import * as formCss from '../components/form.module.css';
import * as listCss from '../components/list.module.css';

/** Form of the shown tab. */
export type TabDoing = 'charge' | 'release';

/** One tab: capture it with its tip, or close it without a charge. */
export function TabDetail({
  shown,
  isWanted,
  doing,
  onDoing,
  onClose,
}: {
  shown: ShownPayment;
  isWanted: boolean;
  doing: TabDoing;
  onDoing: (doing: TabDoing) => void;
  onClose: () => void;
}) {
  const { tabs, payments } = useTexts().words;
  const { attempt, take } = shown;
  const answered = (answer: AttemptView) => {
    take(answer);
    onDoing('charge');
  };
  if (!attempt) {
    return (
      <Keys>
        <Plate title={isWanted ? undefined : tabs.choose}>
          <p>{isWanted ? (shown.state === 'gone' ? payments.gone : payments.loading) : tabs.chooseSay}</p>
        </Plate>
      </Keys>
    );
  }
  if (attempt.state !== 'authorized') return <Ended attempt={attempt} onClose={onClose} />;
  return (
    <Keys>
      {doing === 'release' ? (
        <ReleaseForm attempt={attempt} onBack={() => onDoing('charge')} onAnswered={answered} />
      ) : (
        <CaptureForm
          attempt={attempt}
          renderHead={(bill) => <Head attempt={attempt} bill={bill} onClose={onClose} />}
          beside={
            <Key name="release-hold" icon="lock" onPress={() => onDoing('release')}>
              {tabs.close}
            </Key>
          }
          onBack={onClose}
          onAnswered={answered}
        />
      )}
    </Keys>
  );
}

/** The held amount, the amount to capture, and the remaining time. */
function Head({ attempt, bill, onClose }: { attempt: AttemptView; bill: Bill; onClose: () => void }) {
  const texts = useTexts();
  const { tabs, payments } = texts.words;
  const now = useNow();
  const row = tabRowOf(attempt, texts, now);
  const ends = holdExpiryOf(attempt, texts, now);
  const money = (amountMinor: number) => texts.money(amountMinor, attempt.currency);
  const warning = ends.hasEnded ? tabs.hasEnded : ends.isSoon ? tabs.endsSoon({ time: ends.words }) : null;
  const refused = attempt.failure && whatHappened(attempt.failure, texts);
  useSpeakOnce(
    `tab/${attempt.id}`,
    [texts.spoken(amountMinorOf(attempt), attempt.currency), payments.states.authorized, warning]
      .filter(Boolean)
      .join('. '),
  );
  return (
    <>
      <div className={listCss.detailHead} data-part="detail-head">
        <p className={listCss.detailBig}>{money(bill.wholeMinor)}</p>
        <CloseKey label={tabs.closeDetails} onPress={onClose} />
      </div>
      {warning === null ? null : <p className={formCss.warning}>{warning}</p>}
      {refused ? (
        <p className={formCss.warning}>
          {tabs.refused} {refused}
        </p>
      ) : null}
      <Plate>
        <dl className={listCss.payFacts} data-part="pay-facts">
          <Line name={tabs.facts.heldOn({ card: row.card })} value={row.held} />
          {attempt.surchargeMinor > 0 ? (
            <Line name={tabs.facts.surcharge} value={money(attempt.surchargeMinor)} />
          ) : null}
          {bill.tipMinor > 0 ? <Line name={tabs.facts.tip} value={money(bill.tipMinor)} /> : null}
          <Line name={tabs.facts.rest} value={money(bill.restMinor)} />
          {attempt.expiresAt === null ? null : (
            <Line name={tabs.facts.ends} value={texts.shortTime(attempt.expiresAt, now)} />
          )}
        </dl>
      </Plate>
    </>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** A tab that has ended: its outcome, or that it is in doubt. */
function Ended({ attempt, onClose }: { attempt: AttemptView; onClose: () => void }) {
  const texts = useTexts();
  const { tabs } = texts.words;
  const now = useNow();
  const row = rowOf(attempt, texts, now);
  const heading = useHeading(attempt.state);
  useSpeakOnce(
    `tab/${attempt.id}/${attempt.state}`,
    `${texts.spoken(amountMinorOf(attempt), attempt.currency)}, ${row.state}.`,
    attempt.state === 'checking' ? 'assertive' : 'polite',
  );
  return (
    <Keys>
      <div className={listCss.detailHead} data-part="detail-head">
        <h2 tabIndex={-1} ref={heading}>
          <span className="tb-quiet">{tabName(attempt, texts)}</span>
          <span className={listCss.detailBig}>{row.amount}</span>
          <span className="tb-sr">{row.state}</span>
        </h2>
        <CloseKey label={tabs.closeDetails} onPress={onClose} />
        <p className={listCss.detailLine}>
          <span className={listCss.payState} data-part="pay-state" data-tone={row.tone}>
            <Mark shape={row.mark} isSmall />
            {row.state}
          </span>
        </p>
      </div>
      <SecondPress about={attempt.id} />
      <PaymentFacts attempt={attempt} nowMs={now} />
      <Spacer />
      <Key name="in-history" variant="go" shortcut="Enter" onPress={() => goToPayment(attempt.id)}>
        {tabs.inHistory}
      </Key>
    </Keys>
  );
}
