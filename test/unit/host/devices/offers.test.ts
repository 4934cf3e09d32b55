/** Route of every action for every processor, cable, connection and payment, checked against plain rules. */
import { describe, expect, it } from 'vitest';
import {
  actionsByProcessor,
  deviceActionSchema,
  type DeviceAction,
  type TerminalState,
} from '../../../../electron/contract/index.ts';
import { actionOrder, offersOf, type OfferFacts } from '../../../../electron/host/devices/index.ts';
import type { DeviceRecord } from '../../../../electron/host/platform/index.ts';

const device = (more: Partial<DeviceRecord> = {}): DeviceRecord => ({
  id: 'DV1',
  name: null,
  description: null,
  model: null,
  serialNumber: 'B61378A',
  merchant: 'MU1',
  isEnabled: true,
  connection: 'open',
  idleMessage: null,
  ...more,
});

const mmsActions: DeviceAction[] = ['CANCEL', 'REBOOT', 'CREATE_IDLE_MESSAGE'];
const up = { state: 'ready', cableActions: mmsActions } as const;
const down = { state: 'lost', cableActions: mmsActions } as const;

function offered(
  facts: Partial<OfferFacts> & { enabled?: boolean | null; connection?: DeviceRecord['connection'] },
): string[] {
  const { enabled = true, connection = 'open', ...more } = facts;
  return offersOf({
    device: device({ isEnabled: enabled, connection }),
    processor: 'DUMMY_V1',
    terminal: null,
    hasRunningPayment: false,
    ...more,
  }).map(({ route, reason, isAway }) => reason ?? (isAway ? 'away' : route));
}

