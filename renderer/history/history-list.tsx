import { memo, useMemo, useState } from 'react';
import { MAX_SEARCH, type PaymentGroup } from '../../electron/contract/index.ts';
import { Key } from '../components/keys.tsx';
import { Mark } from '../components/mark.tsx';
import { rowOf, type PaymentRow } from '../components/payment-rows.ts';
import { moveAlongRows } from '../components/rows.ts';
import { SearchField } from '../components/search-field.tsx';
import { Title, Window } from '../components/window.tsx';
import { paymentHash } from '../frame/routes.ts';
import { useNow, useTime } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { rangeOf, type DayChoice } from './days.ts';
import { useHistory, type Found } from './use-history.ts';
import * as listCss from '../components/list.module.css';
import * as frameCss from '../frame/frame.module.css';
import * as css from './history.module.css';

const LIST = 'payments-found';
const LINES_FOR_MS = 5_000;
/** Every group once: the compiler reports a missing group. */
const groups = Object.keys({
  paid: 0,
  'given-back': 0,
  held: 0,
  declined: 0,
  cancelled: 0,
  'not-paid': 0,
  open: 0,
  decided: 0,
} satisfies Record<PaymentGroup, 0>) as PaymentGroup[];
const days: readonly DayChoice[] = ['any', 'today', 'yesterday', 'week', 'one'];

/** The payments of this till: searched, filtered, and read page by page from the host's record. */
export function HistoryList({ shownId }: { shownId: string | null }) {
  const texts = useTexts();
  const text = texts.words.history;
  const time = useTime();
  const [wanted, setWanted] = useState('');
  const [group, setGroup] = useState<PaymentGroup | null>(null);
  const [choice, setChoice] = useState<DayChoice>('any');
  const [date, setDate] = useState('');
  const found = useHistory({
    text: wanted,
    ...(group === null ? {} : { group }),
    ...rangeOf(choice, date, time()),
  });
  return (
    <Window state="idle" label={text.region} screenKey="history">
      <Title className="tb-sr">{text.title}</Title>
      <div className={listCss.tools}>
        <SearchField
          label={text.search}
          hint={text.searchHint}
          value={wanted}
          max={MAX_SEARCH}
          list={LIST}
          onChange={setWanted}
        />
        <select
          aria-label={text.days.label}
          value={choice}
          onChange={(event) => setChoice(days.find((one) => one === event.currentTarget.value) ?? 'any')}
        >
          {days.map((one) => (
            <option key={one} value={one}>
              {text.days[one]}
            </option>
          ))}
        </select>
        {choice === 'one' ? (
          <input
            type="date"
            aria-label={text.days.date}
            value={date}
            onChange={(event) => setDate(event.currentTarget.value)}
          />
        ) : null}
      </div>
      <Filters counts={found.counts} chosen={group} onChoose={setGroup} />
      {found.isComplete ? null : <p className={listCss.note}>{text.incomplete}</p>}
      {found.state === 'away' ? <p className={listCss.note}>{text.away}</p> : null}
      <Rows
        found={found}
        shownId={shownId}
        isFiltered={wanted.trim() !== '' || group !== null}
        onAnyDay={choice === 'any' ? null : () => setChoice('any')}
      />
    </Window>
  );
}

/** All, and every state that occurs, each with its count. */
function Filters({
  counts,
  chosen,
  onChoose,
}: {
  counts: Found['counts'];
  chosen: PaymentGroup | null;
  onChoose: (group: PaymentGroup | null) => void;
}) {
  const text = useTexts().words.history;
  const all = counts === null ? null : groups.reduce((sum, group) => sum + (counts[group] ?? 0), 0);
  const chip = (group: PaymentGroup | null, name: string, count: number | null) => (
    <button
      key={group ?? 'all'}
      type="button"
      className={listCss.chip}
      aria-pressed={chosen === group}
      onClick={() => onChoose(group)}
    >
      {name}{' '}
      {count === null ? null : (
        <span className={frameCss.tally} data-part="tally">
          {count}
        </span>
      )}
    </button>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would belong to a form
    <div className={listCss.chips} data-part="chips" role="group" aria-label={text.show}>
      {chip(null, text.all, all)}
      {groups
        .filter((group) => (counts?.[group] ?? 0) > 0 || group === chosen)
        .map((group) => chip(group, text.groups[group], counts?.[group] ?? null))}
    </div>
  );
}

function Rows({
  found,
  shownId,
  isFiltered,
  onAnyDay,
}: {
  found: Found;
  shownId: string | null;
  isFiltered: boolean;
  /** Shows every day; null if the filter already includes every day. */
  onAnyDay: (() => void) | null;
}) {
  const texts = useTexts();
  const { history: text, payments } = texts.words;
  const now = useNow();
  const { list } = found;
  // The rows show ages in minutes, so they are rebuilt every few seconds, not with every tick.
  const round = Math.floor(now / LINES_FOR_MS) * LINES_FOR_MS;
  const rows = useMemo(() => list.map((attempt) => rowOf(attempt, texts, round)), [list, texts, round]);
  if (list.length === 0) {
    if (found.state === 'loading') return <p className={listCss.none}>{payments.loading}</p>;
    if (onAnyDay) {
      return (
        <div className={listCss.none}>
          <p>{text.noMatchDays}</p>
          <Key name="any-day" variant="flat" onPress={onAnyDay}>
            {text.anyDay}
          </Key>
        </div>
      );
    }
    return <p className={listCss.none}>{isFiltered ? text.noMatch : payments.none}</p>;
  }
  return (
    <>
      <p className={`${listCss.cols} ${css.cols}`} data-part="list-cols" aria-hidden="true">
        <span>{payments.columns.time}</span>
        <span>{payments.columns.order}</span>
        <span>{payments.columns.card}</span>
        <span>{payments.columns.state}</span>
        <span>{payments.columns.amount}</span>
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between its links */}
      <ul id={LIST} className={listCss.list} onKeyDown={moveAlongRows}>
        <Lines rows={rows} shownId={shownId} />
        {found.hasMore ? (
          <li className={css.more}>
            <Key name="more" variant="flat" onPress={found.more}>
              {found.isLoadingMore ? text.loadingMore : text.more}
            </Key>
          </li>
        ) : null}
      </ul>
    </>
  );
}

const Lines = memo(function Lines({ rows, shownId }: { rows: readonly PaymentRow[]; shownId: string | null }) {
  return rows.map((row) => (
    <li key={row.id}>
      <a
        className={`${listCss.row} ${css.cols}`}
        data-part="list-row"
        href={paymentHash(row.id)}
        data-row={row.id}
        {...(row.id === shownId ? { 'aria-current': 'true' as const } : {})}
      >
        <span className="tb-quiet">{row.time}</span>
        <span className={css.order}>{row.order}</span>
        <span className={css.card}>
          {row.card} <span className="tb-quiet">{row.entry}</span>
        </span>
        <span className={listCss.payState} data-part="pay-state" data-tone={row.tone}>
          <Mark shape={row.mark} isSmall />
          {row.state}
        </span>
        <span className={listCss.amount} data-part="list-amount" data-quiet={row.isQuiet || undefined}>
          {row.amount}
        </span>
      </a>
    </li>
  ));
});
