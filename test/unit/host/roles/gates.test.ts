/** Acts that need a manager if the till has one: a whole host on the real sandbox, each act without and with a PIN. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AttemptView, Operator } from '../../../../electron/contract/index.ts';
import { composeHost, hashPin, type EnginePorts, type Host } from '../../../../electron/host/index.ts';
import type { PlatformOutcome } from '../../../../electron/host/payments/index.ts';
import { Harness } from '../../../api/harness.ts';
import { hostConfig, platformOf } from '../host-config.ts';
import { ManualClock } from '../payments/world.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

const terminal = 'device:B61378A';
const polling = { timeout: 60_000, interval: 20 };
const id = 'A-00000001';
const sale = { id, amountMinor: 1500, currency: 'USD', terminal };
const mo: Operator = { name: 'Mo', pin: '4711' };

let dataDir: string;
let bench: Harness;
let clock: ManualClock;
let host: Host;
/** Writes that the host sent to the platform. */
let sent: string[];
/** Set while the platform's answers do not arrive. */
let isBlind: boolean;
beforeEach(async () => {
  dataDir = temporaryFolder('tillbridge-gates-');
  bench = await Harness.start();
  clock = new ManualClock();
  sent = [];
  isBlind = false;
  host = await composeHost(
    hostConfig(dataDir, {
      platform: platformOf(bench),
      terminals: [{ address: terminal, isPractice: false, route: 'cloud' }],
      managers: [{ name: 'Mo', pin: hashPin('4711', { N: 1024, r: 1, p: 1 }) }],
      people: [{ name: 'Kim', roles: ['cashier'] }],
    }),
    { paymentClock: clock, wrapPorts },
  );
  await host.waitForTerminal(10_000);
});
afterEach(async () => {
  await host.close();
  await bench.sandbox.close();
});

function wrapPorts(ports: EnginePorts): EnginePorts {
  const { platform } = ports;
  const unanswered: PlatformOutcome<never> = {
    kind: 'unknown',
    failure: { code: 'API_TIMEOUT', message: 'no answer' },
  };
  const doing = <Asked extends unknown[], Done>(name: string, act: (...asked: Asked) => Done) => {
    return (...asked: Asked): Done => {
      sent.push(name);
      return act(...asked);
    };
  };
  return {
    ...ports,
    platform: {
      authorize: doing('authorize', async (asked) => (isBlind ? unanswered : platform.authorize(asked))),
      capture: doing('capture', (asked) => platform.capture(asked)),
      void: doing('void', (asked) => platform.void(asked)),
      reverse: doing('reverse', (asked) => platform.reverse(asked)),
      cancelOnDevice: doing('cancel', (asked) => platform.cancelOnDevice(asked)),
      findPayment: async (by) => (isBlind ? unanswered : platform.findPayment(by)),
      findTransfer: (transfer) => platform.findTransfer(transfer),
      findReversal: (by) => platform.findReversal(by),
    },
  };
}

const shown = (): AttemptView | undefined => host.state().attempts.find((attempt) => attempt.id === id);

/** Advances both clocks until the payment has the expected state. */
async function until(more: Partial<AttemptView>): Promise<void> {
  await expect
    .poll(async () => {
      bench.clock.advance(3_000);
      await clock.advance(3_000);
      return shown();
    }, polling)
    .toMatchObject(more);
}

async function started(kind: AttemptView['kind'], more: Partial<AttemptView>): Promise<void> {
  await host.client.payment.start({ ...sale, kind });
  await until(more);
}

interface Gate {
  /** Name of the act in the audit log. */
  action: string;
  /** Prepares the state before the act. */
  given: () => Promise<unknown>;
  act: (operator: Operator) => Promise<unknown>;
  /** Values that only a PIN may change. */
  currentState: () => Promise<unknown>;
  /** Checks the result of the permitted act. */
  done: () => Promise<void>;
}

let record: string;
async function linked() {
  const hour = 3_600_000;
  const [first = 0, last = 0] = [Date.now(), bench.clock.now()].toSorted((a, b) => a - b);
  const window = { from: new Date(first - hour).toISOString(), to: new Date(last + hour).toISOString() };
  const { entries } = await host.client.day.reconcile(window);
  return entries.find(({ there }) => there.some((one) => one.id === record))?.link;
}

