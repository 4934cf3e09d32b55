import type { Authorization, Device, Ledger, State, Tags, Transfer } from './ledger.ts';
import { invalid, notFound, Refusal } from './refusal.ts';
import type { Switches } from './switches.ts';

export type Body = Record<string, unknown>;

/** Customer at a terminal that the platform drives. */
export interface Customer {
  does: 'pays' | 'declined' | 'cancels' | 'waits';
  afterMs?: number;
}

/** Amounts that are declined, with their failure codes. */
const declined: Readonly<Record<number, string>> = {
  1: 'CALL_ISSUER',
  51: 'GENERIC_DECLINE',
  57: 'TRANSACTION_NOT_PERMITTED',
  102: 'GENERIC_DECLINE',
  193: 'INSUFFICIENT_FUNDS',
  267: 'EXPIRED_CARD',
};
/** Amounts that the bank approves partially, with the approved amounts. */
const partly: Readonly<Record<number, number>> = { 7_700: 5_000, 7_800: 2_500 };

/** Result of a create request, which answers a repeated key. */
type Kept = { body: string; record: Authorization | Transfer };

export class Payments {
  readonly #ledger: Ledger;
  readonly #switches: Switches;
  readonly #keys = new Map<string, Kept>();
  /** Running payments at terminals, by Device. */
  readonly #running = new Map<
    string,
    { record: Authorization | Transfer; end(does: Customer['does'] | 'api'): void }
  >();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Next customers by serial number; without an entry, the customer pays. */
  readonly customers = new Map<string, Customer[]>();

  constructor(ledger: Ledger, switches: Switches) {
    this.#ledger = ledger;
    this.#switches = switches;
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** @throws Refusal */
  authorize(body: Body): Promise<Authorization> {
    const repeated = this.#repeated('authorizations', body);
    if (repeated) return Promise.resolve(repeated as Authorization);
    const record: Authorization = {
      ...this.#ledger.entry('authorization'),
      ...this.#money(body, 'CARD_PRESENT_AUTHORIZATION'),
      transfer: null,
      captureAmount: null,
      isVoid: false,
      voidState: 'UNATTEMPTED',
    };
    this.#ledger.authorizations.set(record.id, record);
    return this.#run(record, body, 'authorizations', () =>
      this.#ledger.move('held', record.id, record.amount, record.currency),
    );
  }

