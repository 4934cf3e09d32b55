/**
 * Verbs of payment links: one press is one link, refusals are on screen, and a link dismissed in this window stays
 * dismissed.
 */
import { describe, expect, it, vi } from 'vitest';
import { TillError, type HostState, type PayLinkView } from '../../../electron/contract/index.ts';
import { createTill, screenOf } from '../../../renderer/store/index.ts';
import { sessionMemory } from '../../../renderer/store/session.ts';
import { createTillStore, mirrorOf, setSale } from '../../../renderer/store/till-store.ts';
import { memoryStorage } from './fixtures/fixture-till.ts';
import { endedLink, payLink } from './fixtures/link-screens.ts';
import { finished, hostState, NOW, visa } from './fixtures/states.ts';

type Call = { path: string; input: Record<string, unknown> };

function till(host: HostState = hostState(), storage = memoryStorage()) {
  const now = () => NOW;
  const memory = sessionMemory(storage);
  const store = createTillStore({ now, memory });
  const mirror = mirrorOf(store, now);
  const calls: Call[] = [];
  /** Errors that the next call of each procedure rejects with. */
  const refusals = new Map<string, TillError>();
  const recorder = (path: string): unknown =>
    new Proxy(() => {}, {
      get: (_target, name) => recorder(path === '' ? String(name) : `${path}.${String(name)}`),
      apply: (_target, _this, [input]: [Record<string, unknown>]) => {
        calls.push({ path, input });
        const refusal = refusals.get(path);
        return refusal ? Promise.reject(refusal) : Promise.resolve(input);
      },
    });
  let seq = 0;
  const show = (state: HostState) => mirror.takeSnapshot({ epoch: 'fixture', seq: (seq += 1), state });
  const { commands } = createTill({
    store,
    bridge: {
      call: (verb) => verb(recorder('') as Parameters<typeof verb>[0], { signal: new AbortController().signal }),
    },
    memory,
    now,
  });
  show(host);
  mirror.setConnection('live');
  setSale(store, { entry: { digits: '4260', decimals: null } });
  const screen = () => screenOf(store.getState());
  const showLink = (...links: PayLinkView[]) => show({ ...host, payLinks: links });
  return { store, commands, calls, refusals, show, showLink, screen, storage };
}

describe('a press of Pay link', () => {
  it('is sent once under a new id, and ends when the host shows the link; the typed amount is cleared', async () => {
    const one = till();
    setSale(one.store, { order: 'A-1187', note: 'nuts' });
    const sent = one.commands.openLink();
    expect(one.screen().kind).toBe('link-asked');
    void one.commands.openLink();
    await sent;
    expect(one.calls).toHaveLength(1);
    expect(one.calls[0]).toMatchObject({
      path: 'link.open',
      input: { amountMinor: 4260, currency: 'USD', order: 'A-1187', note: 'nuts', isRepeatMeant: false },
    });
    one.showLink(payLink({ id: String(one.calls[0]?.input['id']) }));
    expect(one.screen()).toMatchObject({ kind: 'link', link: { state: 'open' } });
    expect(one.store.getState().sale).toMatchObject({
      order: null,
      note: null,
      entry: { digits: '' },
      link: { submission: null },
    });
  });

  it('requests both a surcharge and a tip', async () => {
    const host = hostState();
    const one = till({
      ...host,
      till: { ...host.till, surcharge: { basisPoints: 300, fixedMinor: null, label: 'Card fee', appliesTo: 'goods' } },
    });
    setSale(one.store, {
      tip: { attempt: null, saleMinor: 4260, choice: 'other', entry: { digits: '500', decimals: null } },
    });
    await one.commands.openLink();
    expect(one.calls[0]?.input).toMatchObject({ amountMinor: 4387, tipMinor: 500 });
  });

  it('asks first about an order that was paid, and treats yes as a new press', async () => {
    const one = till();
    one.refusals.set(
      'link.open',
      new TillError('PAY_DUPLICATE', 'paid', { context: { link: 'link-0001', minutes: 3 } }),
    );
    await one.commands.openLink();
    expect(one.screen()).toMatchObject({ kind: 'link-repeat', repeat: { minutes: 3 } });
    one.refusals.clear();
    await one.commands.answerLinkRepeat(true);
    expect(one.calls[1]?.input).toMatchObject({ isRepeatMeant: true, amountMinor: 4260 });
    expect(one.calls[1]?.input['id']).not.toBe(one.calls[0]?.input['id']);
    one.showLink();
    const two = till();
    two.refusals.set('link.open', new TillError('PAY_DUPLICATE', 'paid'));
    await two.commands.openLink();
    await two.commands.answerLinkRepeat(false);
    expect(two.screen().kind).toBe('idle');
    expect(two.calls).toHaveLength(1);
  });

  it('asks about an open link of the same amount; another customer gets another link', async () => {
    const one = till();
    one.refusals.set(
      'link.open',
      new TillError('PAY_LINK_OPEN', 'open', { context: { link: 'link-0001', isAskable: true } }),
    );
    await one.commands.openLink();
    expect(one.screen()).toMatchObject({ kind: 'link-repeat', repeat: { link: 'link-0001' } });
    one.refusals.clear();
    await one.commands.answerLinkRepeat(true);
    expect(one.calls[1]?.input).toMatchObject({ amountMinor: 4260, isRepeatMeant: false, isOtherCustomer: true });
    expect(one.calls[1]?.input['id']).not.toBe(one.calls[0]?.input['id']);
  });

  it('gives the reason of a refusal, and restores the amount', async () => {
    const one = till();
    one.refusals.set('link.open', new TillError('PAY_LINK_OPEN', 'open'));
    await one.commands.openLink();
    expect(one.screen().kind).toBe('idle');
    expect(one.store.getState().sale).toMatchObject({ problem: { code: 'PAY_LINK_OPEN' }, entry: { digits: '4260' } });
  });

  it('is looked up under its id after a lost reply, and never sent again', async () => {
    vi.useFakeTimers();
    const one = till();
    one.refusals.set('link.open', new TillError('IPC_DISCONNECTED', 'gone'));
    one.refusals.set('link.get', new TillError('IPC_DISCONNECTED', 'gone'));
    const sent = one.commands.openLink();
    await vi.advanceTimersByTimeAsync(2_500);
    one.refusals.set('link.get', new TillError('PAY_NOT_FOUND', 'no link'));
    await vi.advanceTimersByTimeAsync(1_500);
    await sent;
    expect(one.calls.filter(({ path }) => path === 'link.open')).toHaveLength(1);
    expect(one.store.getState().sale).toMatchObject({
      problem: { code: 'PAY_NEVER_ARRIVED' },
      link: { submission: null },
    });
    vi.useRealTimers();
  });
});