describe('offers', () => {
  it('list every action once in a fixed order, with a reason exactly if there is no route', () => {
    const offers = offersOf({ device: device(), processor: null, terminal: null, hasRunningPayment: false });
    expect(offers.map(({ action }) => action)).toEqual([...actionOrder]);
    expect(new Set(actionOrder)).toEqual(new Set(deviceActionSchema.options));
    for (const { route, reason } of offers) expect(reason === null).toBe(route !== 'none');
  });

  // ACTIVATE, DEACTIVATE, CANCEL, REBOOT, CREATE_IDLE_MESSAGE
  it.each<[string, Parameters<typeof offered>[0], string[]]>([
    ['DUMMY_V1, no cable', {}, ['already', 'platform', 'platform', 'processor', 'processor']],
    [
      'SERVICE_V1, no cable',
      { processor: 'SERVICE_V1' },
      ['already', 'platform', 'platform', 'processor', 'processor'],
    ],
    [
      'GATEWAY_A_V1, no cable',
      { processor: 'GATEWAY_A_V1' },
      ['already', 'platform', 'processor', 'processor', 'processor'],
    ],
    [
      'GATEWAY_B_V1, no cable',
      { processor: 'GATEWAY_B_V1' },
      ['already', 'platform', 'processor', 'platform', 'platform'],
    ],
    [
      'an unknown processor, no cable',
      { processor: 'FUTURE_V9' },
      ['already', 'platform', 'platform', 'platform', 'platform'],
    ],
    [
      'a platform that does not tell, no cable',
      { processor: null },
      ['already', 'platform', 'platform', 'platform', 'platform'],
    ],
    [
      'new: out of service, and offline until it is activated',
      { enabled: false, connection: 'closed' },
      ['away', 'already', 'offline', 'processor', 'processor'],
    ],
    ['enabled or not is not known', { enabled: null }, ['platform', 'platform', 'platform', 'processor', 'processor']],
    ['out of service', { enabled: false }, ['platform', 'already', 'platform', 'processor', 'processor']],
    ['offline', { connection: 'closed' }, ['already', 'away', 'offline', 'processor', 'processor']],
    [
      'offline, Gateway B',
      { processor: 'GATEWAY_B_V1', connection: 'closed' },
      ['already', 'away', 'processor', 'offline', 'offline'],
    ],
    [
      'connection unknown is not offline',
      { connection: 'unknown' },
      ['already', 'platform', 'platform', 'processor', 'processor'],
    ],
    ['on the cable', { terminal: up }, ['already', 'platform', 'nothing-running', 'cable', 'cable']],
    [
      'on the cable, Gateway B',
      { terminal: up, processor: 'GATEWAY_B_V1' },
      ['already', 'platform', 'nothing-running', 'cable', 'platform'],
    ],
    [
      'on the cable, offline for the platform',
      { terminal: up, connection: 'closed', processor: 'GATEWAY_B_V1' },
      ['already', 'away', 'nothing-running', 'cable', 'cable'],
    ],
    [
      'on the cable, a payment running',
      { terminal: { ...up, state: 'busy' }, hasRunningPayment: true, isPaymentWorking: true },
      ['already', 'busy', 'cable', 'busy', 'busy'],
    ],
    [
      'a payment running, whatever the processor',
      {
        terminal: { ...up, state: 'busy' },
        hasRunningPayment: true,
        isPaymentWorking: true,
        processor: 'GATEWAY_A_V1',
      },
      ['already', 'busy', 'cable', 'busy', 'busy'],
    ],
    [
      'a payment only being checked: the platform may act, the cable is the payment’s',
      { terminal: up, hasRunningPayment: true, processor: 'GATEWAY_B_V1' },
      ['already', 'platform', 'cable', 'busy', 'platform'],
    ],
    [
      'a payment running, the cable gone',
      { terminal: down, hasRunningPayment: true },
      ['already', 'platform', 'no-cable', 'no-cable', 'no-cable'],
    ],
    ['the cable gone', { terminal: down }, ['already', 'platform', 'platform', 'no-cable', 'no-cable']],
    [
      'the cable gone, Gateway B',
      { terminal: down, processor: 'GATEWAY_B_V1' },
      ['already', 'platform', 'no-cable', 'platform', 'platform'],
    ],
    [
      'a terminal that can do nothing by itself',
      { terminal: { state: 'ready', cableActions: [] } },
      ['already', 'platform', 'nothing-running', 'processor', 'processor'],
    ],
  ])('have their routes and reasons: %s', (_, facts, expected) => {
    expect(offered(facts)).toEqual(expected);
  });

  const processors = [...Object.keys(actionsByProcessor), 'FUTURE_V9', null];
  const terminals: OfferFacts['terminal'][] = [
    null,
    ...(['looking', 'identifying', 'ready', 'busy', 'rebooting', 'lost', 'failed'] satisfies TerminalState[]).flatMap(
      (state) => [
        { state, cableActions: mmsActions },
        { state, cableActions: [] },
      ],
    ),
  ];
  const every: OfferFacts[] = processors.flatMap((processor) =>
    terminals.flatMap((terminal) =>
      [true, false, null].flatMap((isEnabled) =>
        (['open', 'closed', 'unknown'] as const).flatMap((connection) =>
          (['none', 'checking', 'working'] as const).map((payment) => ({
            device: device({ isEnabled, connection }),
            processor,
            terminal,
            hasRunningPayment: payment !== 'none',
            isPaymentWorking: payment === 'working',
          })),
        ),
      ),
    ),
  );

  it(`hold their rules in all ${every.length} cases`, () => {
    for (const facts of every) {
      const { terminal, processor, hasRunningPayment } = facts;
      const isUp = terminal !== null && (terminal.state === 'ready' || terminal.state === 'busy');
      for (const { action, route, reason, isAway = false } of offersOf(facts)) {
        const described = JSON.stringify({ ...facts, action, route, reason });
        // The platform gets only actions that a known processor supports, and for an offline Device only those that may
        // work.
        expect(isAway, described).toBe(route === 'platform' && facts.device.connection === 'closed');
        if (isAway) expect(['ACTIVATE', 'DEACTIVATE'], described).toContain(action);
        if (route === 'platform') {
          const does = processor === null ? undefined : actionsByProcessor[processor];
          if (does) expect(does, described).toContain(action);
        }
        // An unknown fact is never a reason to refuse.
        if (reason === 'processor') expect(processor && actionsByProcessor[processor], described).toBeTruthy();
        // The cable gets no action while it is down. A payment's cancel goes through the payment engine, not the
        // driver.
        if (route === 'cable') {
          expect(isUp, described).toBe(true);
          if (action !== 'CANCEL') expect(terminal?.cableActions, described).toContain(action);
          else expect(hasRunningPayment, described).toBe(true);
        }
        // The till's own payment is never cancelled behind the engine, which alone reports the true outcome.
        if (action === 'CANCEL' && hasRunningPayment) expect(route, described).not.toBe('platform');
        if (action === 'ACTIVATE') expect(reason === 'already', described).toBe(facts.device.isEnabled === true);
        if (action === 'DEACTIVATE') expect(reason === 'already', described).toBe(facts.device.isEnabled === false);
        if (reason === 'offline') expect(facts.device.connection, described).toBe('closed');
        if (reason === 'no-cable') expect(isUp, described).toBe(false);
        if (reason === 'busy') expect([action === 'CANCEL', hasRunningPayment], described).toEqual([false, true]);
        // A running payment allows its cancel only; a payment in doubt still blocks the cable.
        if (action !== 'CANCEL' && facts.isPaymentWorking) expect(route, described).toBe('none');
        if (action !== 'CANCEL' && hasRunningPayment) expect(route, described).not.toBe('cable');
        if (reason === 'nothing-running') expect([action, hasRunningPayment], described).toEqual(['CANCEL', false]);
      }
    }
  });
});
