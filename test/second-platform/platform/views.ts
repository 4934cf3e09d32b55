import { Buffer } from 'node:buffer';
import type { Authorization, Device, Link, Merchant, Transfer } from './ledger.ts';
import type { Switches } from './switches.ts';

type View = Record<string, unknown> & { id: string };

const day = 86_400_000;

export class Views {
  readonly #switches: Switches;
  readonly #base: string;

  constructor(switches: Switches, base: string) {
    this.#switches = switches;
    this.#base = base;
  }

  transfer = (one: Transfer): View => ({
    id: one.id,
    ...this.#dates(one),
    ...this.#money(one),
    type: one.type,
    subtype: 'API',
    parent_transfer: one.parent,
    ...(one.tip === null
      ? {}
      : this.#switches.tipField === 'top'
        ? { tip_amount: one.tip }
        : { amount_breakdown: { tip_amount: one.tip } }),
    fee: 0,
    ready_to_settle_at: null,
    receipt_last_printed_at: null,
    raw: null,
    _links: this.#links(`/transfers/${one.id}`, { reversals: `/transfers/${one.id}/reversals` }),
  });

  authorization = (one: Authorization): View => ({
    id: one.id,
    ...this.#dates(one),
    ...this.#money(one),
    expires_at: this.#time(one.createdAt + 7 * day),
    transfer: one.transfer,
    is_void: one.isVoid,
    void_state: one.voidState,
    capture_amount: one.captureAmount,
    _links: this.#links(`/authorizations/${one.id}`),
  });

  device(one: Device, isConnectionAsked: boolean): View {
    const word = one.isOnline ? 'OPEN' : 'CLOSED';
    const connection = this.#switches.connectionWords === 'upper' ? word : word[0] + word.slice(1).toLowerCase();
    const isAnswered = isConnectionAsked && this.#switches.connectionAsked === 'answered';
    return {
      id: one.id,
      ...this.#dates(one),
      ...(one.isEnabled
        ? { android_version: '10', firmware_version: 'PayDroid_10.0.0_X', payment_app_version: '5.5.0' }
        : {}),
      configuration_details: one.configuration,
      ...(isAnswered ? { connection } : {}),
      description: one.description,
      enabled: one.isEnabled,
      idle_message: one.idleMessage,
      merchant: one.merchant,
      model: one.model,
      name: one.name,
      serial_number: one.serialNumber,
      tags: one.tags,
      _links: this.#links(`/devices/${one.id}`),
    };
  }

  link = (one: Link): View => ({
    ...one.given,
    id: one.id,
    ...this.#dates(one),
    state: one.state,
    merchant_id: one.merchant,
    link_url: `${this.#base.replace('/payments/v2', '')}/pay/${one.id}`,
    link_expires_at: this.#time(one.expiresAt),
    tags: one.tags,
    _links: this.#links(`/payment_links/${one.id}`),
  });

  transferAttempt = (one: Transfer): View => ({
    id: `ta_${one.id}`,
    ...this.#dates(one),
    transfer_id: one.id,
    payment_link_id: one.link,
    state: one.state,
    tags: one.tags,
  });

  merchant = (one: Merchant): View => {
    const state = one.isApproved ? 'APPROVED' : 'PROVISIONING';
    const common = { id: one.id, processor: one.processor, settlement_queue_mode: 'AUTO', tags: {} };
    if (this.#switches.merchantNames === 'state') return { ...common, name: one.name, state };
    if (this.#switches.merchantNames === 'silent') return { ...common, merchant_name: one.name };
    return { ...common, merchant_name: one.name, onboarding_state: state, processing_enabled: one.isApproved };
  };

  /** Text of the reply, with the configured field order, extra fields and omitted nulls. */
  text(view: object): string {
    return JSON.stringify(this.#dressed(view));
  }

  #dressed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#dressed(one));
    if (typeof value !== 'object' || value === null) return value;
    const { fieldOrder, extraFields, omitNulls } = this.#switches;
    let entries = Object.entries(value).map(([name, one]) => [name, this.#dressed(one)] as const);
    // The specification states explicitly that the cursor is null.
    if (omitNulls) entries = entries.filter(([name, one]) => one !== null || name === 'next_cursor');
    if (extraFields && 'id' in value)
      entries.push(
        ['processing_trail', { hops: [{ node: 7, amount: 1, state: 'FAILED' }], id: 'TR0', transfer: 'TR0' }],
        ['compliance', null],
        ['network_details', { brand: null, tags: { amount: '0' } }],
      );
    return Object.fromEntries(fieldOrder === 'reversed' ? entries.reverse() : entries);
  }

  #money(one: Transfer | Authorization): Record<string, unknown> {
    const failed = one.failure === null ? null : `The payment ended: ${one.failure.toLowerCase()}.`;
    return {
      state: one.state,
      amount: one.amount,
      ...(this.#switches.amountRequested ? { amount_requested: one.requested } : {}),
      currency: one.currency,
      merchant: one.merchant,
      device: one.device,
      operation_key: one.operation,
      idempotency_id: one.key,
      trace_id: `trace-${one.id.slice(-8)}`,
      failure_code: one.failure,
      failure_message: failed,
      messages: [],
      card_present_details: this.#card(one),
      tags: one.tags,
    };
  }

  #card(one: Transfer | Authorization): object | null {
    if (this.#switches.cardDetails === 'null') return null;
    const isNull = this.#switches.cardDetails === 'nulls';
    return {
      approval_code: isNull || one.failure !== null ? null : '04211A',
      brand: isNull ? null : 'VISA',
      entry_mode: isNull ? null : 'CONTACTLESS_ICC',
      masked_account_number: isNull ? null : '************0059',
      name: null,
      payment_type: isNull ? 'NONE' : 'CREDIT',
      emv_data: null,
    };
  }

  #dates(one: { createdAt: number; updatedAt: number }): { created_at: string; updated_at: string } {
    return { created_at: this.#time(one.createdAt), updated_at: this.#time(one.updatedAt) };
  }

  #time(at: number): string {
    if (this.#switches.timestamps === 'milliseconds') return new Date(at).toISOString();
    // The time zone is two hours east, and the fraction has two digits.
    return `${new Date(at + 7_200_000).toISOString().slice(0, 22)}+02:00`;
  }

  #links(path: string, more: Record<string, string> = {}): Record<string, { href: string }> {
    const all = { self: path, ...more };
    return Object.fromEntries(Object.entries(all).map(([name, to]) => [name, { href: `${this.#base}${to}` }]));
  }
}

export const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
