import { useRef } from 'react';
import { useTexts } from '../text/index.ts';
import { typedCardNumber } from '../text/typed-card-number.ts';
import { Icon } from './icon.tsx';
import * as listCss from './list.module.css';
import { firstRow, useSlashToSearch } from './rows.ts';
import { takesScans } from './scan-guard.tsx';
import * as formCss from './form.module.css';

/**
 * Search field above a list: `/` focuses the field, ↓ moves to the first line, Enter opens that line, Esc clears the
 * field.
 */
export function SearchField({
  label,
  hint,
  value,
  max,
  list,
  onChange,
}: {
  label: string;
  hint: string;
  value: string;
  /** Maximum length in characters. */
  max: number;
  /** Id of the list to search. */
  list: string;
  onChange: (value: string) => void;
}) {
  const texts = useTexts();
  const { history } = texts.words;
  const wrong = typedCardNumber(value, texts);
  const field = useRef<HTMLInputElement>(null);
  useSlashToSearch(field);
  return (
    <>
      <div className={listCss.search} data-part="search">
        <Icon name="search" />
        <input
          ref={field}
          {...takesScans}
          type="search"
          value={value}
          maxLength={max}
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder={hint}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onChange('');
            const first = event.key === 'ArrowDown' || event.key === 'Enter' ? firstRow(list) : null;
            if (!first) return;
            event.preventDefault();
            first.focus();
            if (event.key === 'Enter') first.click();
          }}
        />
        {value === '' ? (
          <kbd className="tb-only-wide" aria-hidden="true">
            /
          </kbd>
        ) : (
          <button
            type="button"
            className={listCss.searchClear}
            aria-label={history.clear}
            onClick={() => {
              onChange('');
              field.current?.focus();
            }}
          >
            <Icon name="cross" />
          </button>
        )}
      </div>
      {wrong === null ? null : (
        <p className={formCss.wrong} role="alert">
          {wrong}
        </p>
      )}
    </>
  );
}
