// @vitest-environment jsdom
/** The till cannot use its records: the screen shows each reason, and charging is impossible. */
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FailureCode, HostState } from '../../../electron/contract/index.ts';
import { chargeLock } from '../../../renderer/sale/charge-lock.ts';
import { kioskStage } from '../../../renderer/kiosk/kiosk-stage.ts';
import { mirrorOf } from '../../../renderer/store/till-store.ts';
import { words as en } from '../../../electron/words/generated/en/index.ts';
import { fixtureTill, type FixtureTill } from './fixtures/fixture-till.ts';
import { attempt, hostState, NOW } from './fixtures/states.ts';
import { showWindow } from './fixtures/window.tsx';

function show(host: HostState | null, away?: FailureCode): FixtureTill {
  const till = fixtureTill({ host, ...(away && !host ? { connection: 'connecting' } : {}), typed: '1500' });
  if (away) mirrorOf(till.store, () => NOW).setConnection('away', away);
  showWindow(till);
  return till;
}

const withJournal = (
  failure: FailureCode | null,
  more: Partial<HostState> = {},
  file: string | null = null,
): HostState =>
  hostState({
    ...more,
    journal: {
      failure: failure && { code: failure, message: 'told by a test' },
      since: new Date(NOW - 5_000).toISOString(),
      quarantined: file === null ? null : { at: new Date(NOW - 60_000).toISOString(), file },
    },
  });

const codes = ['JRNL_UNWRITABLE', 'JRNL_CORRUPT', 'JRNL_NEWER', 'JRNL_IN_USE'] as const;

describe('the sale place', () => {
  it.each([...codes, 'CFG_INVALID', 'HOST_INTERNAL'] as const)(
    'gives the reason and the next step of %s at the very first start, and has no key that charges',
    (code) => {
      const till = show(null, code);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(en.outcomes.stopped.heading);
      const text = document.body.textContent;
      expect(text).toContain(en.failures[code].what);
      expect(text).toContain(en.failures[code].next);
      const { elsewhere, unread } = en.outcomes.stopped;
      expect(text).toContain(code === 'JRNL_IN_USE' ? elsewhere : unread);
      // The earlier process run may have stopped during a payment.
      expect(text).not.toContain(en.outcomes.noneRunning);
      expect(text).toContain(code);
      expect(screen.queryByRole('button', { name: /Charge/ })).toBeNull();
      expect(chargeLock(till.store.getState(), en)).not.toBeNull();
    },
  );

  it.each(codes)('says after %s during a payment that the outcome is not known yet', (code) => {
    show(hostState({ attempts: [attempt({ state: 'working', prompt: 'asking-bank' })] }), code);
    expect(document.body.textContent).toContain(en.failures[code].what);
    expect(document.body.textContent).toContain(en.outcomes.notKnown);
    expect(document.body.textContent).not.toContain(en.outcomes.noneRunning);
  });

  it('does not claim for a till that stopped while idle that no payment ran afterwards', () => {
    show(hostState({}), 'JRNL_UNWRITABLE');
    expect(document.body.textContent).toContain(en.outcomes.stopped.unread);
    expect(document.body.textContent).not.toContain(en.outcomes.noneRunning);
  });

  it('reports a host that cannot write before Charge is pressed, and continues when it can', () => {
    const till = show(withJournal('JRNL_UNWRITABLE'));
    expect(document.body.textContent).toContain(en.failures.JRNL_UNWRITABLE.what);
    expect(document.body.textContent).toContain(en.outcomes.noneRunning);
    expect(chargeLock(till.store.getState(), en)).toBe(en.outcomes.stopped.heading);
    act(() => till.show(withJournal(null)));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(en.counter.toCharge);
    expect(chargeLock(till.store.getState(), en)).toBeNull();
  });

  it('shows no outdated prompt for a payment that runs while the host cannot write', () => {
    show(withJournal('JRNL_UNWRITABLE', { attempts: [attempt({ state: 'working', prompt: 'asking-bank' })] }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(en.outcomes.stopped.heading);
    expect(document.body.textContent).toContain(en.outcomes.notKnown);
  });

  it('reports a damaged record in quarantine with its file, and locks nothing', () => {
    const till = show(withJournal(null, {}, 'journal.sqlite.damaged-20260105T090000000Z'));
    expect(document.body.textContent).toContain(en.outcomes.stopped.quarantinedNext);
    expect(document.body.textContent).toContain('journal.sqlite.damaged-20260105T090000000Z');
    expect(chargeLock(till.store.getState(), en)).toBeNull();
  });

  it('reports written settings that are not in use before an amount is typed', () => {
    const failure = { code: 'CFG_INVALID' as const, message: 'settings.json: platform.password: is missing' };
    const said = en.outcomes.stopped.settingsRefused;
    const till = show(hostState({ settings: { revision: 'a', isWaiting: false, failure } }));
    expect(document.body.textContent).toContain(said);
    act(() => till.show(hostState({ settings: { revision: 'b', isWaiting: false, failure: null } })));
    expect(document.body.textContent).not.toContain(said);
  });

  it('shows a restart without a reason only as a moment', () => {
    const till = show(hostState({}), 'JRNL_UNWRITABLE');
    act(() => mirrorOf(till.store, () => NOW).setConnection('away', null));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(en.outcomes.moment.heading);
  });
});

describe('a kiosk', () => {
  const stage = (host: HostState, away?: FailureCode) => {
    const till = fixtureTill({ host });
    if (away) mirrorOf(till.store, () => NOW).setConnection('away', away);
    return kioskStage(till.store.getState(), { isStarted: true, nowMs: NOW });
  };

  it('rests without the reason, and waits with a customer whose payment is open', () => {
    expect(stage(hostState({}), 'JRNL_CORRUPT')).toEqual({ kind: 'resting' });
    expect(stage(withJournal('JRNL_UNWRITABLE'))).toEqual({ kind: 'resting' });
    const open = attempt({ state: 'working' });
    expect(stage(hostState({ attempts: [open] }), 'JRNL_CORRUPT')).toMatchObject({
      kind: 'speak',
      mayHaveCharged: true,
    });
  });
});