  /** @throws Refusal */
  transfer(body: Body): Promise<Transfer> {
    const repeated = this.#repeated('transfers', body);
    if (repeated) return Promise.resolve(repeated as Transfer);
    const money = this.#money(body, 'CARD_PRESENT_DEBIT');
    const isRefund = /REFUND|CREDIT/.test(money.operation);
    const record = this.#newTransfer(isRefund ? 'CREDIT' : 'DEBIT', money);
    return this.#run(record, body, 'transfers', () =>
      this.#ledger.move(isRefund ? 'credited' : 'charged', record.id, record.amount, record.currency),
    );
  }

  /** Creates a transfer without a terminal, for a customer on a link's page. */
  byLink(link: string, money: { amount: number; currency: string; merchant: string; tags: Tags }): Transfer {
    const record = this.#newTransfer('DEBIT', {
      ...money,
      state: 'SUCCEEDED',
      requested: money.amount,
      device: null,
      operation: 'SALE',
      key: null,
      failure: null,
      tip: null,
    });
    record.link = link;
    this.#ledger.move('charged', record.id, record.amount, record.currency);
    return this.#ledger.changed(record);
  }

  /** Captures or voids. @throws Refusal */
  change(id: string, body: Body): Authorization {
    const record = this.#ledger.authorizations.get(id);
    if (!record) throw notFound(`Authorization ${id}`);
    if (body['void_me'] === true) return this.#void(record);
    if (body['capture_amount'] !== undefined) return this.#capture(record, body);
    record.tags = { ...record.tags, ...tagsOf(body) };
    return this.#ledger.changed(record);
  }

  /** @throws Refusal */
  reverse(id: string, body: Body): Transfer {
    const parent = this.#ledger.transfers.get(id);
    if (!parent) throw notFound(`Transfer ${id}`);
    const repeated = this.#repeated(`reversals of ${id}`, body);
    if (repeated) return repeated as Transfer;
    if (parent.state !== 'SUCCEEDED' || parent.type !== 'DEBIT')
      throw new Refusal(422, 'UNPROCESSABLE_ENTITY', 'Only a transfer that succeeded can be reversed.');
    const amount = amountOf(body['refund_amount'], 'refund_amount');
    const before = [...this.#ledger.transfers.values()].filter(
      (one) => one.parent === id && one.state !== 'FAILED' && one.state !== 'CANCELED',
    );
    if (before.reduce((sum, one) => sum + one.amount, amount) > parent.amount)
      throw invalid('refund_amount', 'The reversals would be more than the transfer.');
    const record = this.#newTransfer('REVERSAL', {
      state: 'PENDING',
      amount,
      requested: amount,
      currency: parent.currency,
      merchant: parent.merchant,
      device: parent.device,
      operation: 'CARD_NOT_PRESENT_REFUND',
      key: textOrNull(body['idempotency_id']),
      tags: tagsOf(body),
      failure: null,
      tip: null,
    });
    record.parent = id;
    this.#ledger.move('refunded', id, amount, parent.currency);
    this.#keep(`reversals of ${id}`, body, record);
    return this.#settle(record, this.#switches.reversals);
  }

  /** Ends the running payment at a Device. Returns null if there is none. */
  cancel(device: string): Authorization | Transfer | null {
    const running = this.#running.get(device);
    running?.end('api');
    return running?.record ?? null;
  }

  #newTransfer(
    type: Transfer['type'],
    money: Omit<Transfer, 'id' | 'createdAt' | 'updatedAt' | 'past' | 'type' | 'authorization' | 'parent' | 'link'>,
  ): Transfer {
    const record: Transfer = {
      ...this.#ledger.entry('transfer'),
      ...money,
      type,
      authorization: null,
      parent: null,
      link: null,
    };
    this.#ledger.transfers.set(record.id, record);
    return record;
  }

  /** @throws Refusal 422 */
  #money(body: Body, operation: string) {
    const amount = amountOf(body['amount'], 'amount');
    if (typeof body['currency'] !== 'string' || !/^[A-Z]{3}$/.test(body['currency']))
      throw invalid('currency', 'A currency is three capital letters.');
    const device = body['device'] === undefined ? null : this.#device(body['device']);
    const merchantId = device?.merchant ?? body['merchant'] ?? this.#ledger.merchants[0]!.id;
    const merchant = this.#ledger.merchants.find(({ id }) => id === merchantId);
    if (!merchant) throw invalid('merchant', 'The merchant does not exist.');
    if (!merchant.isApproved) throw new Refusal(422, 'UNPROCESSABLE_ENTITY', 'The seller is not approved yet.');
    const breakdown = body['amount_breakdown'] as { tip_amount?: unknown } | undefined;
    return {
      state: 'PENDING' as State,
      amount: Math.min(amount, partly[amount] ?? amount),
      requested: amount,
      currency: body['currency'],
      merchant: merchant.id,
      device: device?.id ?? null,
      operation: textOrNull(body['operation_key']) ?? operation,
      key: textOrNull(body['idempotency_id']),
      tags: tagsOf(body),
      failure: null,
      tip: typeof breakdown?.tip_amount === 'number' ? breakdown.tip_amount : null,
    };
  }

  /** @throws Refusal 422 */
  #device(id: unknown): Device {
    const device = this.#ledger.devices.get(String(id));
    if (!device) throw invalid('device', 'The Device does not exist.');
    return device;
  }

  async #run<T extends Authorization | Transfer>(
    record: T,
    body: Body,
    endpoint: string,
    done: () => void,
  ): Promise<T> {
    const finish = (state: State, failure: string | null): void => {
      record.state = state;
      record.failure = failure;
      if (state === 'SUCCEEDED') done();
      this.#ledger.changed(record);
    };
    const instrument = body['payment_instrument'] as Body | undefined;
    this.#keep(endpoint, body, record);
    if (instrument || body['source'] !== undefined) {
      if (instrument) checkCard(instrument);
      const isRefund = 'type' in record && record.type === 'CREDIT';
      const failure = isRefund ? null : (declined[record.requested] ?? null);
      finish(failure ? 'FAILED' : 'SUCCEEDED', failure);
      if (failure && this.#switches.declines === 'refused') throw this.#declined(record);
      return record;
    }
    if (record.device === null) throw invalid('device', 'A payment needs a Device or a payment instrument.');
    const ended = this.#atTerminal(record, finish);
    if (this.#switches.cloudCreates === 'pending') {
      record.state = this.#switches.unresolvedState;
      return this.#ledger.changed(record);
    }
    await ended;
    if (record.state !== 'SUCCEEDED' && this.#switches.declines === 'refused') throw this.#declined(record);
    return record;
  }

  /** @throws Refusal when the Device cannot accept the payment */
  #atTerminal(record: Authorization | Transfer, finish: (state: State, failure: string | null) => void): Promise<void> {
    const device = this.#ledger.devices.get(record.device!)!;
    const refuse = (failure: string): never => {
      finish('FAILED', failure);
      const status = this.#switches.deviceRefusalStatus;
      const code = { 402: 'UPSTREAM_PROCESSOR_ERROR', 409: 'CONFLICT', 422: 'UNPROCESSABLE_ENTITY' }[status];
      throw new Refusal(status, code, `The terminal cannot take a payment: ${failure}.`, {
        failure_code: failure,
        ...(status === 402 ? behind(record) : {}),
      });
    };
    if (!device.isEnabled) refuse('DEVICE_NOT_ENABLED');
    if (!device.isOnline) refuse('DEVICE_NOT_CONNECTED');
    if (this.#running.has(device.id)) refuse('DEVICE_IN_USE');
    const customer = this.customers.get(device.serialNumber)?.shift() ?? { does: 'pays' };
    return new Promise((resolve) => {
      const end = (does: Customer['does'] | 'api'): void => {
        if (this.#running.get(device.id)?.record !== record) return;
        this.#running.delete(device.id);
        if (does === 'pays' && declined[record.requested] === undefined) finish('SUCCEEDED', null);
        else if (does === 'api') finish(this.#switches.canceledState, 'CANCELLATION_VIA_API');
        else if (does === 'cancels') finish(this.#switches.canceledState, 'CANCELLATION_VIA_DEVICE');
        else finish('FAILED', declined[record.requested] ?? 'DO_NOT_HONOR');
        resolve();
      };
      this.#running.set(device.id, { record, end });
      if (customer.does !== 'waits') this.#later(customer.afterMs ?? 300, () => end(customer.does));
    });
  }

  #declined(record: Authorization | Transfer): Refusal {
    const code = 'voidState' in record ? 'DECLINED' : 'PAYMENT_DECLINED';
    return new Refusal(402, code, 'The payment was declined.', {
      failure_code: record.failure ?? 'GENERIC_DECLINE',
      failure_message: 'The payment was declined by the issuer.',
      ...behind(record),
    });
  }

  #capture(record: Authorization, body: Body): Authorization {
    if (record.state !== 'SUCCEEDED' || record.isVoid || record.voidState !== 'UNATTEMPTED' || record.transfer !== null)
      throw new Refusal(422, 'UNPROCESSABLE_ENTITY', 'The authorization cannot be captured.', {
        failure_code: 'AUTHORIZATION_EXPIRED_OR_ALREADY_CAPTURED',
      });
    const amount = amountOf(body['capture_amount'], 'capture_amount');
    if (amount > record.amount) throw invalid('capture_amount', 'More than is held.');
    const { currency, merchant, device, operation, tip } = record;
    const breakdown = body['amount_breakdown'] as { tip_amount?: unknown } | undefined;
    const transfer = this.#newTransfer('DEBIT', {
      state: 'PENDING',
      amount,
      requested: amount,
      currency,
      merchant,
      device,
      operation: operation.replace('AUTHORIZATION', 'DEBIT'),
      key: null,
      tags: tagsOf(body),
      failure: null,
      tip: typeof breakdown?.tip_amount === 'number' ? breakdown.tip_amount : tip,
    });
    transfer.authorization = record.id;
    record.transfer = transfer.id;
    record.captureAmount = amount;
    this.#ledger.move('captured', record.id, amount, currency);
    this.#ledger.move('charged', transfer.id, amount, currency);
    this.#settle(transfer, this.#switches.captures);
    return this.#ledger.changed(record);
  }

  #void(record: Authorization): Authorization {
    if (record.isVoid || record.voidState === 'PENDING') return record;
    if (record.transfer !== null || record.state !== 'SUCCEEDED')
      throw new Refusal(422, 'UNPROCESSABLE_ENTITY', 'The authorization cannot be voided.');
    this.#ledger.move('released', record.id, record.amount, record.currency);
    const voided = (): void => {
      record.isVoid = true;
      record.voidState = 'SUCCEEDED';
      this.#ledger.changed(record);
    };
    if (this.#switches.voids === 'at-once') voided();
    else {
      record.voidState = 'PENDING';
      this.#later(this.#switches.settleMs, voided);
    }
    return this.#ledger.changed(record);
  }

  #settle(record: Transfer, first: 'SUCCEEDED' | 'PENDING'): Transfer {
    record.state = first;
    if (first === 'PENDING')
      this.#later(this.#switches.settleMs, () => {
        record.state = 'SUCCEEDED';
        this.#ledger.changed(record);
      });
    return this.#ledger.changed(record);
  }

  #later(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }

  #keep(endpoint: string, body: Body, record: Authorization | Transfer): void {
    if (record.key !== null) this.#keys.set(`${endpoint} ${record.key}`, { body: JSON.stringify(body), record });
  }

  /** Record of a used key, if it answers a repeat. @throws Refusal otherwise */
  #repeated(endpoint: string, body: Body): Authorization | Transfer | null {
    const kept = this.#keys.get(`${endpoint} ${String(body['idempotency_id'])}`);
    if (!kept) return null;
    const { repeats, rejectedRepeatStatus } = this.#switches;
    if (repeats === 'original' && kept.body === JSON.stringify(body)) return kept.record;
    const isReferenced = repeats === 'reference';
    throw new Refusal(
      isReferenced ? 422 : rejectedRepeatStatus,
      isReferenced ? 'UNPROCESSABLE_ENTITY' : 'CONFLICT',
      'The idempotency_id was used before.',
      isReferenced
        ? { ...behind(kept.record), ...(kept.record.failure ? { failure_code: kept.record.failure } : {}) }
        : {},
    );
  }
}

