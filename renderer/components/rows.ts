import { useEffect, type KeyboardEvent } from 'react';

/** Moves the focus to the line above (↑) or below (↓). SearchField moves from the search to the first line. */
export function moveAlongRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = rows[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

/** First line of the list with this id, or null. */
export function firstRow(list: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#${list} [data-row]`);
}

/** "/" moves the focus to the search, wherever the focus is, except in another field or a dialog. */
export function useSlashToSearch(search: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, [role="dialog"]')) return;
      event.preventDefault();
      search.current?.focus();
      search.current?.select();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [search]);
}
