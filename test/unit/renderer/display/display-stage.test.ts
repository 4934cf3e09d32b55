import { describe, expect, it } from 'vitest';
import {
  attemptStateSchema,
  outcomeNameOf,
  isOpenAttempt,
  type AttemptView,
  type HostState,
} from '../../../../electron/contract/index.ts';
import { displayStage, displayStageKey, LONG_AWAY_MS, unreadEnd } from '../../../../renderer/display/display-stage.ts';
import type { MirrorSlice } from '../../../../renderer/store/mirror-slice.ts';
import { payLink } from '../fixtures/display-screens.ts';
import { at, attempt, finished, hostState, NOW } from '../fixtures/states.ts';

const basket = { order: 'A-1187', amountMinor: 900, tipMinor: 0, surchargeMinor: 0, isChoosingTip: false };
const shown: NonNullable<HostState['display']> = { basket };
const mirrorOf = (
  host: HostState | null,
  state: 'connecting' | 'live' | 'away' = 'live',
  sinceMs = NOW,
): MirrorSlice => ({ host, epoch: 'e', seq: 1, connection: { state, sinceMs } });
const stageOf = (host: HostState | null, nowMs = NOW) => displayStage({ mirror: mirrorOf(host) }, nowMs);
const paid = (change: Partial<AttemptView> = {}) =>
  finished({ state: 'captured', capturedMinor: 4260, finishedAt: at(5_000), ...change });

describe('the order of precedence', () => {
  it('shows a running payment before everything else', () => {
    const host = hostState({ attempts: [attempt()], payLinks: [payLink()], display: shown });
    expect(stageOf(host).kind).toBe('live');
  });

  it('shows the published basket before a link, and a link only once it has an address', () => {
    const link = payLink();
    expect(stageOf(hostState({ payLinks: [link] })).kind).toBe('link');
    expect(stageOf(hostState({ payLinks: [link], display: shown })).kind).toBe('basket');
    expect(stageOf(hostState({ payLinks: [payLink({ state: 'creating', url: null })] })).kind).toBe('idle');
  });

  it('shows the next customer neither a link left open for another customer nor the thanks for it', () => {
    const left = { dismissed: [payLink().id] };
    expect(stageOf({ ...hostState({ payLinks: [payLink()] }), ...left }).kind).toBe('idle');
    const done = payLink({ state: 'paid', paidMinor: 4260, finishedAt: at(2_000) });
    expect(stageOf({ ...hostState({ payLinks: [done] }), ...left }).kind).toBe('idle');
    expect(stageOf({ ...hostState({ payLinks: [done], display: shown }), ...left }).kind).toBe('basket');
  });

  it('shows an outcome until a window dismisses it or its time has elapsed, independently of the clock', () => {
    const end = paid();
    const host = hostState({ attempts: [end], display: shown });
    expect(stageOf(host).kind).toBe('paid');
    expect(stageOf({ ...host, dismissed: [outcomeNameOf(end)] }).kind).toBe('basket');
    expect(stageOf(hostState({ attempts: [end], dismissed: [outcomeNameOf(end)] })).kind).toBe('idle');
    for (const nowMs of [NOW - 86_400_000, NOW + 86_400_000]) expect(stageOf(host, nowMs).kind).toBe('paid');
    expect(displayStage({ mirror: mirrorOf(host) }, NOW, unreadEnd(host)?.name).kind).toBe('basket');
  });

  it('shows the newest outcome only', () => {
    const host = hostState({
      attempts: [
        paid({ id: 'A-new', finishedAt: at(5_000) }),
        finished({ id: 'A-old', state: 'declined', finishedAt: at(9_000) }),
      ],
    });
    expect(stageOf(host)).toMatchObject({ kind: 'paid', id: 'A-new' });
  });

  it('thanks for a paid link, and shows nothing for a closed link', () => {
    const done = payLink({ state: 'paid', paidMinor: 4260, finishedAt: at(2_000) });
    expect(stageOf(hostState({ payLinks: [done] }))).toMatchObject({ kind: 'paid', paidMinor: 4260 });
    const closed = payLink({ state: 'closed', finishedAt: at(2_000) });
    expect(stageOf(hostState({ payLinks: [closed], display: shown })).kind).toBe('basket');
  });
});