const gates: readonly [name: string, gate: Gate][] = [
  [
    'making a refund without a payment',
    {
      action: 'refund',
      given: async () => undefined,
      act: (operator) => host.client.payment.start({ ...sale, kind: 'refund', operator }),
      currentState: async () => shown() ?? null,
      done: () => until({ kind: 'refund', state: 'refunded' }),
    },
  ],
  [
    'releasing a hold',
    {
      action: 'release',
      given: () => started('authorization', { state: 'authorized' }),
      act: (operator) => host.client.payment.release({ attempt: id, operator }),
      currentState: () => host.client.payment.get({ attempt: id }),
      done: () => until({ state: 'released' }),
    },
  ],
  [
    'reversing a payment',
    {
      action: 'reverse',
      given: () => started('sale', { state: 'captured' }),
      act: (operator) => host.client.payment.reverse({ attempt: id, reversal: 'R-01', amountMinor: 500, operator }),
      currentState: () => host.client.payment.get({ attempt: id }),
      done: () => until({ state: 'captured', reversedMinor: 500 }),
    },
  ],
  [
    'deciding about a payment in doubt',
    {
      action: 'decide',
      given: async () => {
        isBlind = true;
        await started('sale', { state: 'checking', canDecide: true });
      },
      act: (operator) =>
        host.client.payment.decide({ attempt: id, verdict: 'not-paid', reason: 'No slip at the terminal', operator }),
      currentState: async () =>
        (({ state, decision }) => ({ state, decision }))(await host.client.payment.get({ attempt: id })),
      done: () =>
        until({ state: 'decided', decision: { verdict: 'not-paid', by: 'Mo', reason: 'No slip at the terminal' } }),
    },
  ],
  [
    'saying what a record at the platform is',
    {
      action: 'link',
      given: async () => {
        record = (await bench.authorize()).id;
      },
      act: (operator) =>
        host.client.day.link({
          record: { kind: 'authorization', id: record },
          explanation: 'The shop next door',
          operator,
        }),
      currentState: linked,
      done: async () => expect(await linked()).toMatchObject({ explanation: 'The shop next door', by: 'Mo' }),
    },
  ],
];

const audited = async () => (await host.client.payment.audit({})).filter(({ action }) => action !== 'wrong-pin');

describe.each(gates)('the act "%s"', (_name, { action, given, act, currentState, done }) => {
  test.each([
    ['a name alone', { name: 'Mo' }, 'ROLE_REQUIRED'],
    ['an empty PIN', { name: 'Mo', pin: '' }, 'ROLE_REQUIRED'],
    ['a wrong PIN', { name: 'Mo', pin: '4712' }, 'ROLE_PIN_WRONG'],
    ['a person who is no manager', { name: 'Eve', pin: '4711' }, 'ROLE_PIN_WRONG'],
  ])('is refused with %s: no request is sent, and nothing changes', async (_who, operator, code) => {
    await given();
    const [before, sentBefore] = [await currentState(), sent.length];
    await expect(act(operator)).rejects.toMatchObject({ data: { code } });
    await clock.advance(60_000);
    expect(sent.slice(sentBefore)).toEqual([]);
    expect(await currentState()).toEqual(before);
    expect(await audited()).toEqual([]);
  });

  test('is done with a manager’s PIN and audited under the manager’s name', async () => {
    await given();
    await act({ ...mo, name: 'mo' });
    await done();
    expect(await audited()).toMatchObject([{ action, operator: 'Mo', role: 'manager' }]);
  });
});

test('a refund and a released hold are refused without a name as well', async () => {
  await expect(host.client.payment.start({ ...sale, kind: 'refund' })).rejects.toMatchObject({
    data: { code: 'ROLE_REQUIRED' },
  });
  expect(shown()).toBeUndefined();
  await started('authorization', { state: 'authorized' });
  await expect(host.client.payment.release({ attempt: id })).rejects.toMatchObject({ data: { code: 'ROLE_REQUIRED' } });
  expect(sent).toEqual(['authorize']);
  expect(shown()?.state).toBe('authorized');
});

test('an unwanted partial approval belongs to the running sale and needs no manager', async () => {
  await bench.control({ type: 'cloud-route', card: 'partial', decidesAfterMs: 10 });
  await host.client.payment.start({ ...sale, amountMinor: 5000, partialApproval: 'ask' });
  await until({ state: 'partial' });
  await host.client.payment.release({ attempt: id });
  await until({ state: 'released' });
  expect(await audited()).toEqual([]);
});

test('any named person may note another tender, and only a manager may undo the note', async () => {
  const operator = { name: 'Kim' };
  const note = { id: 'cash-0001', way: 'cash', amountMinor: 1260, currency: 'USD', operator } as const;
  const noted = await host.client.otherTender.note(note);
  const asked = { note: 'cash-0001', reason: 'Paid by card after all' };
  expect(await host.client.otherTender.list({})).toEqual([noted]);
  const refused = { data: { code: 'ROLE_REQUIRED' } };
  await expect(host.client.otherTender.takeBack(asked)).rejects.toMatchObject(refused);
  await expect(host.client.otherTender.takeBack({ ...asked, operator })).rejects.toMatchObject(refused);
  expect(await host.client.otherTender.list({})).toEqual([noted]);
  // The name of a person with a PIN is refused too.
  const asMo = { ...note, id: 'cash-0002', operator: { name: ' MO' } };
  await expect(host.client.otherTender.note(asMo)).rejects.toMatchObject(refused);
  const logged = {
    action: 'note',
    operator: 'Kim',
    role: 'anybody',
    data: { id: 'cash-0001', way: 'cash', amountMinor: 1260 },
  };
  expect(await audited()).toMatchObject([logged]);
  await host.client.otherTender.takeBack({ ...asked, operator: mo });
  expect(await host.client.otherTender.list({})).toMatchObject([{ takenBack: { by: 'Mo', reason: asked.reason } }]);
  expect(await audited()).toMatchObject([{ action: 'take-back', operator: 'Mo', data: { note: 'cash-0001' } }, logged]);
});

