import type { AttemptView, DayEntry, DayTotals, OtherTender } from '../../electron/contract/index.ts';
import { useAnnounce, useSpeakOnce } from '../components/announcer.tsx';
import { Key, Keys, LockedPlate, Plate, Room } from '../components/keys.tsx';
import { Mark } from '../components/mark.tsx';
import { amountMinorOf } from '../components/payment-rows.ts';
import { Problem, useProblem } from '../components/problem.tsx';
import { goToPayment } from '../frame/routes.ts';
import { useCommands, useNow, useTill, type Stretch } from '../store/index.ts';
import { useTexts, type Texts } from '../text/index.ts';
import { Compared, Findings } from './findings.tsx';
import { LinksAndNotes } from './links-and-notes.tsx';
import { saveFile } from './save-file.ts';
import type { Comparison } from './use-day.ts';

/** What is compared, what is not settled, and what can be taken away on paper or as a file. */
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
  const texts = useTexts();
  const text = texts.words.day;
  const announce = useAnnounce();
  const { exportDay } = useCommands();
  const { problem, run } = useProblem();
  const { report, asking, failure, compare } = comparison;
  const hasChanged = useTill((state) => {
    const last = report?.askedAt ?? '';
    const { attempts = [], payLinks = [] } = state.mirror.host ?? {};
    return report !== null && [...attempts, ...payLinks].some(({ updatedAt }) => updatedAt > last);
  });
  const [first] = totals?.checking ?? [];
  const wrong = report ? report.counts.different + report.counts.onlyHere + report.counts.onlyThere : 0;
  useSpeakOnce(
    report ? `compared/${report.askedAt}` : '',
    report === null
      ? ''
      : wrong > 0
        ? `${text.findings}: ${wrong}`
        : report.counts.explained > 0
          ? text.allExplained
          : text.allWell,
  );
  const compareKey = (variant: 'key' | 'go') => (
    <Key
      name="compare"
      variant={variant}
      icon="refresh"
      {...(variant === 'go' ? { shortcut: 'Enter' } : {})}
      onPress={compare}
    >
      {report ? text.compareAgain : text.compare}
    </Key>
  );
  const save = () =>
    run(async () => {
      if (!stretch) return;
      const { name, text: csv, rows } = await exportDay(stretch);
      // Its byte order mark says how it is written.
      saveFile(name, csv, 'text/csv');
      announce(text.csvSaved(name, rows));
    });
  return (
    <Keys>
      {totals && totals.checking.length > 0 ? <StillChecking list={totals.checking} texts={texts} /> : null}
      {totals && totals.decided.length > 0 ? (
        <Plate>
          <p>
            <b>{text.decidedLines(totals.decided.length)}</b> {text.notInTotals}
          </p>
        </Plate>
      ) : null}
      {totals && totals.openLinks > 0 ? (
        <Plate>
          <p>
            <b>{text.openLinks(totals.openLinks)}</b> {text.notInTotals}
          </p>
        </Plate>
      ) : null}
      {asking ? <Asking asking={asking} /> : null}
      {report && !asking ? <Compared report={report} hasChanged={hasChanged} /> : null}
      {report && !asking ? <Findings report={report} onExplain={onExplain} /> : null}
      <Problem problem={failure ?? problem} />
      {totals ? <NotTaken totals={totals} /> : null}
      {totals ? <LinksAndNotes totals={totals} onTakeBack={onTakeBack} /> : null}
      <Room />
      <div className="tb-form-keys">
        <div className="tb-two">
          <Key name="print" icon="print" onPress={() => window.print()}>
            {text.print}
          </Key>
          <Key name="csv" icon="download" onPress={() => void save()}>
            {text.csv}
          </Key>
        </div>
        {first && !asking ? compareKey('key') : null}
        {asking ? (
          <LockedPlate icon="none">{text.comparing}</LockedPlate>
        ) : first ? (
          <Key name="see-checking" variant="go" shortcut="Enter" onPress={() => goToPayment(first.id)}>
            {text.see(first.order ?? texts.money(amountMinorOf(first), first.currency))}
          </Key>
        ) : (
          compareKey('go')
        )}
      </div>
    </Keys>
  );
}

function StillChecking({ list, texts }: { list: readonly AttemptView[]; texts: Texts }) {
  const text = texts.words.day;
  const [first] = list;
  return (
    <div className="tb-day-warning">
      <Mark shape="checking" isSmall />
      <p>
        <b>{text.checking(list.length)}</b>{' '}
        {first
          ? [
              texts.money(amountMinorOf(first), first.currency),
              first.order === null ? null : text.order(first.order),
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

function Asking({ asking }: { asking: NonNullable<Comparison['asking']> }) {
  const texts = useTexts();
  const text = texts.words.day;
  const now = useNow();
  const { progress, sinceMs } = asking;
  return (
    <Plate title={`${text.comparing}, ${texts.stopwatch(now - sinceMs)}`}>
      <p>
        {progress
          ? [text.steps[progress.step], progress.records > 0 ? text.records(progress.records) : null]
              .filter(Boolean)
              .join(', ')
          : text.steps.holds}
      </p>
    </Plate>
  );
}

function NotTaken({ totals }: { totals: DayTotals }) {
  const texts = useTexts();
  const { day: text, history } = texts.words;
  const { counts, tabs } = totals;
  const groups = (['declined', 'cancelled', 'not-paid'] as const).filter((group) => (counts[group] ?? 0) > 0);
  if (tabs.length + groups.length === 0) return null;
  return (
    <Plate title={text.notTaken}>
      <dl className="tb-pay-facts">
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
