import { useEffect, useRef } from 'react';

/** Moves the focus to the heading when the details appear and when `key` changes, but never out of a field. */
export function useHeading(key: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const focusedFor = useRef('');
  useEffect(() => {
    if (focusedFor.current === key) return;
    focusedFor.current = key;
    if (document.activeElement instanceof HTMLInputElement) return;
    heading.current?.focus({ preventScroll: true });
  }, [key]);
  return heading;
}
