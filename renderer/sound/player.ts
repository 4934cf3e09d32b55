/** Plays cues as sine tones. The context is a parameter, so that tests hear what would be played. */
import { tones, type Cue } from './cues.ts';
import type { SoundLevel } from './level.ts';

/** What is used of Web Audio. */
export type Context = Pick<
  AudioContext,
  'currentTime' | 'state' | 'resume' | 'createOscillator' | 'createGain' | 'destination'
>;

/** Peaks of −12 and −24 dBFS. */
const PEAKS: Readonly<Record<Exclude<SoundLevel, 'off'>, number>> = {
  normal: 10 ** (-12 / 20),
  quiet: 10 ** (-24 / 20),
};
/** A tone fades in and out in this time, seconds: without it a speaker clicks. */
const RAMP_S = 0.005;
/** A browser lets a page sound only after a press. What could not be heard by then is not played late, milliseconds. */
const WAIT_MS = 250;

export interface Player {
  play(cue: Cue, level: SoundLevel): void;
}

/** `open` makes the context, once and not before something is to be heard. `now` in milliseconds. */
export function createPlayer(open: () => Context | null, now: () => number): Player {
  let context: Context | null | undefined;
  const schedule = (to: Context, cue: Cue, peak: number): void => {
    let at = to.currentTime;
    for (const { hertz, ms, gapMs = 0 } of tones[cue]) {
      const end = at + ms / 1000;
      const oscillator = to.createOscillator();
      const gain = to.createGain();
      oscillator.type = 'sine';
      oscillator.frequency.setValueAtTime(hertz, at);
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(peak, at + RAMP_S);
      gain.gain.setValueAtTime(peak, end - RAMP_S);
      gain.gain.linearRampToValueAtTime(0, end);
      oscillator.connect(gain);
      gain.connect(to.destination);
      oscillator.start(at);
      oscillator.stop(end);
      at = end + gapMs / 1000;
    }
  };
  return {
    play(cue, level) {
      if (level === 'off') return;
      if (context === undefined) context = open();
      const to = context;
      if (!to) return;
      if (to.state === 'running') return schedule(to, cue, PEAKS[level]);
      const askedAt = now();
      // Refused until somebody presses something: then it stays silent, and the screen says it all the same.
      to.resume().then(
        () => {
          if (now() - askedAt <= WAIT_MS) schedule(to, cue, PEAKS[level]);
        },
        () => {},
      );
    },
  };
}
