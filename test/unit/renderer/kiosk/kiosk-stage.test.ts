import { describe, expect, it } from 'vitest';
import {
  attemptStateSchema,
  isOpenAttempt,
  failureCodes,
  mayHaveChargedAfter,
  promptSchema,
  type AttemptView,
  type HostState,
} from '../../../../electron/contract/index.ts';
import { promptForCustomer } from '../../../../renderer/components/customer-prompt.ts';
import { kioskStage, LONG_MOMENT_MS, stageKey, stageLimitMs } from '../../../../renderer/kiosk/kiosk-stage.ts';
import { setProblem, setSale } from '../../../../renderer/store/till-store.ts';
import { textsFor, withWords } from '../../../../renderer/text/index.ts';
import { answeringTill } from '../fixtures/answering-till.ts';
import { at, attempt, finished, hostState, NOW, press, terminal, visa } from '../fixtures/states.ts';
import { customerWords } from '../../../../renderer/text/customer-words.ts';

const texts = withWords(textsFor('en-US'), customerWords);

function stageOf(
  host: HostState | null,
  { isStarted = false, nowMs = NOW, prepare = (_till: ReturnType<typeof answeringTill>) => {} } = {},
) {
  const till = answeringTill(host);
  prepare(till);
  return kioskStage(till.store.getState(), { isStarted, nowMs });
}
const ended = (change: Partial<AttemptView>) => stageOf(hostState({ attempts: [finished(change)] }));

describe('the stage of a kiosk', () => {
  it('waits for a customer, then for an amount', () => {
    expect(stageOf(hostState()).kind).toBe('attract');
    expect(stageOf(hostState(), { isStarted: true }).kind).toBe('amount');
  });

  const troubles: [string, Partial<HostState>][] = [
    ['terminal lost', { terminals: [terminal({ state: 'lost' })] }],
    ['terminal failed', { terminals: [terminal({ state: 'failed' })] }],
    ['terminal restarting', { terminals: [terminal({ state: 'rebooting' })] }],
    ['terminal being looked for', { terminals: [terminal({ state: 'looking' })] }],
    ['terminal busy elsewhere', { terminals: [terminal({ state: 'busy' })] }],
    ['no terminal', { terminals: [] }],
    ...(['unreachable', 'refused', 'not-configured'] as const).map((state): [string, Partial<HostState>] => [
      `platform ${state}`,
      { platform: { ...hostState().platform, state } },
    ]),
  ];
  it.each(troubles)('rests before and after the start: %s', (_name, change) => {
    for (const isStarted of [true, false]) expect(stageOf(hostState(change), { isStarted }).kind).toBe('resting');
  });

  it('shows a running payment regardless of the equipment', () => {
    const host = hostState({ attempts: [attempt()], terminals: [terminal({ state: 'busy' })] });
    expect(stageOf(host).kind).toBe('live');
  });

  it.each(attemptStateSchema.options)('has a stage for every outcome of a payment: %s', (state) => {
    const stage = stageOf(
      hostState({ attempts: [isOpenAttempt({ state }) ? attempt({ state }) : finished({ state })] }),
    );
    const kinds = {
      working: 'live',
      checking: 'speak',
      captured: 'thanks',
      authorized: 'speak',
      declined: 'speak',
      cancelled: 'not-paid',
      voided: 'not-paid',
      partial: 'speak',
      asking: 'same-card',
      refunded: 'speak',
      released: 'speak',
      decided: 'speak',
      failed: 'speak',
    };
    expect(stage.kind).toBe(kinds[state]);
  });

  it('says that the customer was not charged only when that is certain', () => {
    expect(ended({ state: 'declined' })).toMatchObject({ mayHaveCharged: false, canTryAnother: true, isOpen: false });
    expect(ended({ state: 'failed', failure: { code: 'TERM_SILENT', message: '' } })).toMatchObject({
      mayHaveCharged: false,
    });
    expect(ended({ state: 'authorized' })).toMatchObject({ mayHaveCharged: true, canTryAnother: false });
    expect(stageOf(hostState({ attempts: [attempt({ state: 'checking' })] }))).toMatchObject({
      mayHaveCharged: true,
      isOpen: true,
      canTryAnother: false,
    });
  });

  it('distinguishes paid, too late, partly paid, no card and card removed', () => {
    expect(ended({ state: 'captured', capturedMinor: 4260 })).toMatchObject({ kind: 'thanks', isTooLate: false });
    expect(ended({ state: 'captured', cancelTooLate: true })).toMatchObject({ kind: 'thanks', isTooLate: true });
    expect(ended({ state: 'captured', capturedMinor: 3000 }).kind).toBe('partly');
    expect(ended({ state: 'failed', failure: { code: 'PAY_NO_CARD', message: '' } })).toMatchObject({ why: 'no-card' });
    const neverArrived = { code: 'PAY_NEVER_ARRIVED', message: '' } as const;
    expect(ended({ state: 'failed', failure: neverArrived })).toMatchObject({ kind: 'not-paid', why: 'not-completed' });
    expect(ended({ state: 'voided', isCardOut: true })).toMatchObject({ kind: 'not-paid', why: 'card-out' });
    expect(ended({ state: 'voided' })).toMatchObject({ kind: 'not-paid', why: 'not-completed' });
  });

  it.each(failureCodes)('offers help after Pay was refused with %s, with the known truth about the money', (code) => {
    const stage = stageOf(hostState(), {
      isStarted: true,
      prepare: ({ store }) => setProblem(store, { code, message: 'fixture' }),
    });
    expect(stage).toMatchObject({
      kind: 'speak',
      attempt: null,
      mayHaveCharged: mayHaveChargedAfter(code),
      canTryAnother: false,
    });
  });

  it('shows "Starting up" while the host is away, then rests, but never rests during a payment', () => {
    const away = (host: HostState, ms: number) =>
      stageOf(host, { nowMs: NOW + ms, prepare: (till) => till.setConnection('away') });
    expect(stageOf(null, { nowMs: NOW + 60_000 }).kind).toBe('moment');
    expect(away(hostState(), LONG_MOMENT_MS - 1).kind).toBe('moment');
    expect(away(hostState(), LONG_MOMENT_MS).kind).toBe('resting');
    const paying = hostState({ attempts: [attempt()] });
    expect(away(paying, LONG_MOMENT_MS - 1).kind).toBe('moment');
    expect(away(paying, LONG_MOMENT_MS)).toMatchObject({ kind: 'speak', mayHaveCharged: true, isOpen: true });
  });

  it('does not rest after a press of Pay that the host has not confirmed', () => {
    const pressed = press({ id: 'A-1', amountMinor: 100, pressedAtMs: NOW });
    const stage = stageOf(hostState(), {
      nowMs: NOW + LONG_MOMENT_MS,
      prepare: (till) => {
        till.setConnection('away');
        setSale(till.store, { submission: pressed });
      },
    });
    expect(stage).toMatchObject({ kind: 'speak', mayHaveCharged: true, isOpen: true });
  });
});