describe('a link on screen', () => {
  const rest = finished({ id: 'A-part', state: 'captured', capturedMinor: 3000, card: visa });

  it('covers the rest of a payment under its order', async () => {
    const one = till(hostState({ attempts: [rest] }));
    await one.commands.openRestLink(rest, 1260);
    expect(one.calls[0]?.input).toMatchObject({ amountMinor: 1260, order: 'A-part', part: 'A-part' });
    one.show(
      hostState({ attempts: [rest], payLinks: [payLink({ id: String(one.calls[0]?.input['id']), part: 'A-part' })] }),
    );
    expect(one.screen().kind).toBe('link');
    // The amount typed for the next sale does not belong to the rest.
    expect(one.store.getState().sale.entry.digits).toBe('4260');
  });

  it('stays dismissed over a reload, and its outcome is a line; an unexpected link is shown by itself', () => {
    const one = till();
    one.showLink(payLink());
    one.commands.leaveLink('link-0001');
    expect(one.screen().kind).toBe('idle');
    const again = till(hostState({ payLinks: [payLink()] }), one.storage);
    expect(again.screen().kind).toBe('idle');
    const paid = endedLink({ state: 'paid', paidMinor: 4260, payments: [{ transfer: 'TR1', amountMinor: 4260 }] });
    again.showLink(paid);
    expect(again.screen().kind).toBe('idle');
    again.showLink({ ...paid, isLate: true });
    expect(again.screen().kind).toBe('link');
    again.commands.dismissLink({ ...paid, isLate: true });
    expect(again.screen().kind).toBe('idle');
    again.commands.showLink('link-0001');
    again.showLink(payLink());
    expect(again.screen().kind).toBe('link');
  });

  it('is shown again when a link with a dismissed outcome changes its outcome', () => {
    const one = till();
    const closed = endedLink({ state: 'closed' });
    one.showLink(closed);
    one.commands.dismissLink(closed);
    expect(one.screen().kind).toBe('idle');
    one.showLink({ ...closed, state: 'paid', isLate: true, paidMinor: 4260, finishedAt: new Date(NOW).toISOString() });
    expect(one.screen()).toMatchObject({ kind: 'link', link: { state: 'paid' } });
  });

  it('yields to a running payment, and is never shown at a kiosk', () => {
    const host = hostState({ payLinks: [payLink()] });
    expect(till(host).screen().kind).toBe('link');
    expect(till({ ...host, attempts: [{ ...rest, state: 'working', finishedAt: null }] }).screen().kind).toBe('live');
    expect(till({ ...host, till: { ...host.till, isKiosk: true } }).screen().kind).toBe('idle');
  });
});

describe('another tender', () => {
  it('is noted with its order and a name, and clears the amount', async () => {
    const one = till();
    await one.commands.noteOtherTender({
      id: 'A-note-0001',
      way: 'cash',
      amountMinor: 4260,
      currency: 'USD',
      part: null,
      order: 'A-1187',
      note: '',
      by: 'Maya',
    });
    expect(one.calls).toMatchObject([
      { path: 'otherTender.note', input: { order: 'A-1187', operator: { name: 'Maya' } } },
    ]);
    expect(one.calls[0]?.input).not.toHaveProperty('note');
    expect(one.store.getState().sale.entry.digits).toBe('');
  });

  it('rejects when refused, so that the form gives the reason', async () => {
    const one = till();
    one.refusals.set('otherTender.note', new TillError('PAY_LINK_OPEN', 'open'));
    const note = {
      id: 'A-note-0001',
      way: 'other',
      amountMinor: 1,
      currency: 'USD',
      part: null,
      order: null,
      note: 'gift card',
      by: 'Maya',
    } as const;
    await expect(one.commands.noteOtherTender(note)).rejects.toMatchObject({ code: 'PAY_LINK_OPEN' });
    expect(one.store.getState().sale.entry.digits).toBe('4260');
  });
});
