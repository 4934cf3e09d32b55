/** The use cases of money at the counter: the checks of a new charge, and of a known charge. */
import { expect, test } from 'vitest';
import { TillError, type AttemptView, type ChargeRequest } from '../../../../electron/contract/index.ts';
import { Charges, type ChargesOptions } from '../../../../electron/host/charges/charges.ts';
import { hostState } from '../../renderer/fixtures/states.ts';
import { attemptView } from '../devices/support.ts';

const asked = {
  id: 'A-new',
  kind: 'sale',
  amountMinor: 1_000,
  tipMinor: 0,
  surchargeMinor: 0,
  currency: 'USD',
  terminal: 't',
} as ChargeRequest;

function charges(find: (id: string) => AttemptView | null) {
  const done: string[] = [];
  const note = (name: string) => (): void => void done.push(name);
  const options = {
    state: () => hostState(),
    engine: { find, start: () => (note('start')(), attemptView()) },
    orderService: { beforeCharge: note('order') },
    roles: { record: () => (note('record')(), 'Mo') },
    setup: { checkOpen: note('setup') },
  } as unknown as ChargesOptions;
  const caller = { person: null, operator: undefined, needPerson: note('person') };
  return {
    done,
    start: (more: Partial<ChargeRequest> = {}) => new Charges(options).start({ ...asked, ...more }, caller),
  };
}

test('a new charge passes the checks of setup, person and order before it reaches the engine', () => {
  const { done, start } = charges(() => null);
  start();
  expect(done).toEqual(['setup', 'person', 'order', 'start']);
});

test('the host records a refund before it begins', () => {
  const { done, start } = charges(() => null);
  start({ kind: 'refund' });
  expect(done).toEqual(['setup', 'person', 'record', 'order', 'start']);
});

test('the host sends a repeated id only to the engine, which compares the two charges', () => {
  const { done, start } = charges(() => attemptView());
  start({ kind: 'refund' });
  expect(done).toEqual(['start']);
});

test('the host starts no charge with an unreadable journal, which may contain it', () => {
  const { done, start } = charges(() => {
    throw new TillError('JRNL_CORRUPT', 'damaged');
  });
  expect(() => start()).toThrow(/damaged/);
  expect(done).toEqual([]);
});

test('the host stops an amount above the limit and an unconfirmed large tip before order and engine', () => {
  const { done, start } = charges(() => null);
  expect(() => start({ amountMinor: 99_999_999_99 })).toThrow(/PAY_AMOUNT|cannot be charged/);
  expect(() => start({ tipMinor: 900 })).toThrow(/meant/);
  expect(done).not.toContain('order');
  expect(done).not.toContain('start');
});
