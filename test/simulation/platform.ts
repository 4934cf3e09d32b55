/**
 * The platform of the simulation is the sandbox: its own server, rules and store, in this process, without a socket, on
 * the simulation's clock and chance. No part of the platform is modelled a second time.
 */
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { SkewedClock } from '../../electron/sandbox/time/clock.ts';
import { recordEvents } from '../../electron/sandbox/webhooks/event-sources.ts';
import { Events } from '../../electron/sandbox/webhooks/events.ts';
import { choicesOf, payThroughLink } from '../../electron/sandbox/operations/link-payments.ts';
import { LINK_TAG, type Clock } from '../../electron/domain/index.ts';
import { settle } from '../../electron/sandbox/jobs/settle.ts';
import { Timers } from '../../electron/sandbox/time/timers.ts';
import { FaultQueue } from '../../electron/sandbox/faults/fault-queue.ts';
import { buildServer } from '../../electron/sandbox/server/server.ts';
import { allHandlers } from '../../electron/sandbox/server/routes/index.ts';
import { runningPaymentOn } from '../../electron/sandbox/operations/payment-ways.ts';
import { failureMessage } from '../../electron/sandbox/rules/decide.ts';
import { activated } from '../../electron/sandbox/rules/device-rules.ts';
import { idempotencyModes } from '../../electron/sandbox/rules/idempotency.ts';
import { equals } from '../../electron/sandbox/store/collection.ts';
import { ensureCredentials } from '../../electron/sandbox/store/credentials.ts';
import { completeSeeds, newDevice, seed, seededApplication } from '../../electron/sandbox/store/seeds.ts';
import { Store, type StoredAuthorization, type StoredTransfer } from '../../electron/sandbox/store/store.ts';
import type { PlatformSettings } from '../../electron/config/index.ts';
import { isHeld, PlatformRecords } from './platform-records.ts';
import type { Random } from './random.ts';
import type { Record as Log } from './record.ts';
import type { World } from '../../electron/sandbox/world/world.ts';

export interface PlatformRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with query. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

export interface PlatformReply {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** Maximum lag of a list of attempts to pay. */
export const LIST_LAG_MS = 4_000;

const ADDRESS = 'https://platform.simulation';

export interface PlatformOptions {
  clock: Clock;
  random: Random;
  log: Log;
  /** Serial numbers of the shop's terminals; their Devices are in service. */
  terminals: readonly string[];
  skewMs: number;
}

export class Platform {
  readonly #store: Store;
  readonly #world: World;
  readonly #app: FastifyInstance;
  readonly #faults = new FaultQueue();
  readonly #timers: Timers;
  readonly #events: Events;
  readonly #closing = new AbortController();
  readonly #random: Random;
  readonly #log: Log;
  readonly #clock: SkewedClock;
  readonly #user: string;
  /** Time when a PENDING record will be decided, by id; milliseconds since 1970 on the platform's clock. */
  readonly #due = new Map<string, number>();
  readonly settings: PlatformSettings;
  /** The till's merchant. */
  readonly merchant: string;
  /** Links of this platform outlast the till's, so that only the till ends them. */
  readonly #keepsLinks: boolean;
  /** Time when a link was made, by its id, on the day's own time. */
  readonly #linksSince = new Map<string, number>();
  /** Requests inside the server. */
  busy = 0;
  readonly records = new PlatformRecords();
  /** Called with the attempt when a hold or a Transfer, or a change of one, is committed. */
  onCommit: (attempt: string) => void = () => undefined;

  static async open(options: PlatformOptions): Promise<Platform> {
    const platform = new Platform(options);
    await platform.#app.ready();
    return platform;
  }