test('a tip raised after the card needs a name, a limit and an audit entry; an agreed tip needs none of them', async () => {
  await started('authorization', { state: 'authorized' });
  const capture = (tipMinor: number, more: { operator?: Operator; isTipMeant?: boolean } = {}) =>
    host.client.payment.capture({ attempt: id, amountMinor: 1500, tipMinor, ...more });
  const raised = { attempt: id, data: { amountMinor: 1500, tipMinor: 400 }, operator: 'Kim', role: 'anybody' };
  await expect(capture(400)).rejects.toMatchObject({ data: { code: 'ROLE_REQUIRED' } });
  await expect(capture(400, { operator: { name: 'Mo' } })).rejects.toMatchObject({ data: { code: 'ROLE_REQUIRED' } });
  await expect(capture(400, { operator: { name: 'Nobody here' } })).rejects.toMatchObject({
    data: { code: 'ROLE_REQUIRED' },
  });
  await expect(capture(900, { operator: { name: 'Kim' } })).rejects.toMatchObject({ data: { code: 'PAY_TIP_LARGE' } });
  expect([await audited(), sent]).toEqual([[], ['authorize']]);
  await capture(400, { operator: { name: 'Kim' } });
  await until({ state: 'captured', capturedMinor: 1500, tipMinor: 400 });
  expect(await audited()).toMatchObject([{ action: 'raise-tip', ...raised }]);
});

test('a hold is captured with the tip agreed before, without an audit entry', async () => {
  await host.client.payment.start({ ...sale, kind: 'authorization', amountMinor: 1200, tipMinor: 300 });
  await until({ state: 'authorized' });
  await host.client.payment.capture({ attempt: id, amountMinor: 1500, tipMinor: 300 });
  await until({ state: 'captured', tipMinor: 300 });
  expect(await audited()).toEqual([]);
});

test('an action on a Device needs a technician, and its read-back is audited after it', async () => {
  const [device] = await host.client.device.list();
  const asked = { device: device?.id ?? '', action: 'DEACTIVATE' } as const;
  for (const operator of [undefined, { name: 'Kim' }, { name: 'Mo' }]) {
    const by = operator ? { operator } : {};
    await expect(host.client.device.act({ ...asked, ...by })).rejects.toMatchObject({
      data: { code: 'ROLE_REQUIRED' },
    });
  }
  expect(await host.client.device.get({ device: asked.device })).toMatchObject({ isEnabled: true });
  expect(await audited()).toEqual([]);
  await host.client.device.act({ ...asked, operator: mo });
  await expect(host.client.device.act({ ...asked, operator: mo })).rejects.toMatchObject({ code: 'FAILED' });
  expect((await audited()).toReversed()).toMatchObject([
    { action: 'device-action', operator: 'Mo', role: 'technician', data: asked },
    {
      action: 'device-action-done',
      operator: 'Mo',
      data: { ...asked, route: 'platform', readBack: 'changed', 'enabled before': true },
    },
    { action: 'device-action', operator: 'Mo' },
    { action: 'device-action-failed', operator: 'Mo', data: asked },
  ]);
});

test('another payment under a known id is refused, and not answered with the known payment', async () => {
  await started('sale', { state: 'captured' });
  for (const other of [{ amountMinor: 1501 }, { currency: 'EUR' }, { kind: 'authorization' as const }]) {
    const asked = host.client.payment.start({ ...sale, ...other });
    await expect(asked, JSON.stringify(other)).rejects.toMatchObject({ code: 'FAILED' });
  }
  const refund = host.client.payment.start({ ...sale, kind: 'refund', operator: mo });
  await expect(refund).rejects.toMatchObject({ data: { code: 'PAY_STATE', context: { attempt: id } } });
  // A payment restored from the recovery log has only its total.
  for (const same of [sale, { ...sale, amountMinor: 1250, tipMinor: 250 }]) {
    expect(await host.client.payment.start(same)).toMatchObject({ id, state: 'captured', amountMinor: 1500 });
  }
  expect(sent).toEqual(['authorize', 'capture']);
});