const behind = (record: Authorization | Transfer): { authorization: string } | { transfer: string } =>
  'voidState' in record ? { authorization: record.id } : { transfer: record.id };

export const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** @throws Refusal 422 */
function amountOf(value: unknown, field: string): number {
  if (!Number.isSafeInteger(value) || (value as number) <= 0)
    throw invalid(field, 'An amount is a whole number of minor units above zero.');
  return value as number;
}

/** @throws Refusal 422 */
function checkCard(instrument: Body): void {
  for (const field of ['encrypted_emv_data', 'emv_data_key_serial_number'])
    if (typeof instrument[field] !== 'string' || instrument[field] === '') throw invalid(field, 'It is needed.');
  if (!Number.isInteger(instrument['encrypted_emv_format'] ?? 0))
    throw invalid('encrypted_emv_format', 'It is a whole number.');
}

/** @throws Refusal 422 when tags exceed their limits */
export function tagsOf(body: Body): Tags {
  const tags = Object.entries((body['tags'] ?? {}) as Record<string, unknown>);
  if (tags.length > 50) throw invalid('tags', 'At most 50 pairs.');
  for (const [key, value] of tags) {
    if (typeof value !== 'string' || value.length > 500 || key.length > 40) throw invalid('tags', 'Too long.');
    if (/[\\,"']/.test(key + value)) throw invalid('tags', 'A special character is not allowed.');
  }
  return Object.fromEntries(tags) as Tags;
}
