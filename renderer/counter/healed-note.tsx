import { useLayoutEffect, useState } from 'react';
import { useSpeakOnce } from '../components/announcer.tsx';
import { Icon } from '../components/icon.tsx';
import { useNow, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import * as css from './counter.module.css';

/** A key counts when it is let go: whoever listens for keys of a till keeps the press to itself. */
const presses = ['keyup', 'pointerdown'] as const;
/** What stood in between (the end of a payment) was pressed away, and this with it. */
const LATE_MS = 2_000;

interface Props {
  amountMinor: number;
  currency: string;
}

/** The till was away and is back: for how long, what is known about the money, what is kept. Gone with the first press. */
export function HealedNote(props: Props) {
  const sinceMs = useTill(({ mirror }) => mirror.connection.sinceMs);
  return <Note key={sinceMs} sinceMs={sinceMs} {...props} />;
}

function Note({ sinceMs, amountMinor, currency }: Props & { sinceMs: number }) {
  const texts = useTexts();
  const { healed: text } = texts.words.counter;
  const back = useTill(({ mirror }) => mirror.back);
  const now = useNow();
  // As it was then: what is typed later is not what was kept.
  const [keptMinor] = useState(amountMinor);
  const [isSeen, setSeen] = useState(now - sinceMs > LATE_MS);
  // Before it is seen: the first press may come with it.
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
