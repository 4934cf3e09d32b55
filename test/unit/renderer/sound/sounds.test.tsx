// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tones, type Cue } from '../../../../renderer/sound/cues.ts';
import { setSoundLevel } from '../../../../renderer/sound/level.ts';
import { createPlayer, type Context } from '../../../../renderer/sound/player.ts';
import { Sounds } from '../../../../renderer/sound/sounds.tsx';
import { TillProvider } from '../../../../renderer/store/index.ts';
import type { HostState } from '../../../../electron/contract/index.ts';
import { fixtureTill } from '../fixtures/fixture-till.ts';
import { at, attempt, finished, hostState, terminal } from '../fixtures/states.ts';

interface Heard {
  hertz: number;
  startS: number;
  endS: number;
  peak: number;
}

/** Fakes Web Audio, and records every oscillator. */
function ear(state: AudioContextState = 'running') {
  const heard: Heard[] = [];
  let allow = () => {};
  const context = {
    state,
    currentTime: 1,
    destination: {},
    resume: () =>
      new Promise<void>((resolve) => {
        allow = resolve;
      }),
    createGain: () => {
      const levels: number[] = [];
      return {
        levels,
        gain: {
          setValueAtTime: (value: number) => void levels.push(value),
          linearRampToValueAtTime: (value: number) => void levels.push(value),
        },
        connect: () => {},
      };
    },
    createOscillator: () => {
      const one: Heard = { hertz: 0, startS: 0, endS: 0, peak: 0 };
      return {
        type: 'sine',
        frequency: { setValueAtTime: (hertz: number) => (one.hertz = hertz) },
        connect: (gain: { levels: number[] }) => {
          one.peak = Math.max(...gain.levels);
        },
        start: (atS: number) => {
          one.startS = atS;
          heard.push(one);
        },
        stop: (atS: number) => (one.endS = atS),
      };
    },
  } as unknown as Context;
  return { context, heard, allow: () => allow(), hertz: () => heard.map(({ hertz }) => hertz) };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  setSoundLevel('normal');
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a tone', () => {
  it.each([
    ['paid', [660, 990], [0.09, 0.14]],
    ['partly-paid', [660, 990, 660], [0.09, 0.14, 0.09]],
    ['declined', [440, 330], [0.12, 0.18]],
    ['cancelled', [440], [0.12]],
    ['too-late', [440, 660, 990], [0.12, 0.09, 0.14]],
    ['checking', [550, 550], [0.08, 0.08]],
    ['trouble', [330, 330, 330], [0.07, 0.07, 0.07]],
    ['act', [1200], [0.02]],
  ] satisfies [Cue, number[], number[]][])('%s matches the design, one tone after the other', (cue, hertz, seconds) => {
    const { context, heard } = ear();
    createPlayer(
      () => context,
      () => 0,
    ).play(cue, 'normal');
    expect(heard.map((one) => one.hertz)).toEqual(hertz);
    expect(heard.map(({ startS, endS }) => Number((endS - startS).toFixed(3)))).toEqual(seconds);
    for (const [index, one] of heard.entries()) expect(one.startS).toBeGreaterThanOrEqual(heard[index - 1]?.endS ?? 1);
    // −12 dBFS
    for (const { peak } of heard) expect(peak).toBeCloseTo(0.251, 3);
  });

  it('is quieter on Quiet, and opens no audio on Off', () => {
    const { context, heard } = ear();
    createPlayer(
      () => context,
      () => 0,
    ).play('paid', 'quiet');
    expect(heard[0]?.peak).toBeCloseTo(0.063, 3);
    const open = vi.fn(() => context);
    createPlayer(open, () => 0).play('paid', 'off');
    expect(open).not.toHaveBeenCalled();
  });

  it('is not played late when it could not be played in time', async () => {
    const late = ear('suspended');
    let nowMs = 0;
    const player = createPlayer(
      () => late.context,
      () => nowMs,
    );
    player.play('paid', 'normal');
    nowMs = 5_000;
    late.allow();
    await Promise.resolve();
    expect(late.heard).toEqual([]);
    player.play('paid', 'normal');
    late.allow();
    await Promise.resolve();
    expect(late.hertz()).toEqual([660, 990]);
  });

  it('has at least one tone for every cue', () => {
    for (const list of Object.values(tones)) expect(list.length).toBeGreaterThan(0);
  });
});

