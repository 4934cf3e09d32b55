import { useEffect, useRef, useState } from 'react';
import { screenKeyOf, useScreen } from '../store/index.ts';
import { planOf } from './cues.ts';
import { soundLevel } from './level.ts';
import { createPlayer, type Context } from './player.ts';

/** What was on screen when this window opened is no news. */
const NOTHING_YET = Symbol('nothing yet');

/** Null where this browser has no sound at all: the screen says everything anyway. */
function openAudio(): Context | null {
  return 'AudioContext' in window ? new AudioContext() : null;
}

/** Lets what happens at the till be heard, whichever place is open. Draws nothing. */
export function Sounds({ open = openAudio }: { open?: () => Context | null }) {
  const [player] = useState(() => createPlayer(open, () => performance.now()));
  const screen = useScreen();
  const key = screenKeyOf(screen);
  const before = useRef<string | typeof NOTHING_YET>(NOTHING_YET);
  /** The last thing that was heard: coming back to it (after a moment without the host) is no news either. */
  const heard = useRef('');
  const latest = useRef(screen);
  useEffect(() => {
    latest.current = screen;
  });
  useEffect(() => {
    const isFirst = before.current === NOTHING_YET;
    // Before the host has been heard there is nothing to compare with.
    if (isFirst && latest.current.kind === 'moment') return undefined;
    before.current = key;
    const plan = planOf(latest.current);
    if (!plan) return undefined;
    const isNews = !isFirst && heard.current !== key;
    heard.current = key;
    const timers = plan.atMs.flatMap((ms) => {
      if (ms > 0) return [setTimeout(() => player.play(plan.cue, soundLevel()), ms)];
      if (isNews) player.play(plan.cue, soundLevel());
      return [];
    });
    return () => timers.forEach(clearTimeout);
  }, [key, player]);
  return null;
}