describe('the outcome of a payment, for the customer', () => {
  it.each([
    ['captured', 'paid'],
    ['authorized', 'held'],
    ['refunded', 'refunded'],
    ['cancelled', 'cancelled'],
    ['released', 'cancelled'],
    ['declined', 'speak'],
    ['voided', 'speak'],
    ['failed', 'speak'],
    ['decided', 'speak'],
    ['checking', 'speak'],
    ['partial', 'speak'],
    ['asking', 'waiting'],
    ['working', 'live'],
  ] as const)('is shown for %s as %s', (state, kind) => {
    const isOpen = isOpenAttempt({ state });
    const change = isOpen ? { state } : { state, finishedAt: at(1_000) };
    expect(stageOf(hostState({ attempts: [attempt(change)] })).kind).toBe(kind);
  });

  it('has a stage for every state', () => {
    for (const state of attemptStateSchema.options) {
      expect(stageOf(hostState({ attempts: [attempt({ state, finishedAt: at(1_000) })] })).kind).not.toBe('idle');
    }
  });

  it('shows cancelled when no card was presented, and does not send the customer to the cashier', () => {
    const failure = { code: 'PAY_NO_CARD', message: '' } as const;
    expect(stageOf(hostState({ attempts: [finished({ state: 'failed', failure, finishedAt: at(1) })] })).kind).toBe(
      'cancelled',
    );
  });

  it('shows that less than the requested amount was paid', () => {
    expect(stageOf(hostState({ attempts: [paid({ capturedMinor: 3000 })] }))).toMatchObject({
      kind: 'partly',
      paidMinor: 3000,
    });
    // A hold captured for less is paid in full.
    expect(stageOf(hostState({ attempts: [paid({ kind: 'authorization', capturedMinor: 3000 })] })).kind).toBe('paid');
  });

  it('compares the paid amount with the amount owed: with the tip from the terminal, without room for a tip', () => {
    const tipped = paid({
      amountMinor: 10_000,
      totalMinor: 10_000,
      tipMinor: 2_000,
      terminalTipMinor: 2_000,
      capturedMinor: 10_500,
    });
    expect(stageOf(hostState({ attempts: [tipped] }))).toMatchObject({
      kind: 'partly',
      paidMinor: 10_500,
      restMinor: 1_500,
    });
    const room = paid({ kind: 'authorization', totalMinor: 5325, tipRoomMinor: 1065, capturedMinor: 3000 });
    expect(stageOf(hostState({ attempts: [room] }))).toMatchObject({
      kind: 'partly',
      paidMinor: 3000,
      restMinor: 1260,
    });
  });

  it('shows the held amount of a hold, whatever the total of the order', () => {
    const held = attempt({
      state: 'authorized',
      kind: 'authorization',
      totalMinor: 5325,
      tipRoomMinor: 1065,
      authorizedMinor: 5325,
      updatedAt: at(1_000),
    });
    expect(stageOf(hostState({ attempts: [held] }))).toMatchObject({
      kind: 'held',
      heldMinor: 5325,
      sum: { totalMinor: 4260 },
    });
  });

  it('leaves the room held for a tip out of the amount to pay', () => {
    const stage = stageOf(
      hostState({ attempts: [paid({ tipRoomMinor: 1000, totalMinor: 5260, capturedMinor: 5260 })] }),
    );
    expect(stage).toMatchObject({ sum: { totalMinor: 4260 } });
  });
});

describe('the display while the host is away', () => {
  it('shows "Starting up", with or without a payment', () => {
    for (const host of [null, hostState(), hostState({ attempts: [attempt()], display: shown })]) {
      const mirror = mirrorOf(host, host ? 'away' : 'connecting');
      expect(displayStage({ mirror }, NOW + 1_000).kind).toBe('moment');
    }
  });

  it('sends the customer of a payment to the cashier after a long wait', () => {
    const mirror = mirrorOf(hostState({ attempts: [attempt()] }), 'away');
    expect(displayStage({ mirror }, NOW + LONG_AWAY_MS).kind).toBe('speak');
    expect(displayStage({ mirror: mirrorOf(hostState(), 'away') }, NOW + LONG_AWAY_MS).kind).toBe('moment');
  });

  it('sends the customer to the cashier at once when the record cannot be written', () => {
    const failure = { code: 'JRNL_UNWRITABLE', message: '' } as const;
    const journal = { failure, since: at(0), quarantined: null };
    expect(stageOf(hostState({ attempts: [attempt()], journal })).kind).toBe('speak');
    expect(stageOf(hostState({ journal })).kind).toBe('idle');
  });
});

it('gives a new key to a new prompt, a new outcome and the question about a tip, but not to digits', () => {
  const key = (host: HostState) => displayStageKey(stageOf(host));
  expect(key(hostState({ display: shown }))).toBe(
    key(hostState({ display: { basket: { ...basket, amountMinor: 90_000 } } })),
  );
  expect(key(hostState({ display: { basket: { ...basket, isChoosingTip: true } } }))).not.toBe(
    key(hostState({ display: shown })),
  );
  expect(key(hostState({ attempts: [attempt()] }))).not.toBe(
    key(hostState({ attempts: [attempt({ prompt: 'enter-pin' })] })),
  );
});