describe('time limits', () => {
  it('end every stage that a customer may leave, and no stage with money on its way', () => {
    const open = [
      stageOf(hostState({ attempts: [attempt()] })),
      stageOf(hostState({ attempts: [attempt({ state: 'checking' })] })),
      stageOf(null),
    ];
    for (const stage of open) expect(stageLimitMs(stage)).toBeNull();
    const left = [
      stageOf(hostState(), { isStarted: true }),
      ended({ state: 'captured' }),
      ended({ state: 'captured', capturedMinor: 1 }),
      ended({ state: 'declined' }),
      ended({ state: 'cancelled' }),
      stageOf(hostState({ terminals: [] })),
    ];
    for (const stage of left) expect(stageLimitMs(stage)).toBeGreaterThanOrEqual(15_000);
    expect(stageLimitMs(stageOf(hostState()))).toBeNull();
  });

  it('restart when a checked payment gets its answer, since that stage has another name', () => {
    const checking = stageOf(hostState({ attempts: [attempt({ state: 'checking' })] }));
    const declined = ended({ state: 'declined' });
    expect(stageKey(checking)).not.toBe(stageKey(declined));
  });
});

describe('prompts in words for the customer', () => {
  const say = (change: Partial<AttemptView>, waitedMs = 0) => promptForCustomer(attempt(change), waitedMs, texts);

  it.each(promptSchema.options)('%s has a title and a sentence, and addresses the customer', (prompt) => {
    const { title, say: sentence } = say({ prompt });
    expect(title.length).toBeGreaterThan(0);
    expect(sentence).toMatch(/\.$/);
    expect(`${title} ${sentence}`).not.toMatch(/customer|terminal|bank|platform/i);
  });

  it('lets the customer take away a tapped or swiped card, and keeps an inserted card in', () => {
    const bank = (entryMode: 'chip' | 'contactless' | 'swipe') =>
      say({ prompt: 'asking-bank', card: { ...visa, entryMode } });
    expect(bank('contactless')).toMatchObject({ say: 'You can put your card away.', picture: null });
    expect(bank('swipe').say).toBe('You can put your card away.');
    expect(bank('chip')).toMatchObject({ say: 'Leave your card in the reader.', picture: 'keep' });
  });

  it('says when the bank takes long', () => {
    expect(say({ prompt: 'asking-bank' }, 9_999).say).not.toMatch(/longer/);
    expect(say({ prompt: 'asking-bank' }, 10_000).say).toMatch(/longer than usual/);
  });

  it('does not mention a PIN after the bank has answered', () => {
    expect(say({ prompt: 'processing' }).say).toMatch(/PIN/);
    const answered = say({ prompt: 'processing', timings: [{ step: 'bank-answered', atMs: 900 }], updatedAt: at(0) });
    expect(answered.say).toBe('Leave your card in the reader.');
  });
});
