import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

/** How urgent: checking, terminal lost, no connection and declined interrupt; everything else waits its turn. */
export type Urgency = 'polite' | 'assertive';

type Announce = (text: string, urgency?: Urgency) => void;

const AnnounceContext = createContext<Announce>(() => {});

/** Written after the title has taken focus, or the focus would cut it off. Milliseconds. */
const AFTER_FOCUS_MS = 60;

/** The one live region of a window. Everything inside speaks through `useAnnounce` and `useSpeakOnce`. */
export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<{ text: string; urgency: Urgency; turn: number }>({
    text: '',
    urgency: 'polite',
    turn: 0,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const announce = useCallback<Announce>((text, urgency = 'polite') => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaid((last) => ({ text, urgency, turn: last.turn + 1 })), AFTER_FOCUS_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The same words twice are two announcements: a no-break space makes the text differ.
  const repeated = useMemo(() => (said.turn % 2 === 0 ? said.text : `${said.text}\u00a0`), [said]);
  return (
    <AnnounceContext value={announce}>
      {children}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element would claim to be a form's result */}
      <p className="tb-sr tb-announcer" role="status" aria-live={said.urgency} aria-atomic="true">
        {repeated}
      </p>
    </AnnounceContext>
  );
}

/** Says something once, now. */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}

/** The first `words` while `key` stands, also once they are over: what was said is not said again without them. */
export function useFirstWords(key: string, words: string): string {
  const [kept, setKept] = useState({ key, words });
  const isNew = kept.key !== key || (kept.words === '' && words !== '');
  if (isNew) setKept({ key, words });
  return isNew ? words : kept.words;
}

/** Says `text` whenever `key` changes: once per prompt or outcome, never for ages and seconds. */
export function useSpeakOnce(key: string, text: string, urgency: Urgency = 'polite'): void {
  const announce = useAnnounce();
  const spoken = useRef('');
  useEffect(() => {
    if (spoken.current === key) return;
    spoken.current = key;
    announce(text, urgency);
  }, [announce, key, text, urgency]);
}
