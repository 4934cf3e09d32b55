import { describe, expect, it } from 'vitest';
import {
  outcomeNameOf,
  isOpenAttempt,
  attemptStateSchema,
  promptSchema,
  type HostState,
} from '../../../electron/contract/index.ts';
import { outcomeOf, screenKeyOf, screenOf } from '../../../renderer/store/screen-of.ts';
import { lastPaid, shownAttempt, tillTerminal } from '../../../renderer/store/selectors.ts';
import type { TillState } from '../../../renderer/store/till-store.ts';
import { nothingTyped } from '../../../renderer/store/sale-slice.ts';
import { at, attempt, finished, hostState, NOW, press, terminal } from './fixtures/states.ts';
import { screens } from './fixtures/screens.ts';
import { fixtureTill } from './fixtures/fixture-till.ts';

function state(
  host: HostState | null,
  sale: Partial<TillState['sale']> = {},
  connection: TillState['mirror']['connection']['state'] = 'live',
): TillState {
  return {
    mirror: { host, epoch: 'one', seq: 1, connection: { state: connection, sinceMs: NOW } },
    sale: {
      ...nothingTyped,
      submission: null,
      repeat: null,
      problem: null,
      dismissed: [],
      own: [],
      unmatchedRead: 0,
      link: { submission: null, repeat: null },
      ...sale,
    },
  };
}
const submission = press();