describe('sounds of the till', () => {
  function listen(host: HostState) {
    const till = fixtureTill({ host });
    const listening = ear();
    render(
      <TillProvider till={till}>
        <Sounds open={() => listening.context} />
      </TillProvider>,
    );
    return { ...listening, show: (next: HostState) => act(() => till.show(next)) };
  }
  const paid = hostState({ attempts: [finished({ state: 'captured', capturedMinor: 4260 })] });

  it('play when a payment is paid, and not for an outcome on screen when the window opened', () => {
    const { hertz, show } = listen(hostState({ attempts: [attempt()] }));
    expect(hertz()).toEqual([]);
    show(paid);
    expect(hertz()).toEqual([660, 990]);
    cleanup();
    expect(listen(paid).hertz()).toEqual([]);
  });

  it.each([
    ['declined', { state: 'declined' }, [440, 330]],
    ['cancelled', { state: 'cancelled' }, [440]],
    ['too late', { state: 'captured', capturedMinor: 4260, cancelTooLate: true }, [440, 660, 990]],
    ['partly paid', { state: 'captured', capturedMinor: 3000 }, [660, 990, 660]],
    ['failed', { state: 'failed', failure: { code: 'TERM_SILENT', message: 'x' } }, [330, 330, 330]],
    ['decided by a person', { state: 'decided', decision: { verdict: 'paid', by: 'Mo', reason: 'slip' } }, []],
  ] as const)('match the outcome: %s', (_name, change, hertz) => {
    const { hertz: heard, show } = listen(hostState({ attempts: [attempt()] }));
    show(hostState({ attempts: [finished(change)] }));
    expect(heard()).toEqual(hertz);
  });

  it('play for checking twice, then every 30 s, at most three times', () => {
    const { hertz, show } = listen(hostState({ attempts: [attempt()] }));
    show(hostState({ attempts: [attempt({ state: 'checking', prompt: null })] }));
    expect(hertz()).toHaveLength(2);
    act(() => void vi.advanceTimersByTime(10 * 60_000));
    expect(hertz()).toHaveLength(8);
    expect(new Set(hertz())).toEqual(new Set([550]));
  });

  it('play for a PIN at once, for a card left in after five seconds, and not once it is out', () => {
    const { hertz, show } = listen(hostState({ attempts: [attempt()] }));
    show(hostState({ attempts: [attempt({ prompt: 'enter-pin' })] }));
    expect(hertz()).toEqual([1200]);
    show(hostState({ attempts: [attempt({ prompt: 'remove-card' })] }));
    act(() => void vi.advanceTimersByTime(4_900));
    expect(hertz()).toEqual([1200]);
    act(() => void vi.advanceTimersByTime(200));
    expect(hertz()).toEqual([1200, 1200]);
    show(paid);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(hertz()).toEqual([1200, 1200, 660, 990]);
  });

  it('play for an unplugged terminal, and not for keys or an amount', () => {
    const { hertz, show } = listen(hostState());
    show(hostState({ terminals: [terminal({ state: 'lost', since: at(10) })] }));
    expect(hertz()).toEqual([330, 330, 330]);
    show(hostState());
    expect(hertz()).toEqual([330, 330, 330]);
  });

  it('do not play on Off', () => {
    setSoundLevel('off');
    const { hertz, show } = listen(hostState({ attempts: [attempt()] }));
    show(paid);
    expect(hertz()).toEqual([]);
  });
});
