import { useEffect, useRef } from 'react';

/** The heading takes the focus when the details appear and when they come to something else; a field keeps it. */
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
