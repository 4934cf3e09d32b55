import { localDay } from '../../electron/domain/index.ts';
import type { DayReport, DayTotals } from '../../electron/contract/index.ts';
import { GiantAmount } from '../components/giant.tsx';
import { Icon } from '../components/icon.tsx';
import { Title, Window, Say } from '../components/window.tsx';
import { tillCurrency, useTill, useTime } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { midnightOf, neighbourOf } from './day-of.ts';
import { Figures } from './ledger.tsx';
import type { Comparison } from './use-day.ts';
import { dayWords } from '../text/day-words.ts';
import * as keysCss from '../components/keys.module.css';
import * as listCss from '../components/list.module.css';
import * as css from './day.module.css';

/** The day as a ledger for each currency, the till's own first. */
export function DayWindow({
  date,
  totals,
  isAway,
  comparison,
  onDate,
}: {
  date: string;
  totals: DayTotals | null;
  isAway: boolean;
  comparison: Comparison;
  onDate: (date: string) => void;
}) {
  const texts = useTexts(dayWords);
  const text = texts.words.day;
  const time = useTime();
  const currency = useTill(tillCurrency);
  const today = localDay(time());
  const last = useLastDay(today);
  const day = midnightOf(date);
  const words = day
    ? new Intl.DateTimeFormat(texts.locale, { weekday: 'long', day: 'numeric', month: 'long' }).format(day)
    : '';
  const ledgers = totals?.ledgers.toSorted((a, b) => Number(b.currency === currency) - Number(a.currency === currency));
  return (
    <Window state="idle" label={text.region} screenKey={`day/${date}`}>
      <div className={css.head}>
        <Title className={css.title}>
          {text.title({ when: date === today ? text.today({ date: words }) : text.on({ date: words }) })}
        </Title>
        <DateChooser date={date} last={last} onDate={onDate} />
      </div>
      {isAway ? <p className={listCss.note}>{text.away}</p> : null}
      {ledgers === undefined ? (
        isAway ? null : (
          <p className={listCss.none}>{text.loading}</p>
        )
      ) : ledgers.length === 0 ? (
        <>
          <GiantAmount amountMinor={0} currency={currency} spoken={text.nothing} isQuiet />
          <Say>{text.nothing}</Say>
        </>
      ) : (
        ledgers.map((ledger) => (
          <section key={ledger.currency} className={css.dayLedger} aria-label={ledger.currency}>
            <GiantAmount amountMinor={ledger.paid.totalMinor} currency={ledger.currency} />
            <Figures ledger={ledger} />
          </section>
        ))
      )}
      {comparison.report ? <PrintedComparison report={comparison.report} /> : null}
    </Window>
  );
}

/**
 * Last day that can be chosen: today, or the day of the newest payment when the clock was ahead and has been corrected.
 */
function useLastDay(today: string): string {
  const newest = useTill(({ mirror: { host } }) =>
    [...(host?.attempts ?? []), ...(host?.payLinks ?? [])]
      .flatMap(({ finishedAt, updatedAt }) => [finishedAt ?? updatedAt, updatedAt])
      .reduce((last, at) => (at > last ? at : last), ''),
  );
  const day = newest === '' ? today : localDay(Date.parse(newest));
  return day > today ? day : today;
}

/** The day before, any day, the day after; none later than `last`. */
function DateChooser({ date, last, onDate }: { date: string; last: string; onDate: (date: string) => void }) {
  const text = useTexts(dayWords).words.day;
  return (
    <div className={css.choose}>
      <button
        type="button"
        className={keysCss.btn}
        data-part="key"
        data-variant="small"
        aria-label={text.earlier}
        onClick={() => onDate(neighbourOf(date, -1))}
      >
        <Icon name="back" />
      </button>
      <input
        type="date"
        aria-label={text.choose}
        value={date}
        max={last}
        onChange={(event) => {
          if (midnightOf(event.currentTarget.value)) onDate(event.currentTarget.value);
        }}
      />
      <button
        type="button"
        className={keysCss.btn}
        data-part="key"
        data-variant="small"
        aria-label={text.later}
        disabled={date >= last}
        onClick={() => onDate(neighbourOf(date, 1))}
      >
        <Icon name="arrow" />
      </button>
    </div>
  );
}

/** Result of the last comparison, for the printed day. */
function PrintedComparison({ report }: { report: DayReport }) {
  const texts = useTexts(dayWords);
  const text = texts.words.day;
  return (
    <p className={css.printed}>
      {text.compared({ time: texts.clockTime(report.askedAt) })}
      {report.totals.map(
        ({ currency, hereMinor, thereMinor }) =>
          ` · ${text.sides({ here: texts.money(hereMinor, currency), there: texts.money(thereMinor, currency) })}`,
      )}
    </p>
  );
}
