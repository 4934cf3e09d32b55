/** Customer-facing screens receive only what they show, without data of other customers. */
import { describe, expect, test } from 'vitest';
import {
  applyEvent,
  outcomeNameOf,
  hostStateSchema,
  type HostEvent,
  type HostState,
} from '../../../../electron/contract/index.ts';
import { viewsOf } from '../../../../electron/host/api/views.ts';
import { displayStage, displayStageKey } from '../../../../renderer/display/display-stage.ts';
import { kioskStage, stageKey } from '../../../../renderer/kiosk/kiosk-stage.ts';
import { createTillStore } from '../../../../renderer/store/till-store.ts';
import { sessionMemory } from '../../../../renderer/store/session.ts';
import { displayScreens, payLink } from '../../renderer/fixtures/display-screens.ts';
import { placeScreens } from '../../renderer/fixtures/place-screens.ts';
import { at, attempt, finished, hostState, NOW, trainingState, visa } from '../../renderer/fixtures/states.ts';

const { display, kiosk, technician } = viewsOf;

const store = createTillStore({
  now: () => NOW,
  memory: sessionMemory({ getItem: () => null, setItem: () => {}, removeItem: () => {} }),
});
const stateWith = (host: HostState) => ({
  ...store.getState(),
  mirror: { host, epoch: 'e', seq: 1, connection: { state: 'live' as const, sinceMs: NOW } },
});
const shownOn = {
  display: (host: HostState) => displayStageKey(displayStage(stateWith(host), NOW)),
  kiosk: (host: HostState) => stageKey(kioskStage(stateWith(host), { isStarted: false, nowMs: NOW })),
};

const secret = {
  name: 'Anna Secret',
  digits: '4412',
  approval: '073915',
  cryptogram: 'C0FFEE0123456789',
  serial: 'B61378A',
  link: 'https://pay.platform.example/l/other',
};
const card = { ...visa, emv: { ...noEmv(), cryptogram: secret.cryptogram } };
const reversal = {
  id: 'R-1',
  amountMinor: 100,
  state: 'succeeded' as const,
  by: secret.name,
  reason: 'wrong',
  transfer: 'TR9',
  askedAt: at(1_000),
  failure: null,
};

function noEmv() {
  const none = { preferredName: null, transactionCounter: null, verificationResults: null, statusInformation: null };
  return { ...none, cryptogram: null, cardholderVerification: null, isPinVerified: null };
}

/** A busy counter with secrets in every field. */
const busy = (): HostState =>
  hostStateSchema.parse({
    ...trainingState(),
    till: { ...trainingState().till, hasManagers: true },
    devices: [
      {
        id: 'DV1',
        name: secret.name,
        description: null,
        model: 'x',
        serialNumber: secret.serial,
        merchant: 'MU1',
        processor: 'P',
        isEnabled: true,
        connection: 'open',
        idleMessage: null,
        askedAt: at(1),
        offers: [],
        terminalId: 'tcp:127.0.0.1:9001',
      },
    ],
    attempts: [
      attempt({ id: 'A-runs', card, order: 'T-12', note: secret.name, authorization: 'AU1', state: 'working' }),
      finished({ id: 'A-ended', state: 'captured', capturedMinor: 4260, card, transfer: 'TR1', reversals: [reversal] }),
      finished({ id: 'A-before', state: 'declined', declineCode: 'LOST', card, note: secret.name }),
    ],
    payLinks: [
      payLink({ id: 'L-open', url: 'https://pay.platform.example/l/now', closedBy: secret.name }),
      payLink({ id: 'L-left', url: secret.link, note: secret.name }),
    ],
    otherTenders: [
      {
        id: 'N-1',
        order: null,
        part: null,
        way: 'cash',
        amountMinor: 5,
        currency: 'USD',
        note: null,
        by: secret.name,
        at: at(5),
      },
    ],
    unmatched: [{ at: at(1), attempt: 'A-9', what: secret.name }],
    dismissed: ['L-left', 'A-0/2026'],
  });

