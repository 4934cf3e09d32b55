import {
  unsettledExcessOf,
  type AttemptView,
  type DayEntry,
  type DayReport,
  type DayTotals,
  type OtherTender,
} from '../../electron/contract/index.ts';
import { useAnnounce, useSpeakOnce } from '../components/announcer.tsx';
import { Key, Keys, LockedPlate, Plate, Spacer } from '../components/keys.tsx';
import { Mark } from '../components/mark.tsx';
import { amountMinorOf } from '../components/payment-rows.ts';
import { Problem, useProblem } from '../components/problem.tsx';
import { goToPayment, paymentHash } from '../frame/routes.ts';
import { useCommands, useNow, useTill, type Stretch } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { Compared, Findings } from './findings.tsx';
import { LinksAndNotes } from './links-and-notes.tsx';
import { saveFile } from './save-file.ts';
import type { Comparison } from './use-day.ts';
import { dayWords, type DayTexts } from '../text/day-words.ts';
import * as formCss from '../components/form.module.css';
import * as listCss from '../components/list.module.css';
import * as css from './day.module.css';

/** Keys of Day: the comparison, unsettled payments, and the export on paper or as a file. */
export function DayKeys({
  stretch,
  totals,
  comparison,
  onExplain,
  onTakeBack,
}: {
  stretch: Stretch | null;
  totals: DayTotals | null;
  comparison: Comparison;
  onExplain: (entry: DayEntry) => void;
  onTakeBack: (noted: OtherTender) => void;
}) {
  const { problem, run } = useProblem();
  const { report, asking, failure } = comparison;
  const hasChanged = useTill((state) => {
    const last = report?.askedAt ?? '';
    const { attempts = [], payLinks = [] } = state.mirror.host ?? {};
    return report !== null && [...attempts, ...payLinks].some(({ updatedAt }) => updatedAt > last);
  });
  useSpeakCompared(report);
  return (
    <Keys>
      {totals && totals.tooMuch.length > 0 ? <TooMuch list={totals.tooMuch} /> : null}
      {totals?.overpaid ? <Overpaid list={totals.overpaid} /> : null}
      {totals ? <NotInTotals totals={totals} /> : null}
      {asking ? <Asking asking={asking} /> : null}
      {report && !asking ? <Compared report={report} hasChanged={hasChanged} /> : null}
      {report && !asking ? <Findings report={report} onExplain={onExplain} /> : null}
      <Problem problem={failure ?? problem} />
      {totals ? <NotTaken totals={totals} /> : null}
      {totals ? <LinksAndNotes totals={totals} onTakeBack={onTakeBack} /> : null}
      <Spacer />
      <div className={formCss.keys} data-part="form-keys">
        <TakeAwayKeys stretch={stretch} run={run} />
        <CompareKeys comparison={comparison} firstChecking={totals?.checking[0]} />
      </div>
    </Keys>
  );
}

/** Announces the result of a comparison, once for each. */
function useSpeakCompared(report: DayReport | null): void {
  const text = useTexts(dayWords).words.day;
  const found = (): string => {
    if (report === null) return '';
    const { different, onlyHere, onlyThere, explained } = report.counts;
    const wrong = different + onlyHere + onlyThere;
    if (wrong > 0) return `${text.findings}: ${wrong}`;
    return explained > 0 ? text.allExplained : text.allWell;
  };
  useSpeakOnce(report ? `compared/${report.askedAt}` : '', found());
}

/** Items that are not in the totals yet: payments in doubt, payments decided by the manager, open links. */
function NotInTotals({ totals: { checking, decided, openLinks } }: { totals: DayTotals }) {
  const texts = useTexts(dayWords);
  const text = texts.words.day;
  return (
    <>
      {checking.length > 0 ? <StillChecking list={checking} texts={texts} /> : null}
      {decided.length > 0 ? (
        <Plate>
          <p>
            <b>{text.decidedLines({ count: decided.length })}</b> {text.notInTotals}
          </p>
        </Plate>
      ) : null}
      {openLinks > 0 ? (
        <Plate>
          <p>
            <b>{text.openLinks({ count: openLinks })}</b> {text.notInTotals}
          </p>
        </Plate>
      ) : null}
    </>
  );
}

/** The day on paper or as a file. */
function TakeAwayKeys({ stretch, run }: { stretch: Stretch | null; run: ReturnType<typeof useProblem>['run'] }) {
  const text = useTexts(dayWords).words.day;
  const announce = useAnnounce();
  const { exportDay } = useCommands();
  const save = async () => {
    if (!stretch) return;
    const { name, text: csv, rows } = await exportDay(stretch);
    // The byte order mark contains the encoding, so the type omits it.
    saveFile(name, csv, 'text/csv');
    announce(text.csvSaved({ name, rows }));
  };
  return (
    <div className="tb-two">
      <Key name="print" icon="print" onPress={() => window.print()}>
        {text.print}
      </Key>
      <Key name="csv" icon="download" onPress={() => void run(save)}>
        {text.csv}
      </Key>
    </div>
  );
}

