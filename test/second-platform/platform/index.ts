/** A platform as a small HTTP program, written from the specification alone. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Devices } from './devices.ts';
import { Ledger, type Device } from './ledger.ts';
import { Links } from './links.ts';
import { Payments, type Body, type Customer } from './payments.ts';
import { Refusal } from './refusal.ts';
import { route, type Reply, type Request } from './routes.ts';
import { recorded, type Switches } from './switches.ts';
import { basic, Views } from './views.ts';
import { until } from '../../waiting.ts';

export { combinations } from './switches.ts';
export type { Sums } from './ledger.ts';

export class Platform {
  readonly ledger: Ledger;
  readonly switches: Switches;
  readonly username: string;
  readonly password = randomUUID();
  readonly payments: Payments;
  links!: Links;
  devices!: Devices;
  url = '';
  /** Received requests, such as "POST /transfers". */
  readonly came: string[] = [];
  /** Answered requests, such as "POST /transfers 201". */
  readonly requests: string[] = [];
  /** Bodies of the requests that had one, parallel to `requests`. */
  readonly bodies: Body[] = [];
  /** Requests to lose, each once, before or after they are executed. */
  readonly #losses: { request: RegExp; what: 'request' | 'reply' }[] = [];
  readonly #server: Server;
  #views!: Views;

  private constructor(switches: Switches) {
    this.switches = switches;
    this.ledger = new Ledger(switches);
    this.username = this.ledger.newId('user');
    this.payments = new Payments(this.ledger, switches);
    for (const [name, processor, isApproved] of [
      ['Corner Shop', 'DUMMY_V1', true],
      ['Market Stall', 'GATEWAY_B_V1', true],
      ['Not Yet', 'DUMMY_V1', false],
    ] as const)
      this.ledger.merchants.push({ id: this.ledger.newId('merchant'), name, processor, isApproved });
    this.#server = createServer((request, response) => {
      void this.#answer(request, response);
    });
  }

  static async start(switches: Switches = recorded, port = 0): Promise<Platform> {
    const platform = new Platform(switches);
    await new Promise<void>((resolve) => platform.#server.listen(port, '127.0.0.1', resolve));
    const { port: taken } = platform.#server.address() as AddressInfo;
    platform.url = `http://127.0.0.1:${taken}${switches.basePath}`;
    platform.#views = new Views(switches, platform.url);
    platform.links = new Links(platform.ledger, platform.payments);
    platform.devices = new Devices(platform.ledger, switches, platform.payments, platform.#views);
    return platform;
  }

  async close(): Promise<void> {
    this.payments.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Id of the merchant with that processor. */
  merchant(processor = 'DUMMY_V1'): string {
    return this.ledger.merchants.find((one) => one.processor === processor)!.id;
  }

  /** Adds a Device to the shop, enabled or as a new Device. */
  addDevice(serialNumber: string, options: { isEnabled?: boolean; processor?: string } = {}): Device {
    const device = this.devices.create(this.merchant(options.processor), {
      name: `Till ${serialNumber.slice(-3)}`,
      model: 'UNHEARD_OF_9',
      serial_number: serialNumber,
    });
    if (options.isEnabled ?? true) {
      device.isEnabled = true;
      device.isOnline = true;
      this.ledger.changed(device);
    }
    return device;
  }

  /** Sets the next customers at a terminal that the platform drives, in order. */
  expect(serialNumber: string, ...customers: Customer[]): void {
    this.payments.customers.set(serialNumber, customers);
  }

  /** Loses the next matching request, for example `/^POST \/transfers$/`, or its reply: the connection breaks. */
  lose(request: RegExp, what: 'request' | 'reply'): void {
    this.#losses.push({ request, what });
  }

  get lossesLeft(): number {
    return this.#losses.length;
  }

  /** Resolves when a request with this name has arrived, for example "POST /transfers". */
  async asked(request: string): Promise<void> {
    await until(() => this.came.includes(request), request);
  }

  /** True if this request is to be lost in that way; removes the entry. */
  #isLost(request: string, what: 'request' | 'reply'): boolean {
    const at = this.#losses.findIndex((loss) => loss.request.test(request) && loss.what === what);
    if (at >= 0) this.#losses.splice(at, 1);
    return at >= 0;
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    const path = incoming.url ?? '/';
    let text = '';
    for await (const chunk of incoming) text += String(chunk);
    const called = `${incoming.method} ${path.slice(this.switches.basePath.length).replace(/\?.*/, '')}`;
    this.came.push(called);
    if (this.#isLost(called, 'request')) return void incoming.socket.destroy();
    let reply: Reply;
    try {
      reply = await this.#reply(incoming, path, text);
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'SERVER_ERROR', String(error));
      const { type, text } = refusal.body(this.switches, requestId);
      reply = { status: refusal.status, type, text };
    }
    if (this.#isLost(called, 'reply')) return void incoming.socket.destroy();
    this.requests.push(`${incoming.method} ${path} ${reply.status}`);
    response.statusCode = reply.status;
    if (reply.type) response.setHeader('content-type', reply.type);
    response.sendDate = false;
    if (this.switches.headers) {
      response.setHeader('date', new Date(this.ledger.now()).toUTCString());
      response.setHeader('x-request-id', requestId);
      response.setHeader('service-apiuser-role', 'ROLE_PLATFORM');
    }
    if (reply.location) response.setHeader('location', reply.location);
    response.end(reply.text);
  }

  async #reply(incoming: IncomingMessage, path: string, text: string): Promise<Reply> {
    if (incoming.headers.authorization !== basic(this.username, this.password))
      throw new Refusal(401, 'UNKNOWN', 'Unauthorized');
    const { basePath, contentType, createdStatus } = this.switches;
    const url = new URL(path, this.url);
    if (!url.pathname.startsWith(`${basePath}/`)) throw new Refusal(404, 'NOT_FOUND', 'There is nothing here.');
    const request: Request = {
      method: incoming.method ?? 'GET',
      path: url.pathname.slice(basePath.length).split('/').slice(1).map(decodeURIComponent),
      query: url.searchParams,
      body: parsed(text),
      version: (incoming.headers['service-version'] as string | undefined) ?? null,
      self: url.href,
    };
    if (text !== '') this.bodies.push(request.body);
    const { ledger, switches, payments, devices, links, username } = this;
    const done = await route(request, { ledger, switches, payments, devices, links, username, views: this.#views });
    const isCreated = request.method === 'POST';
    return {
      status: isCreated ? createdStatus : 200,
      type: contentType,
      text: this.#views.text(done),
      ...(isCreated && 'id' in done ? { location: `${this.url}/${request.path.join('/')}/${String(done.id)}` } : {}),
    };
  }
}

/** @throws Refusal 400 */
function parsed(text: string): Body {
  if (text === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body;
  } catch {
    // The refusal below also covers other bodies that are no object.
  }
  throw new Refusal(400, 'BAD_REQUEST', 'The request is no JSON object.');
}
