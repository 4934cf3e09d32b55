import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Form that is shown for the selected row of a list, and its setter. The form belongs to that row: another row begins
 * with `first`. Closing the details returns the focus to the row.
 */
export function useRowForm<Form extends string>(shownId: string | null, first: Form): [Form, (next: Form) => void] {
  const [opened, setOpened] = useState<{ id: string | null; form: Form }>({ id: null, form: first });
  const setForm = useCallback((form: Form) => setOpened({ id: shownId, form }), [shownId]);
  const lastId = useRef(shownId);
  useEffect(() => {
    if (shownId === null && lastId.current !== null) {
      const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
      rows.find(({ dataset }) => dataset['row'] === lastId.current)?.focus();
    }
    lastId.current = shownId;
  }, [shownId]);
  return [opened.id === shownId ? opened.form : first, setForm];
}