/** Comparison with the platform; a payment in doubt must be settled first. */
function CompareKeys({
  comparison: { report, asking, compare },
  firstChecking,
}: {
  comparison: Comparison;
  firstChecking: AttemptView | undefined;
}) {
  const texts = useTexts(dayWords);
  const text = texts.words.day;
  if (asking) return <LockedPlate icon="none">{text.comparing}</LockedPlate>;
  const say = report ? text.compareAgain : text.compare;
  if (!firstChecking) {
    return (
      <Key name="compare" variant="go" icon="refresh" shortcut="Enter" onPress={compare}>
        {say}
      </Key>
    );
  }
  const { id, order, currency } = firstChecking;
  return (
    <>
      <Key name="compare" icon="refresh" onPress={compare}>
        {say}
      </Key>
      <Key name="see-checking" variant="go" shortcut="Enter" onPress={() => goToPayment(id)}>
        {text.see({ what: order ?? texts.money(amountMinorOf(firstChecking), currency) })}
      </Key>
    </>
  );
}

function StillChecking({ list, texts }: { list: readonly AttemptView[]; texts: DayTexts }) {
  const text = texts.words.day;
  const [first] = list;
  return (
    <div className={css.warning}>
      <Mark shape="checking" isSmall />
      <p>
        <b>{text.checking({ count: list.length })}</b>{' '}
        {first
          ? [
              texts.money(amountMinorOf(first), first.currency),
              first.order === null ? null : text.order({ order: first.order }),
              first.terminal.serialNumber,
            ]
              .filter(Boolean)
              .join(', ')
          : ''}
        . {text.notInTotals}
      </p>
    </div>
  );
}

/** Captures above the requested amount, shown until the excess is refunded. */
function TooMuch({ list }: { list: readonly AttemptView[] }) {
  const texts = useTexts(dayWords);
  const text = texts.words.outcomes.excess;
  return list.map((view) => (
    <div key={view.id} className={css.warning}>
      <Mark shape="equipment" isSmall />
      <p>
        <b>{text.taken({ excess: texts.money(unsettledExcessOf(view), view.currency) })}</b>{' '}
        <a href={paymentHash(view.id)}>{view.order ?? texts.money(amountMinorOf(view), view.currency)}</a>
        {`. ${text.next}`}
      </p>
    </div>
  ));
}

/** Orders that were overpaid, shown until the customer has the money back. */
function Overpaid({ list }: { list: NonNullable<DayTotals['overpaid']> }) {
  const texts = useTexts(dayWords);
  const { sum } = texts.words.links;
  return list.map(({ root, order, excessMinor, currency }) => {
    const amount = texts.money(excessMinor, currency);
    return (
      <div key={root.id} className={css.warning}>
        <Mark shape="equipment" isSmall />
        <p>
          <b>{sum.tooMuch({ amount })}</b>{' '}
          {root.what === 'payment' ? (
            <a href={paymentHash(root.id)}>{order ?? sum.title}</a>
          ) : (
            (order ?? sum.kinds.link)
          )}
          {`. ${sum.tooMuchNext({ amount })}`}
        </p>
      </div>
    );
  });
}

function Asking({ asking }: { asking: NonNullable<Comparison['asking']> }) {
  const texts = useTexts(dayWords);
  const text = texts.words.day;
  const now = useNow();
  const { progress, sinceMs } = asking;
  return (
    <Plate title={`${text.comparing}, ${texts.stopwatch(now - sinceMs)}`}>
      <p>
        {progress
          ? [text.steps[progress.step], progress.records > 0 ? text.records({ count: progress.records }) : null]
              .filter(Boolean)
              .join(', ')
          : text.steps.holds}
      </p>
    </Plate>
  );
}

function NotTaken({ totals }: { totals: DayTotals }) {
  const texts = useTexts(dayWords);
  const { day: text, history } = texts.words;
  const { counts, tabs } = totals;
  const groups = (['declined', 'cancelled', 'not-paid'] as const).filter((group) => (counts[group] ?? 0) > 0);
  if (tabs.length + groups.length === 0) return null;
  return (
    <Plate title={text.notTaken}>
      <dl className={listCss.payFacts} data-part="pay-facts">
        {tabs.map(({ currency, count, totalMinor }) => (
          <div key={currency}>
            <dt>{text.openTabs}</dt>
            <dd>
              {count}&ensp;{texts.money(totalMinor, currency)}
            </dd>
          </div>
        ))}
        {groups.map((group) => (
          <div key={group}>
            <dt>{history.groups[group]}</dt>
            <dd>{counts[group]}</dd>
          </div>
        ))}
      </dl>
    </Plate>
  );
}