describe('a customer’s display', () => {
  test('reveals no digits, codes, cryptograms, names, Devices, other addresses or other payments', () => {
    const seen = display.state(busy());
    const text = JSON.stringify(seen);
    for (const [what, value] of Object.entries(secret)) expect(text, what).not.toContain(value);
    expect(text).not.toMatch(/AU1|TR1|A-before|L-left|R-1|PLopen|LOST|Visa/u);
    expect(seen.devices).toEqual([]);
    expect(seen.practice).toBeNull();
    expect(seen.attempts.map(({ id }) => id)).toEqual(['A-runs', 'A-ended']);
    // Only the link to pay now shows its code.
    expect(seen.payLinks?.map(({ url }) => url)).toEqual(['https://pay.platform.example/l/now']);
  });

  test('reveals no more by events than by snapshots', () => {
    const host = busy();
    const [runs, , before] = host.attempts;
    if (!runs || !before) throw new Error('no payments');
    const told = (event: HostEvent) => display.event(event, host, applyEvent(host, event));
    expect(told({ type: 'attempt', attempt: before })).toBeNull();
    const own = JSON.stringify(told({ type: 'attempt', attempt: runs }));
    for (const [what, value] of Object.entries(secret)) expect(own, what).not.toContain(value);
    const [, left] = host.payLinks ?? [];
    if (!left || !host.otherTenders?.[0] || !host.terminals[0]) throw new Error('incomplete');
    expect(told({ type: 'pay-link', link: left })).toBeNull();
    expect(told({ type: 'other-tender', noted: host.otherTenders[0] })).toBeNull();
    expect(
      told({ type: 'devices', changed: host.devices, removed: [], list: { isReading: false, readAt: null } }),
    ).toBeNull();
    expect(JSON.stringify(told({ type: 'terminal', terminal: host.terminals[0] }))).not.toContain(secret.serial);
  });

  test.each(Object.entries(displayScreens).filter(([, { host }]) => host !== null))(
    'shows the stage %s as before',
    (_name, { host }) => {
      if (!host) return;
      expect(shownOn.display(display.state(host))).toBe(shownOn.display(host));
    },
  );

  test('follows a sale and a link by events to the same state', () => {
    const paid = finished({ id: 'A-1', state: 'captured', capturedMinor: 4260 });
    const link = payLink();
    const events: HostEvent[] = [
      { type: 'display', display: { basket: null } },
      { type: 'attempt', attempt: attempt({ id: 'A-1' }) },
      { type: 'attempt', attempt: paid },
      { type: 'dismissed', add: [outcomeNameOf(paid)], remove: [] },
      { type: 'pay-link', link },
      { type: 'pay-link', link: { ...link, isBeingPaid: true } },
      { type: 'dismissed', add: [link.id], remove: [] },
      { type: 'pay-link', link: { ...link, state: 'paid', paidMinor: 4260, finishedAt: at(10) } },
      { type: 'attempt', attempt: attempt({ id: 'A-2' }) },
      { type: 'attempt', attempt: finished({ id: 'A-2', state: 'declined' }) },
      { type: 'attempt', attempt: { ...paid, finishedAt: at(1), reversals: [reversal] } },
    ];
    let host = hostState();
    let mirror = display.state(host);
    for (const event of events) {
      const after = applyEvent(host, event);
      const told = display.event(event, host, after);
      if (told) mirror = applyEvent(mirror, told);
      host = after;
      expect(shownOn.display(mirror), event.type).toBe(shownOn.display(host));
      expect(shownOn.display(display.state(host)), event.type).toBe(shownOn.display(host));
    }
  });
});

describe('a guest’s kiosk', () => {
  test('shows the guest’s own payments, without names, links, Devices or notes', () => {
    const host = busy();
    const ended = host.attempts[2];
    const seen = kiosk.state(
      ended ? applyEvent(host, { type: 'dismissed', add: [outcomeNameOf(ended)], remove: [] }) : host,
    );
    const text = JSON.stringify(seen);
    expect(text).not.toMatch(/Anna|C0FFEE|B61378A|AU1|TR1|A-before|R-1|LOST|pay\.platform/u);
    expect(seen.attempts.map(({ id, card: shown }) => [id, shown?.approvalCode])).toEqual([
      ['A-runs', secret.approval],
      ['A-ended', secret.approval],
    ]);
    expect(Object.keys(seen).toSorted()).toEqual([
      'attempts',
      'devices',
      'dismissed',
      'platform',
      'practice',
      'terminals',
      'till',
      'unmatched',
    ]);
  });

  const kiosks = Object.entries(placeScreens).filter(([, { host }]) => host?.till.isKiosk);
  test.each(kiosks)('shows the stage %s as before', (_name, { host }) => {
    if (!host) return;
    expect(shownOn.kiosk(kiosk.state(host))).toBe(shownOn.kiosk(host));
  });

  test('asks about an unusual amount as before, without revealing earlier payments', () => {
    const captured = Array.from({ length: 11 }, (_, index) =>
      finished({ id: `A-${index}`, state: 'captured', capturedMinor: 1_000 }),
    );
    const host = hostState({ attempts: captured, dismissed: captured.map(outcomeNameOf) });
    const seen = kiosk.state(host);
    expect(seen.attempts).toEqual([]);
    expect(seen.till.askAboveMinor).toBe(10_000);
    expect(kiosk.state(hostState()).till.askAboveMinor).toBeUndefined();
  });
});

test('a technician sees terminals and Devices, but no money', () => {
  const seen = technician.state(busy());
  expect(seen.devices).toHaveLength(1);
  expect(JSON.stringify({ ...seen, devices: [], terminals: [] })).not.toMatch(/C0FFEE|073915|pay\.platform|N-1/u);
  expect(seen.attempts.map(({ id }) => id)).toEqual(['A-runs']);
});

test.each([display, kiosk])('a new field stays out of every view that does not add it', (view) => {
  const host = { ...busy(), secretNews: 'tomorrow' };
  const [first] = host.attempts;
  if (first) Object.assign(first, { secretNews: 'tomorrow' });
  expect(JSON.stringify(view.state(host))).not.toContain('tomorrow');
  expect(hostStateSchema.parse(view.state(host))).toEqual(view.state(host));
});
