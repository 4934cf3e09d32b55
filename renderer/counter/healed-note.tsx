import { useLayoutEffect, useState } from 'react';
import { useSpeakOnce } from '../components/announcer.tsx';
import { Icon } from '../components/icon.tsx';
import { useNow, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import * as css from './counter.module.css';

/** Events that dismiss the note. `keyup`, because the till's own key listeners stop `keydown` events. */
const presses = ['keyup', 'pointerdown'] as const;
/**
 * Time after the reconnection in which the note may appear. Later, the cashier has first dismissed another screen, such
 * as the end of a payment, and the note with that screen.
 */
const LATE_MS = 2_000;

interface Props {
  amountMinor: number;
  currency: string;
}

/**
 * Note that the till is connected again: how long it was away, what is known about the money, and what was kept. The
 * first press dismisses the note.
 */
export function HealedNote(props: Props) {
  const sinceMs = useTill(({ mirror }) => mirror.connection.sinceMs);
  return <Note key={sinceMs} sinceMs={sinceMs} {...props} />;
}

function Note({ sinceMs, amountMinor, currency }: Props & { sinceMs: number }) {
  const texts = useTexts();
  const { healed: text } = texts.words.counter;
  const back = useTill(({ mirror }) => mirror.back);
  const now = useNow();
  // Amount at the reconnection: digits that are typed later are not part of the kept amount.
  const [keptMinor] = useState(amountMinor);
  const [isSeen, setSeen] = useState(now - sinceMs > LATE_MS);
  // Registered before paint: the first press may come immediately.
  useLayoutEffect(() => {
    const seen = (): void => setSeen(true);
    for (const press of presses) window.addEventListener(press, seen);
    return () => {
      for (const press of presses) window.removeEventListener(press, seen);
    };
  }, []);
  const first = back ? text.back({ time: texts.duration(back.awayMs) }) : '';
  const known = back?.isNobodyCharged ? text.nobody : '';
  const kept = keptMinor > 0 ? text.kept({ amount: texts.money(keptMinor, currency) }) : '';
  const isThere = back !== undefined && !isSeen;
  useSpeakOnce(`healed/${sinceMs}`, isThere ? [first, known, kept].join(' ').trim() : '');
  if (!isThere) return null;
  return (
    <div className={css.update}>
      <Icon name="tick" />
      <p>
        <b>{[first, known].join(' ').trim()}</b> {kept}
      </p>
    </div>
  );
}
