/** Starts a sandbox over real HTTP, with a client that checks every reply against the OpenAPI document. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type {
  Authorization,
  AuthorizationCreate,
  Device,
  DeviceList,
  ErrorEntry,
  ErrorEnvelope,
  Identity,
  PaymentInstrument,
  PaymentInstrumentCreate,
  Role,
} from '../../electron/platform-api/index.ts';
import { CONTROL_PATH, startSandbox } from '../../electron/sandbox/index.ts';
import type { ControlReply, ControlRequest, Sandbox, SandboxOptions } from '../../electron/sandbox/index.ts';
import { violations } from './document-check.ts';
import { encryptCard, ksnSource, testPans } from './encryptor.ts';
import type { CardInput } from './encryptor.ts';
import { ManualClock } from './manual-clock.ts';
import { orderedIds } from '../fixtures/ordered-ids.ts';

export const CURSOR_VERSION = { 'service-version': '2022-02-01' };

export interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface Login {
  username: string;
  password: string;
}

/** A client of a platform with credentials and no other state. */
export class Client {
  readonly url: string;
  readonly #login: Login;

  constructor(url: string, login: Login) {
    this.url = url;
    this.#login = login;
  }

  as(login: Login): Client {
    return new Client(this.url, login);
  }

  /** The raw reply, unchecked. */
  raw(
    method: string,
    path: string,
    init: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const { username, password } = this.#login;
    // fetch itself sets the content type of a form, with its boundary.
    const isAsIs = typeof init.body === 'string' || init.body instanceof FormData;
    return fetch(this.url + path, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        ...(init.body === undefined || init.body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...init.headers,
      },
      ...(init.body === undefined
        ? {}
        : { body: isAsIs ? (init.body as string | FormData) : JSON.stringify(init.body) }),
      signal: AbortSignal.timeout(15_000),
    });
  }

  async send<Body>(
    method: string,
    path: string,
    init: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer<Body>> {
    const response = await this.raw(method, path, init);
    const body: unknown = await response.json();
    expect(violations(method, path, response.status, response.headers, body)).toEqual([]);
    return { status: response.status, headers: response.headers, body: body as Body };
  }

  async get<Body>(path: string, headers: Record<string, string> = {}): Promise<Body> {
    const { status, body } = await this.send<Body>('GET', path, { headers });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }

  /** Creates a resource, which must succeed, and returns the reply's body. */
  async post<Body>(path: string, body?: unknown, expected = 201): Promise<Body> {
    const answer = await this.send<Body>('POST', path, body === undefined ? {} : { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(expected);
    return answer.body;
  }

  /** Changes a resource, which must succeed, and returns the reply's body. */
  async put<Body>(path: string, body: unknown): Promise<Body> {
    const answer = await this.send<Body>('PUT', path, { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  }

  /** All items on one page of a list, by its name under `_embedded`. */
  async listed<Item>(path: string, name: string): Promise<Item[]> {
    const separator = path.includes('?') ? '&' : '?';
    const body = await this.get<{ _embedded?: Record<string, Item[]> }>(`${path}${separator}limit=100`);
    return body._embedded?.[name] ?? [];
  }

  /** Sends a request that must fail with this status, and returns the first error. */
  async fails(status: number, method: string, path: string, body?: unknown): Promise<ErrorEntry> {
    const answer = await this.send<ErrorEnvelope>(method, path, body === undefined ? {} : { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    const [error] = answer.body._embedded.errors;
    if (!error) throw new Error('No error in the envelope');
    return error;
  }
}

export class Harness {
  readonly sandbox: Sandbox;
  readonly clock: ManualClock;
  readonly client: Client;
  readonly nextKsn = ksnSource();

  constructor(sandbox: Sandbox, clock: ManualClock) {
    this.sandbox = sandbox;
    this.clock = clock;
    this.client = new Client(sandbox.url, sandbox);
  }

  static async start(options: SandboxOptions = {}, clock = new ManualClock()): Promise<Harness> {
    return new Harness(await startSandbox({ clock, random: orderedIds(), ...options }), clock);
  }

  async control(command: ControlRequest): Promise<ControlReply> {
    const response = await this.client.raw('POST', CONTROL_PATH, { body: command });
    expect(response.status).toBe(200);
    return (await response.json()) as ControlReply;
  }

  async login(role: Role, merchant: string | null = null): Promise<Client> {
    const { username = '', password = '' } = await this.control({ type: 'create-user', role, merchant });
    return this.client.as({ username, password });
  }

  /** A stored test card of a new buyer. */
  async card(
    card: keyof typeof testPans = 'approve',
    more: Partial<PaymentInstrumentCreate> = {},
  ): Promise<PaymentInstrument> {
    const { id } = await this.client.post<Identity>('/identities', { entity: { last_name: 'Buyer' } });
    return this.client.post('/payment_instruments', {
      type: 'PAYMENT_CARD',
      identity: id,
      name: 'TEST CARD',
      number: testPans[card],
      expiration_month: 12,
      expiration_year: 2030,
      ...more,
    });
  }

  /** A stored bank account of a new buyer. */
  async bankAccount(): Promise<PaymentInstrument> {
    const { id } = await this.client.post<Identity>('/identities', { entity: { last_name: 'Buyer' } });
    return this.client.post('/payment_instruments', {
      type: 'BANK_ACCOUNT',
      identity: id,
      name: 'Alice Buyer',
      account_number: '0000123456',
      bank_code: '123123123',
      account_type: 'CHECKING',
    });
  }

  async device(serialNumber: string): Promise<Device> {
    const list = await this.client.get<DeviceList>(`/devices?serial_number=${serialNumber}`);
    const [device] = list._embedded?.devices ?? [];
    if (!device) throw new Error(`No device ${serialNumber}`);
    return device;
  }

  /** A body for POST /authorizations with a freshly encrypted test card. */
  request(
    card: keyof typeof testPans | Partial<CardInput> = 'approve',
    more: Partial<AuthorizationCreate> = {},
  ): AuthorizationCreate {
    const amount = more.amount ?? 1234;
    const input: CardInput = {
      pan: typeof card === 'string' ? testPans[card] : testPans.approve,
      ksn: this.nextKsn(),
      amount,
      ...(typeof card === 'string' ? {} : card),
    };
    return {
      amount,
      currency: 'USD',
      operation_key: 'CARD_PRESENT_AUTHORIZATION',
      idempotency_id: randomUUID(),
      payment_instrument: {
        encrypted_emv_data: encryptCard(input),
        emv_data_key_serial_number: input.ksn,
        encrypted_emv_format: 1,
      },
      ...more,
    };
  }

  /** Creates a hold, which must succeed. */
  async authorize(...args: Parameters<Harness['request']>): Promise<Authorization> {
    const { status, body } = await this.client.send<Authorization>('POST', '/authorizations', {
      body: this.request(...args),
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  }
}
