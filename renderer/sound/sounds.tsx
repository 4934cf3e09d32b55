import { useEffect, useRef, useState } from 'react';
import { screenKeyOf, useScreen } from '../store/index.ts';
import { planOf } from './cues.ts';
import { soundLevel } from './level.ts';
import { createPlayer, type Context } from './player.ts';

/** The screen at the opening of this window makes no sound. */
const NOTHING_YET = Symbol('nothing yet');

/** Opens the browser's audio. Returns null in a browser without audio, where the screen shows the same facts. */
function openAudio(): Context | null {
  return 'AudioContext' in window ? new AudioContext() : null;
}

/** Plays the sounds of the till's events on every screen. Renders nothing visible. */
export function Sounds({ open = openAudio }: { open?: () => Context | null }) {
  const [player] = useState(() => createPlayer(open, () => performance.now()));
  const screen = useScreen();
  const key = screenKeyOf(screen);
  const before = useRef<string | typeof NOTHING_YET>(NOTHING_YET);
  /** Key of the last screen with a sound: returning to it after a short disconnection is silent too. */
  const heard = useRef('');
  const latest = useRef(screen);
  useEffect(() => {
    latest.current = screen;
  });
  useEffect(() => {
    const isFirst = before.current === NOTHING_YET;
    // Before the host's first snapshot there is no earlier screen to compare with.
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