  private constructor({ clock, random, log, terminals, skewMs }: PlatformOptions) {
    const bytes = (count: number): Uint8Array => random.bytes(count);
    this.#random = random;
    this.#log = log;
    this.#clock = new SkewedClock(clock);
    this.#clock.set(skewMs);
    this.#keepsLinks = random.fork('links').chance(0.5);
    const store = new Store(null, this.#clock, bytes);
    seed(store, { seed: 1, now: this.#clock.now() });
    completeSeeds(store, bytes);
    const application = seededApplication(store)!;
    const credentials = ensureCredentials(store, application, null, bytes);
    const merchant = application.home_merchant;
    for (const serial of terminals) {
      if (store.devices.first(equals('serial_number', serial))) continue;
      const common = { merchant, model: 'PAX_A920PRO', name: `Lane ${serial}`, serial_number: serial };
      store.devices.insert(newDevice({ ...common, ...activated }));
    }
    // Devices of another merchant, in service, with the serial numbers of the till's terminals: lists show the newest
    // first.
    const other = store.merchants.all().find(({ id }) => id !== merchant)!;
    for (const serial of terminals) {
      const common = { merchant: other.id, model: 'PAX_A920PRO', name: `Next door ${serial}`, serial_number: serial };
      store.devices.insert(newDevice({ ...common, ...activated }), this.#clock.now() + 1_000);
    }
    this.merchant = merchant;
    this.#store = store;
    this.#timers = new Timers(this.#clock, () => world.settle());
    this.#events = new Events({ store, clock: this.#clock, random: bytes, log: () => undefined });
    const world: World = {
      store,
      clock: this.#clock,
      random: bytes,
      idempotency: random.pick(idempotencyModes),
      seed: 1,
      url: (path) => `${ADDRESS}${path}`,
      // Searching every collection at every request, as the sandbox does, would take half of the time here.
      settle: () => {
        const now = this.#clock.now();
        if ([...this.#due.values()].some((at) => at <= now)) settle(world);
      },
      settleAt: (time) => this.#timers.at(time),
      later: (delayMs, task) => this.#timers.later(delayMs, task),
      setClockSkew: (ms) => this.#clock.set(ms),
      events: this.#events,
      cloud: { answers: 'pending', decidesAfterMs: 3_000, card: 'approve', entry: null, presented: 0, tipMinor: 0 },
    };
    this.#world = world;
    this.#app = buildServer({
      world,
      handlers: allHandlers(world),
      faults: this.#faults,
      log: (entry) => {
        if (entry.kind === 'bug') log.breach('platform', null, `the sandbox failed: ${String(entry.error)}`);
      },
      closing: this.#closing.signal,
    });
    recordEvents(world);
    store.onChange(({ collection, record }) => {
      if (collection !== 'authorizations' && collection !== 'transfers' && collection !== 'payment_links') return;
      const { pending } = record as Partial<StoredTransfer>;
      if (pending) this.#due.set(record.id, pending.decides_at);
      else this.#due.delete(record.id);
      if (collection === 'payment_links') {
        if (!this.#linksSince.has(record.id)) this.#linksSince.set(record.id, clock.now());
        return;
      }
      // The store passes the name of the collection with each of its records.
      const attempt =
        collection === 'authorizations'
          ? this.records.authorization(record as StoredAuthorization)
          : this.records.transfer(record as StoredTransfer);
      const short = createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 8);
      log.line(`records ${collection} ${record.id} ${attempt ?? '-'} ${short}`);
      if (attempt !== null) this.onCommit(attempt);
    });
    this.#user = credentials.username;
    this.settings = { url: ADDRESS, ...credentials, merchant };
    log.line(`platform ${world.idempotency} skew ${skewMs}`);
  }

  /** One request, answered by the real server, or null if the server broke the connection instead. */
  async handle(request: PlatformRequest, fate: { pendingMs: number | null }): Promise<PlatformReply | null> {
    if (request.method === 'POST' && /^\/(?:authorizations|transfers)$/.test(request.url)) {
      this.#drawCustomer(request.body ?? '');
      if (fate.pendingMs !== null) {
        const operation = request.url === '/transfers' ? 'createTransfer' : 'createAuthorization';
        this.#faults.add({
          operation,
          kind: 'pending',
          when: 'before',
          delayMs: fate.pendingMs,
          status: 500,
          times: 1,
        });
      }
    }
    this.busy += 1;
    try {
      const reply = await this.#app.inject({
        method: request.method,
        url: request.url,
        headers: request.headers,
        ...(request.body === null ? {} : { payload: this.#withoutEnd(request.url, request.body) }),
      });
      const headers = Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, String(value)]));
      return { status: reply.statusCode, headers, body: reply.rawPayload };
    } catch {
      return null; // the server destroyed the connection, as for the card that loses replies
    } finally {
      this.busy -= 1;
    }
  }

