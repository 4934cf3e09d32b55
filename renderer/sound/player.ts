/** Plays cues as sine tones. The context is a parameter, so that tests can record the tones. */
import { tones, type Cue } from './cues.ts';
import type { SoundLevel } from './level.ts';

/** The used part of Web Audio. */
export type Context = Pick<
  AudioContext,
  'currentTime' | 'state' | 'resume' | 'createOscillator' | 'createGain' | 'destination'
>;

/** Peaks of −12 and −24 dBFS. */
const PEAKS: Readonly<Record<Exclude<SoundLevel, 'off'>, number>> = {
  normal: 10 ** (-12 / 20),
  quiet: 10 ** (-24 / 20),
};
/** Fade of a tone in seconds, at both ends: without it a speaker clicks. */
const RAMP_S = 0.005;
/**
 * Maximum delay of a sound in milliseconds. Browsers block sound until the first press, and a late sound would mislead.
 */
const WAIT_MS = 250;

export interface Player {
  play(cue: Cue, level: SoundLevel): void;
}

/** `open` creates the context once, before the first sound. `now` is in milliseconds. */
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
      // The browser rejects sound until the first press: the till then stays silent, and the screen shows everything
      // anyway.
      to.resume().then(
        () => {
          if (now() - askedAt <= WAIT_MS) schedule(to, cue, PEAKS[level]);
        },
        () => {},
      );
    },
  };
}
