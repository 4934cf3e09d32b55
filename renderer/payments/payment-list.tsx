import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { AttemptView } from '../../electron/contract/index.ts';
import { Mark } from '../components/mark.tsx';
import { Title, Window } from '../components/window.tsx';
import { paymentHash } from '../frame/routes.ts';
import { useNow } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { matching, rowOf } from './payment-rows.ts';
import type { Payments } from './use-payments.ts';

const MAX_SEARCH = 60;

/** The newest payments, one line each. ↑ ↓ go along the lines, Enter opens one, / searches. */
export function PaymentList({
  list,
  state,
  shownId,
}: {
  list: readonly AttemptView[];
  state: Payments['state'];
  shownId: string | null;
}) {
  const texts = useTexts();
  const text = texts.words.payments;
  const now = useNow();
  const [wanted, setWanted] = useState('');
  const search = useRef<HTMLInputElement>(null);
  useSlash(search);
  const rows = matching(
    list.map((attempt) => rowOf(attempt, texts, now)),
    wanted,
  );
  return (
    <Window state="idle" label={text.listRegion} screenKey="payments">
      <div className="tb-pay-head">
        <Title className="tb-pay-title">{text.title}</Title>
        <input
          ref={search}
          type="search"
          value={wanted}
          maxLength={MAX_SEARCH}
          aria-label={text.search}
          aria-keyshortcuts="/"
          placeholder={text.searchHint}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setWanted(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setWanted('');
          }}
        />
      </div>
      {state === 'away' ? <p className="tb-small">{text.away}</p> : null}
      <p className="tb-pay-cols" aria-hidden="true">
        <span>{text.columns.time}</span>
        <span>{text.columns.order}</span>
        <span>{text.columns.card}</span>
        <span>{text.columns.state}</span>
        <span>{text.columns.amount}</span>
      </p>
      {rows.length === 0 ? (
        <p className="tb-pay-none">{state === 'loading' ? text.loading : wanted === '' ? text.none : text.noMatch}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between the links in it
        <ul className="tb-pay-list" onKeyDown={alongRows}>
          {rows.map((row) => (
            <li key={row.id}>
              <a
                className="tb-pay-row"
                href={paymentHash(row.id)}
                data-payment={row.id}
                {...(row.id === shownId ? { 'aria-current': 'true' as const } : {})}
              >
                <span className="tb-quiet">{row.time}</span>
                <span className="tb-pay-order">{row.order}</span>
                <span className="tb-pay-card">{row.card}</span>
                <span className="tb-pay-state" data-tone={row.tone}>
                  <Mark shape={row.mark} isSmall />
                  {row.state}
                </span>
                <span className="tb-pay-amount" data-quiet={row.isQuiet || undefined}>
                  {row.amount}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Window>
  );
}

/** ↑ and ↓ move the focus to the line above or below. */
function alongRows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = rows[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

/** "/" goes to the search, wherever the focus is, except in another field. */
function useSlash(search: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, [role="dialog"]')) return;
      event.preventDefault();
      search.current?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [search]);
}