  #withoutEnd(url: string, body: string): string {
    if (url !== '/payment_links' || !this.#keepsLinks) return body;
    return JSON.stringify({ ...(JSON.parse(body) as object), additional_details: undefined });
  }

  /** Draws what the customer at a terminal that the platform drives will do. */
  #drawCustomer(body: string): void {
    const random = this.#random;
    const { cloud } = this.#world;
    cloud.card = random.weighted({ approve: 14, pin: 2, 'no-funds': 1, partial: 1, slow: 1, 'lost-reply': 0 });
    cloud.decidesAfterMs = random.logNormal(8_000, 90_000);
    cloud.answers = random.chance(0.5) ? 'pending' : 'held';
    const device = /"device":"([^"]+)"/.exec(body)?.[1];
    if (device === undefined || body.includes('"payment_instrument"') || !random.chance(0.15)) return;
    const code = random.pick([
      'CANCELLATION_VIA_DEVICE',
      'EXCEEDED_CARDHOLDER_INPUT_TIME_LIMIT',
      'INCOMPLETE_TRANSACTION',
    ] as const);
    this.#world.later(random.int(500, 30_000), () => this.#endOnDevice(device, code));
  }

  #endOnDevice(device: string, code: Parameters<typeof failureMessage>[0]): void {
    const { authorization, transfer } = runningPaymentOn(this.#world, device);
    const state = code === 'CANCELLATION_VIA_DEVICE' ? 'CANCELED' : 'FAILED';
    const change = { state, failure_code: code, failure_message: failureMessage(code), pending: null } as const;
    if (authorization) this.#store.authorizations.update(authorization, change);
    if (transfer) this.#store.transfers.update(transfer, change);
    if (authorization || transfer) this.#log.line(`customer ends it on the device: ${code}`);
  }

  /** The bank delays a capture: PENDING now, and done or failed after `afterMs`. */
  holdBackCapture(authorization: string, afterMs: number, isFailing: boolean): void {
    const id = this.#store.authorizations.find(authorization)?.transfer ?? '';
    const transfer = this.#store.transfers.find(id);
    if (!transfer || transfer.state !== 'SUCCEEDED' || transfer.pending !== null) return;
    const code = 'GENERIC_DECLINE';
    const change = isFailing
      ? ({ state: 'FAILED', failure_code: code, failure_message: failureMessage(code) } as const)
      : ({ state: 'SUCCEEDED' } as const);
    const decides_at = this.#clock.now() + afterMs;
    this.#store.transfers.update(transfer, { state: 'PENDING', pending: { decides_at, change } });
    this.#timers.at(decides_at);
  }

  /** Another client captures a hold on the platform's own pages, if it is still held. */
  async captureElsewhere(attempt: string, amount: number): Promise<void> {
    const held = this.records.of(attempt).authorizations.find(isHeld);
    if (!held || amount > held.amount) return;
    const { username, password } = this.settings;
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ capture_amount: amount });
    const reply = await this.handle(
      { method: 'PUT', url: `/authorizations/${held.id}`, headers, body },
      { pendingMs: null },
    );
    this.#log.fault('captured-elsewhere', `${held.id} ${amount} ${reply?.status ?? 'nothing'}`);
  }

  /** Holds `times` the requested amount. Returns the new amount, or null before the hold. */
  overApprove(authorization: string, times: number): number | null {
    const held = this.#store.authorizations.find(authorization);
    if (!held || held.state !== 'SUCCEEDED' || held.transfer !== null || held.is_void) return null;
    const amount = Math.round(held.amount * times);
    this.#store.authorizations.update(held, { amount });
    return amount;
  }

  /**
   * A customer pays a link on its page, if the link can be paid. `times` is the factor on the amount. `isForced`: the
   * page was open before the link was closed.
   */
  payLink(
    link: string,
    how: { choice: 'card-approve' | 'card-slow' | 'card-no-funds'; times: number; isForced: boolean },
  ): boolean {
    const world = this.#world;
    const { paymentLinks, transfers } = this.#store;
    const found = paymentLinks.find(link);
    if (!found) return false;
    if (how.isForced && found.state === 'DEACTIVATED') paymentLinks.update(found, { state: 'ACTIVE' });
    const choice = choicesOf(found).find(({ id }) => id === how.choice);
    if (!choice) return false;
    const paid = payThroughLink(world, found.id, { choice, chosenAmount: null, formToken: newFormToken(this.#random) });
    this.#log.line(`customer pays link ${link} ${paid?.kind ?? 'unknown'}`);
    if (paid?.kind !== 'attempt') return false;
    const transfer = transfers.find(paid.attempt.transfer_id ?? '');
    if (transfer && how.times !== 1) transfers.update(transfer, { amount: Math.round(transfer.amount * how.times) });
    return true;
  }

  /** Links that a customer could pay now, each with its creation time. */
  payableLinks(): { tag: string; id: string; since: number }[] {
    const payable = this.#store.paymentLinks.all().filter(({ state }) => state === 'ACTIVE');
    return payable.map(({ id, tags }) => ({ tag: tags[LINK_TAG] ?? '', id, since: this.#linksSince.get(id) ?? 0 }));
  }

  /** The till's ids of the platform's links. */
  linkTags(): string[] {
    return this.#store.paymentLinks.all().flatMap(({ tags }) => tags[LINK_TAG] ?? []);
  }

  /** A list of attempts to pay that lacks the newest attempts. */
  lagging(reply: PlatformReply): PlatformReply {
    const list = JSON.parse(reply.body.toString('utf8')) as {
      _embedded?: { transfer_attempts?: { created_at: string }[] };
    };
    const all = list._embedded?.transfer_attempts;
    if (!all) return reply;
    const since = this.#clock.now() - LIST_LAG_MS;
    const shown = all.filter(({ created_at }) => Date.parse(created_at) < since);
    const body = { ...list, _embedded: { ...list._embedded, transfer_attempts: shown } };
    return { ...reply, body: Buffer.from(JSON.stringify(body)) };
  }

  setRevoked(isRevoked: boolean): void {
    const user = this.#store.users.find(this.#user);
    if (user) this.#store.users.update(user, { enabled: !isRevoked });
  }

  setOnline(serialNumber: string, isOnline: boolean): void {
    this.#change(serialNumber, { is_online: isOnline });
  }

  setEnabled(serialNumber: string, enabled: boolean): void {
    this.#change(serialNumber, { enabled });
  }

  /** True if the Device with this id belongs to the till's merchant. */
  isOwnDevice(id: string): boolean {
    return this.#store.devices.find(id)?.merchant === this.merchant;
  }

  #change(serialNumber: string, change: { is_online: boolean } | { enabled: boolean }): void {
    const device = this.#store.devices
      .all(equals('serial_number', serialNumber))
      .find(({ merchant }) => merchant === this.merchant);
    if (device) this.#store.devices.update(device, change);
  }

  /** Another record of the same kind as the requested record, as a confused gateway would return. */
  otherRecordThan(url: string): string | null {
    const [, kind, id = ''] = /^\/(authorizations|transfers)(?:\/([^/?]+))?(?:\/reversals)?$/.exec(url) ?? [];
    if (kind === undefined) return null;
    // The Transfer that a reversal belongs to counts as another record.
    const isReversal = url.endsWith('/reversals');
    if (isReversal && this.#random.chance(0.5)) return `/transfers/${id}`;
    const ids = kind === 'authorizations' ? this.#store.authorizations.all() : this.#store.transfers.all();
    return ids.filter((one) => one.id !== id).map((one) => `/${kind}/${one.id}`)[this.#random.int(0, 3)] ?? null;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#timers.close();
    await Promise.all([this.#app.close(), this.#events.close()]);
    this.#store.close();
  }
}

function newFormToken(random: Random): string {
  return Buffer.from(random.bytes(12)).toString('hex');
}
