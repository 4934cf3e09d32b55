import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

/**
 * Urgency of an announcement. Checking, a lost terminal, a lost connection and a decline interrupt; all others wait.
 */
export type Urgency = 'polite' | 'assertive';

type Announce = (text: string, urgency?: Urgency) => void;

const AnnounceContext = createContext<Announce>(() => {});

/** Delay after which the title has taken the focus; an earlier announcement would be cut off by the focus change. */
const AFTER_FOCUS_MS = 60;

/** Single live region of a window. Everything inside announces its texts through `useAnnounce` and `useSpeakOnce`. */
export function Announcer({ children }: { children: ReactNode }) {
  const [announced, setAnnounced] = useState<{ text: string; urgency: Urgency; turn: number }>({
    text: '',
    urgency: 'polite',
    turn: 0,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const announce = useCallback<Announce>((text, urgency = 'polite') => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnnounced((last) => ({ text, urgency, turn: last.turn + 1 })), AFTER_FOCUS_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  // A no-break space makes repeated words differ, so that screen readers announce them again.
  const repeated = useMemo(() => (announced.turn % 2 === 0 ? announced.text : `${announced.text}\u00a0`), [announced]);
  return (
    <AnnounceContext value={announce}>
      {children}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element would claim to be a form's result */}
      <p className="tb-sr tb-announcer" role="status" aria-live={announced.urgency} aria-atomic="true">
        {repeated}
      </p>
    </AnnounceContext>
  );
}

/** Function that announces a text once, immediately. */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}

/** First `words` of a `key`, kept after `words` become empty: otherwise the remaining text would be announced again. */
export function useFirstWords(key: string, words: string): string {
  const [kept, setKept] = useState({ key, words });
  const isNew = kept.key !== key || (kept.words === '' && words !== '');
  if (isNew) setKept({ key, words });
  return isNew ? words : kept.words;
}

/** Announces `text` whenever `key` changes: once per prompt or outcome, never for ages and seconds. */
export function useSpeakOnce(key: string, text: string, urgency: Urgency = 'polite'): void {
  const announce = useAnnounce();
  const spoken = useRef('');
  useEffect(() => {
    if (spoken.current === key) return;
    spoken.current = key;
    announce(text, urgency);
  }, [announce, key, text, urgency]);
}