describe('screenOf', () => {
  it('shows "Starting up" while the host is away, whatever was on screen', () => {
    expect(screenOf(state(null, {}, 'connecting'))).toMatchObject({ kind: 'moment', isFirst: true });
    const running = hostState({ attempts: [attempt()] });
    expect(screenOf(state(running, {}, 'away'))).toMatchObject({ kind: 'moment', isFirst: false, sinceMs: NOW });
  });

  it('shows sending from the press until the host shows the attempt, then the attempt', () => {
    expect(screenOf(state(hostState(), { submission: submission }))).toMatchObject({ kind: 'sending' });
    const known = hostState({ attempts: [attempt({ id: submission.id })] });
    expect(screenOf(state(known, { submission: submission }))).toMatchObject({ kind: 'live' });
  });

  it('never shows an older outcome in place of a press in flight', () => {
    const old = hostState({ attempts: [finished({ state: 'captured', capturedMinor: 4260 })] });
    expect(screenOf(state(old, { submission: submission }))).toMatchObject({ kind: 'sending' });
  });

  it.each(attemptStateSchema.options)('has a screen for an attempt in state %s', (name) => {
    const isOpen = isOpenAttempt({ state: name });
    const one = isOpen ? attempt({ state: name }) : finished({ state: name });
    const screen = screenOf(state(hostState({ attempts: [one] })));
    if (name === 'working') expect(screen.kind).toBe('live');
    else if (name === 'checking') expect(screen.kind).toBe('checking');
    else if (name === 'partial') expect(screen.kind).toBe('part');
    else if (name === 'asking') expect(screen.kind).toBe('same-card');
    else expect(screen).toMatchObject({ kind: 'outcome', outcome: outcomeOf(one) });
  });

  it('distinguishes paid, too late and partly paid by the captured amount', () => {
    expect(outcomeOf(finished({ state: 'captured', capturedMinor: 4260 }))).toBe('paid');
    expect(outcomeOf(finished({ state: 'captured', capturedMinor: 5000 }))).toBe('paid');
    expect(outcomeOf(finished({ state: 'captured', capturedMinor: 3000 }))).toBe('partly-paid');
    expect(outcomeOf(finished({ state: 'captured', capturedMinor: 4260, cancelTooLate: true }))).toBe('too-late');
    // A cancel too late for a partial payment leaves a rest to pay.
    expect(outcomeOf(finished({ state: 'captured', capturedMinor: 3000, cancelTooLate: true }))).toBe('partly-paid');
  });

  it('distinguishes no card from other failures', () => {
    expect(outcomeOf(finished({ state: 'failed', failure: { code: 'PAY_NO_CARD', message: '' } }))).toBe('no-card');
    expect(outcomeOf(finished({ state: 'failed', failure: { code: 'TERM_SILENT', message: '' } }))).toBe('failed');
    expect(outcomeOf(finished({ state: 'voided', failure: { code: 'PAY_NOT_COMPLETED', message: '' } }))).toBe(
      'not-completed',
    );
  });

  it('keeps an open payment on screen regardless of its age, and an outcome until it is dismissed', () => {
    const old = attempt({ state: 'checking', startedAt: at(86_400_000), updatedAt: at(86_000_000) });
    expect(screenOf(state(hostState({ attempts: [old] }))).kind).toBe('checking');
    const paid = finished({ state: 'captured', capturedMinor: 4260 });
    const host = hostState({ attempts: [paid] });
    expect(screenOf(state(host)).kind).toBe('outcome');
    expect(screenOf(state(host, { dismissed: [outcomeNameOf(paid)] })).kind).toBe('idle');
    expect(screenOf(state({ ...host, dismissed: [outcomeNameOf(paid)] })).kind).toBe('idle');
  });

  it('shows a payment that seems to end before the last dismissed payment, because the clock was put back', () => {
    const before = finished({ id: '019cec2e-0000-7000-8000-00000000000b', state: 'captured', finishedAt: at(0) });
    const host = { ...hostState(), dismissed: [outcomeNameOf(before)] };
    for (const name of ['captured', 'declined'] as const) {
      const after = finished({ id: '019cec2e-0000-7000-8000-00000000000c', state: name, finishedAt: at(3_600_000) });
      const screen = screenOf(state({ ...host, attempts: [after, before] }));
      expect(screen).toMatchObject({ kind: 'outcome', attempt: { id: after.id } });
    }
  });

  it('shows a payment that was checking, even after a newer payment was dismissed', () => {
    const newer = finished({ id: '019cec2e-0000-7000-8000-00000000000b', state: 'captured', finishedAt: at(60_000) });
    const older = finished({ id: '019cec2e-0000-7000-8000-00000000000a', state: 'cancelled', finishedAt: at(1_000) });
    const host = hostState({ attempts: [newer, older] });
    expect(shownAttempt(state({ ...host, dismissed: [outcomeNameOf(newer)] }))?.id).toBe(older.id);
  });

  it.each([
    ['lost', 'terminal'],
    ['failed', 'terminal'],
    ['rebooting', 'terminal'],
    ['ready', 'idle'],
    ['busy', 'idle'],
    ['looking', 'idle'],
    ['identifying', 'idle'],
  ] as const)('shows with the terminal %s and no payment the %s screen', (terminalState, kind) => {
    expect(screenOf(state(hostState({ terminals: [terminal({ state: terminalState })] }))).kind).toBe(kind);
  });

  it('shows a terminal without payments as unusable, and prefers another terminal', () => {
    const failure = { code: 'DEVICE_NOT_ENABLED', message: '' } as const;
    const refused = terminal({ device: { id: null, failure, askedAt: at(0) } });
    expect(screenOf(state(hostState({ terminals: [refused] })))).toMatchObject({ kind: 'terminal', trouble: 'failed' });
    const other = terminal({ id: 'spare' });
    expect(screenOf(state(hostState({ terminals: [refused, other] }))).kind).toBe('idle');
  });

  it('locks Charge on the idle screen with the reason', () => {
    const lockOf = (host: HostState) => {
      const screen = screenOf(state(host));
      return screen.kind === 'idle' ? screen.lock : screen.kind;
    };
    expect(lockOf(hostState())).toBeNull();
    expect(lockOf(hostState({ terminals: [terminal({ state: 'busy' })] }))).toBe('busy');
    expect(lockOf(hostState({ terminals: [terminal({ state: 'identifying' })] }))).toBe('looking');
    expect(lockOf(hostState({ terminals: [] }))).toBe('terminal');
  });

  it.each([
    ['unreachable', 'platform'],
    ['refused', 'platform'],
    ['not-configured', 'platform'],
    ['reachable', 'idle'],
    ['unknown', 'idle'],
  ] as const)('shows with the platform %s and no payment the %s screen', (platform, kind) => {
    const host = hostState();
    expect(screenOf(state({ ...host, platform: { ...host.platform, state: platform } })).kind).toBe(kind);
  });

  it('gives a new key to the screen for every prompt and outcome, not for a new age', () => {
    const keys = promptSchema.options.map((prompt) => screenKeyOf({ kind: 'live', attempt: attempt({ prompt }) }));
    expect(new Set(keys).size).toBe(keys.length);
    const one = screenOf(state(hostState({ attempts: [attempt({ updatedAt: at(5) })] })));
    const later = screenOf(state(hostState({ attempts: [attempt({ updatedAt: at(1) })] })));
    expect(screenKeyOf(one)).toBe(screenKeyOf(later));
  });

  it('covers every fixture of the gallery', () => {
    for (const [name, fixture] of Object.entries(screens)) {
      expect(screenOf(fixtureTill(fixture).store.getState()), name).toBeDefined();
    }
  });
});

describe('selectors', () => {
  it('picks the terminal that can take a payment before a terminal that cannot', () => {
    const lost = terminal({ id: 'a', state: 'lost' });
    const ready = terminal({ id: 'b', state: 'ready' });
    expect(tillTerminal(hostState({ terminals: [lost, ready] }))?.id).toBe('b');
    expect(tillTerminal(hostState({ terminals: [lost] }))?.id).toBe('a');
    expect(tillTerminal(hostState({ terminals: [] }))).toBeUndefined();
  });

  it('never picks a terminal that takes no payments over its cable, unless the platform drives it', () => {
    const watched = terminal({ id: 'a', state: 'ready', takesPayments: false });
    const lost = terminal({ id: 'b', state: 'lost' });
    expect(tillTerminal(hostState({ terminals: [watched, lost] }))?.id).toBe('b');
    expect(tillTerminal(hostState({ terminals: [watched] }))).toBeUndefined();
    expect(tillTerminal(hostState({ terminals: [{ ...watched, route: 'cloud' }] }))?.id).toBe('a');
  });

  it('finds the last paid sale', () => {
    const host = hostState({
      attempts: [finished({ id: 'z2', state: 'declined' }), finished({ id: 'z1', state: 'captured' })],
    });
    expect(lastPaid(host)?.id).toBe('z1');
  });
});
