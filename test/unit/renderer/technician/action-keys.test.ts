import { describe, expect, it } from 'vitest';
import {
  actionKeys,
  actionOrder,
  cableKeys,
  type ActionCircumstances,
} from '../../../../renderer/technician/action-keys.ts';
import { textsFor, withWords } from '../../../../renderer/text/index.ts';
import { backOffice, device, offer } from '../fixtures/technician-states.ts';
import { terminal } from '../fixtures/states.ts';
import { technicianWords } from '../../../../renderer/text/technician-words.ts';

const { words } = withWords(textsFor('en-US'), technicianWords);
const calm: ActionCircumstances = { running: null, isLive: true, openPayment: null };
const keys = (one: Parameters<typeof actionKeys>[0], change: Partial<ActionCircumstances> = {}) =>
  actionKeys(one, { ...calm, ...change }, words);
const lines = (...args: Parameters<typeof keys>) =>
  keys(...args).map((key) => `${key.isLocked ? '[locked] ' : ''}${key.name}: ${key.sub}`);

describe('the five keys', () => {
  it('keep a fixed order, each with its way or the reason it is locked', () => {
    expect(lines(device())).toEqual([
      '[locked] Activate: Already active',
      'Deactivate: Through the platform, then checked',
      '[locked] Cancel: Nothing is running',
      'Restart: Through the cable, about 20 s',
      '[locked] Idle message: Not with SERVICE_V1',
    ]);
    expect(lines(backOffice())).toEqual([
      'Activate: Through the platform, then checked',
      '[locked] Deactivate: Already inactive',
      '[locked] Cancel: Not with GATEWAY_B_V1',
      'Restart: Through the platform, then checked',
      'Idle message: Through the platform, then checked',
    ]);
  });

  it('keep their places when the host sends offers in another order, or leaves out one', () => {
    const shuffled = device({ offers: device().offers.toReversed().slice(1) });
    expect(keys(shuffled).map((key) => key.action)).toEqual(actionOrder);
    expect(lines(shuffled).at(-1)).toBe('[locked] Idle message: Not offered');
  });

  it.each([
    [offer('REBOOT', 'none', 'no-cable'), 'Not on the cable'],
    [offer('REBOOT', 'none', 'offline'), 'The terminal is offline'],
    [offer('REBOOT', 'none', 'busy'), 'A payment is open: cancel it first'],
    [offer('REBOOT', 'none', 'already'), 'Already restarting'],
    [offer('REBOOT', 'none', null), 'Not offered'],
  ])('show for %o the text %s', (one, reason) => {
    const restart = keys(device({ offers: [one] })).find((key) => key.action === 'REBOOT');
    expect(restart).toMatchObject({ isLocked: true, sub: reason });
  });

  it('warn when the platform cannot reach the terminal, and stay unlocked', () => {
    const away = { ...offer('ACTIVATE', 'platform', null), isAway: true };
    const [activate] = keys(device({ offers: [away], connection: 'closed' }));
    expect(activate).toMatchObject({
      isLocked: false,
      sub: 'Through the platform, which cannot reach the terminal now',
    });
  });

  it('say "this processor" when the platform did not name it', () => {
    expect(lines(device({ processor: null })).at(-1)).toBe('[locked] Idle message: Not with this processor');
  });

  it('are all locked without a Device, during an action, and while the host is away', () => {
    const reasons = (all: ReturnType<typeof keys>) => new Set(all.map((key) => `${key.isLocked} ${key.sub}`));
    expect(reasons(keys(undefined))).toEqual(new Set(['true Needs a Device at the platform']));
    expect(reasons(keys(device(), { running: 'REBOOT' }))).toEqual(new Set(['true Another action is running']));
    expect(keys(device(), { isLive: false }).every((key) => key.isLocked)).toBe(true);
    expect(lines(device(), { isLive: false })[1]).toBe('[locked] Deactivate: The till is restarting');
  });
});

describe('the questions before an action', () => {
  const asks = (...args: Parameters<typeof keys>) =>
    Object.fromEntries(keys(...args).map((key) => [key.action, key.asks]));

  it('ask for the activation code on GATEWAY_B_V1 only, for the text of the idle message, and for a confirmation of Deactivate', () => {
    expect(asks(backOffice())).toMatchObject({
      ACTIVATE: 'activation-code',
      CREATE_IDLE_MESSAGE: 'idle-message',
      REBOOT: null,
    });
    const idle = device({ isEnabled: false, offers: [offer('ACTIVATE', 'platform')] });
    expect(asks(idle)['ACTIVATE']).toBeNull();
    expect(asks(device())).toMatchObject({ DEACTIVATE: 'confirmation', REBOOT: null });
  });

  it('locks all but Cancel during a payment, as the host refuses them', () => {
    const all = device({ offers: actionOrder.map((action) => offer(action, 'platform')) });
    const free = keys(all, { openPayment: 'working' }).filter((key) => !key.isLocked);
    expect(free.map((key) => key.action)).toEqual(['CANCEL']);
    expect(lines(all, { openPayment: 'working' })[1]).toBe('[locked] Deactivate: A payment is open: cancel it first');
  });

  it('allows actions by the platform while a payment is only being checked, after a question', () => {
    const change = { openPayment: 'checking' } as const;
    expect(asks(device(), change)['DEACTIVATE']).toBe('open-payment');
    expect(asks(backOffice({ isEnabled: true }), change)['REBOOT']).toBe('open-payment');
    expect(keys(device(), change).find((key) => key.action === 'REBOOT')?.isLocked).toBe(true);
  });
});

describe('a terminal without a Device', () => {
  const message = (change: Parameters<typeof terminal>[0] = {}, more: Partial<ActionCircumstances> = {}) =>
    cableKeys(terminal(change), { ...calm, ...more }, words).map(
      (key) => `${key.isLocked ? '[locked] ' : ''}${key.name}: ${key.sub}`,
    );
  const all = { cableActions: ['CANCEL', 'REBOOT', 'CREATE_IDLE_MESSAGE'] } as const;

  it('offers the actions of the cable, and gives the reason for the rest', () => {
    expect(message({ cableActions: [...all.cableActions] })).toEqual([
      '[locked] Activate: Needs a Device at the platform',
      '[locked] Deactivate: Needs a Device at the platform',
      '[locked] Cancel: Nothing is running',
      'Restart: Through the cable, about 20 s',
      'Idle message: Through the cable',
    ]);
    expect(message({ cableActions: ['CANCEL', 'REBOOT'] })[4]).toBe('[locked] Idle message: Not with this model');
    expect(message({ state: 'lost', cableActions: [] })[3]).toBe('[locked] Restart: Not on the cable');
  });

  it('leaves only Cancel during a payment, which needs the cable', () => {
    expect(
      message({ state: 'busy', cableActions: [...all.cableActions] }, { openPayment: 'working' }).slice(2),
    ).toEqual([
      'Cancel: Through the cable',
      '[locked] Restart: A payment is open: cancel it first',
      '[locked] Idle message: A payment is open: cancel it first',
    ]);
  });
});
