/**
 * The network between till and platform, behind the client's own transport interface: latency, lost requests and
 * replies, duplicates, delay, gateways that answer in place of the platform. A request's fate is drawn when it is sent.
 */
import type { Dispatcher } from 'undici';
import type { Transport } from '../../electron/host/platform/index.ts';
import type { Platform, PlatformReply, PlatformRequest } from './platform.ts';
import type { Random } from './random.ts';
import type { Record as Log } from './record.ts';
import type { Scheduler } from './scheduler.ts';
import { fates, isPossible, type Fate, type FaultProfile } from './fault-profile.ts';

/** The process whose request the network carries. */
export interface Sender {
  isAlive(): boolean;
  /** Called at a point where the process may crash; may throw. */
  at(point: 'request-leaves' | 'answer-arrives' | 'money-leaves' | 'money-answer-arrives'): void;
  /** Runs a task that reaches the process, once it reads. */
  whenAwake(task: () => void, leg: { readonly isAborted: boolean }): void;
  /** Called when a request is about to be sent, to check that it is recorded. */
  onLeaving(request: PlatformRequest): void;
  /** Called when an answer has arrived completely; `at` is when the platform gave it. */
  onHeard(request: PlatformRequest, body: string, at: number): void;
}

interface Leg {
  request: PlatformRequest;
  handler: Dispatcher.DispatchHandler;
  sender: Sender;
  isAborted: boolean;
  controller: Dispatcher.DispatchController;
}

const gatewayPage =
  '<!doctype html><html><head><title>Gateway</title></head><body><h1>Sign in to the network</h1></body></html>';

const statusFaults: Readonly<Partial<Record<Fate, [status: number, code: string]>>> = {
  'status-401': [401, 'UNKNOWN'],
  'status-402': [402, 'UPSTREAM_PROCESSOR_ERROR'],
  'status-404': [404, 'NOT_FOUND'],
  'status-409': [409, 'CONFLICT'],
  'status-422': [422, 'UNPROCESSABLE_ENTITY'],
  'status-429': [429, 'TOO_MANY_REQUESTS'],
  'status-500': [500, 'SERVER_ERROR'],
  'status-503': [503, 'SERVER_ERROR'],
};

/** Answers of a gateway to a request that reached the platform and was carried out. */
const gatewayAnswers: readonly [[number, string], ...[number, string][]] = [
  [400, 'BAD_REQUEST'],
  [401, 'UNKNOWN'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [410, 'GONE'],
  [413, 'CONTENT_TOO_LARGE'],
  [429, 'TOO_MANY_REQUESTS'],
  [499, 'CLIENT_CLOSED_REQUEST'],
];

/** Pages of gateways that never passed the request on. */
const pageFaults: Readonly<Partial<Record<Fate | 'ok', number>>> = {
  'html-200': 200,
  'html-404': 404,
  'html-409': 409,
  'html-502': 502,
};

export class Network {
  /** `refused`: the connection is refused; `silent`: packets are lost; `failing`: the platform answers 503. */
  outage: 'none' | 'refused' | 'silent' | 'failing' = 'none';
  profile: FaultProfile;
  requests = 0;
  /** Departure times of requests that the platform does not have yet, by key and by the day's own time. */
  readonly #onItsWay = new Map<string, number>();
  readonly #platform: Platform;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #log: Log;

  constructor(parts: { platform: Platform; scheduler: Scheduler; random: Random; log: Log; profile: FaultProfile }) {
    this.#platform = parts.platform;
    this.#scheduler = parts.scheduler;
    this.#random = parts.random;
    this.#log = parts.log;
    this.profile = parts.profile;
  }

  /** Time since which a request under this key is on its way to the platform, or undefined. */
  leftAt(key: string): number | undefined {
    return this.#onItsWay.get(key);
  }

  /** The transport of one process, which ends with it. */
  transportFor(sender: Sender): Transport {
    return {
      dispatch: (options, handler) => {
        const headers = options.headers as Readonly<Record<string, string>>;
        const body = typeof options.body === 'string' ? options.body : null;
        const request = { method: options.method as PlatformRequest['method'], url: options.path, headers, body };
        if (sender.isAlive()) this.#send(request, handler, sender);
        return true;
      },
      destroy: () => Promise.resolve(),
    };
  }

  #send(request: PlatformRequest, handler: Dispatcher.DispatchHandler, sender: Sender): void {
    this.requests += 1;
    const number = this.requests;
    const fate = this.#drawFate(request);
    const leg = newLeg(request, handler, sender);
    this.#log.line(`http ${number} ${request.method} ${request.url} ${fate} ${request.body?.length ?? 0}`);
    if (fate !== 'ok') this.#log.fault(fate, `http ${number}`);
    const connect = this.#random.chance(0.1) ? this.#random.int(20, 400) : 1;
    if (this.outage === 'refused' || fate === 'not-sent') {
      this.#later(leg, connect, () => fail(leg, 'ECONNREFUSED'));
      return;
    }
    if (this.outage === 'silent' && this.#random.chance(0.5)) {
      this.#later(leg, 10_000, () => fail(leg, 'UND_ERR_CONNECT_TIMEOUT'));
      return;
    }
    this.#later(leg, connect, () => {
      try {
        handler.onRequestStart?.(leg.controller, {});
      } catch {
        return; // a request that was cancelled while it waited for a connection: no byte is sent
      }
      sender.onLeaving(request);
      this.#carry(leg, number, fate);
      sender.at('request-leaves');
      if (request.method !== 'GET') sender.at('money-leaves');
    });
  }

  /** The bytes are on their way; from here on the fates of till and request are independent. */
  #carry(leg: Leg, number: number, fate: Fate | 'ok'): void {
    const there = this.#latency();
    const isLost = fate === 'request-lost-silently' || fate === 'request-lost-reset' || this.outage === 'silent';
    if (isLost) {
      if (fate === 'request-lost-reset') this.#later(leg, there, () => fail(leg, 'ECONNRESET'));
      return;
    }
    const spoiled = this.outage === 'failing' ? statusFaults['status-503'] : statusFaults[fate as Fate];
    if (spoiled) {
      const retry: Record<string, string> = spoiled[0] === 429 ? { 'retry-after': String(this.#random.int(0, 3)) } : {};
      this.#later(leg, there, () => answer(leg, errorReply(spoiled[0], spoiled[1], retry)));
      return;
    }
    if (fate === 'conflict-then-done' || fate === 'gateway-page-then-done') {
      const [status] = this.#random.pick(gatewayAnswers);
      const early = fate === 'conflict-then-done' ? errorReply(409, 'CONFLICT', {}) : htmlReply(status);
      this.#later(leg, there, () => answer(leg, early));
      this.#arriveLater(unheardOf(leg), number, 'ok', there + this.#random.int(1_000, 4 * 60_000));
      return;
    }
    const page = pageFaults[fate];
    if (page !== undefined) {
      this.#later(leg, there, () => answer(leg, htmlReply(page)));
      return;
    }
    const late = fate === 'delivered-late' ? this.#random.int(5_000, 9 * 60_000) : 0;
    this.#arriveLater(leg, number, fate, there + late);
    if (fate === 'duplicated') {
      this.#scheduler.after(there + this.#random.int(0, 4_000), () => void this.#arrive(unheardOf(leg), number, 'ok'));
    }
  }

  /** The request is on its way until then, even if its caller no longer waits for the answer. */
  #arriveLater(leg: Leg, number: number, fate: Fate | 'ok', delayMs: number): void {
    const key = /"idempotency_id":"([^"]+)"/.exec(leg.request.body ?? '')?.[1];
    if (key !== undefined) this.#onItsWay.set(key, this.#scheduler.now());
    this.#scheduler.after(delayMs, () => {
      if (key !== undefined) this.#onItsWay.delete(key);
      void this.#arrive(leg, number, fate);
    });
  }

  async #arrive(leg: Leg, number: number, fate: Fate | 'ok'): Promise<void> {
    const { request } = leg;
    const random = this.#random;
    const pendingMs = fate === 'pending' ? random.logNormal(4_000, 90_000) : null;
    const isBatched = fate === 'batched-later' || fate === 'batch-fails';
    const batchMs = random.int(10_000, 20 * 60_000);
    let reply = await this.#platform.handle(request, { pendingMs });
    if (isBatched && request.method === 'PUT' && request.body?.includes('capture_amount') && reply?.status === 200) {
      const id = request.url.split('/').at(-1) ?? '';
      this.#platform.holdBackCapture(id, batchMs, fate === 'batch-fails');
    }
    if (fate === 'over-approved' && reply !== null) reply = this.#overApproved(reply);
    if (fate === 'list-lags' && reply?.status === 200) reply = this.#platform.lagging(reply);
    const answeredAt = this.#scheduler.now();
    this.#log.line(`http ${number} answered ${reply?.status ?? 'nothing'}`);
    if (fate === 'other-record') reply = await this.#confuse(request, reply);
    if (fate === 'other-currency' && reply !== null) reply = inEuro(reply);
    if (fate === 'delivered-late' || fate === 'reply-lost-silently') return;
    let back = this.#latency();
    if (fate === 'reply-slow') back += random.int(4_000, 70_000);
    const [status, code] = fate.startsWith('gateway-') ? random.pick(gatewayAnswers) : gatewayAnswers[0];
    this.#later(leg, back, () => {
      if (reply === null || fate === 'reply-lost-reset') fail(leg, 'ECONNRESET');
      else if (fate === 'half-body') answer(leg, reply, 'half');
      else if (fate === 'status-500-after') answer(leg, errorReply(500, 'SERVER_ERROR', {}));
      else if (fate === 'html-200-after') answer(leg, htmlReply(200));
      else if (fate === 'gateway-page-after') answer(leg, htmlReply(status));
      else if (fate === 'gateway-envelope-after') answer(leg, errorReply(status, code, {}));
      else if (fate === 'garbage-after') answer(leg, { ...reply, body: Buffer.from('{"id": "AU') });
      else if (fate === 'empty-after') answer(leg, { ...reply, body: Buffer.alloc(0) });
      else {
        if (leg.sender.isAlive()) leg.sender.onHeard(request, reply.body.toString('utf8'), answeredAt);
        answer(leg, reply);
      }
    });
  }

  /** The bank approves more than it was asked for, without reporting a tip or a surcharge. */
  #overApproved(reply: PlatformReply): PlatformReply {
    if (reply.status >= 300) return reply;
    const record = JSON.parse(reply.body.toString('utf8')) as { id: string; amount: number };
    const amount = this.#platform.overApprove(record.id, this.#random.pick([1.5, 1.1, 2] as const));
    return amount === null ? reply : { ...reply, body: Buffer.from(JSON.stringify({ ...record, amount })) };
  }

  /** The answer to another request, if a single record was asked for. */
  async #confuse(request: PlatformRequest, reply: PlatformReply | null): Promise<PlatformReply | null> {
    const url = this.#platform.otherRecordThan(request.url.split('?')[0] ?? '');
    if (reply === null || reply.status >= 300 || request.url.includes('?') || url === null) return reply;
    const other = await this.#platform.handle({ ...request, method: 'GET', url, body: null }, { pendingMs: null });
    return other?.status === 200 ? { ...other, status: reply.status } : reply;
  }

  #latency(): number {
    const { medianMs, p99Ms } = this.profile.latency;
    return Math.max(1, Math.round(this.#random.logNormal(medianMs, p99Ms) / 2));
  }

  #drawFate(request: PlatformRequest): Fate | 'ok' {
    let chance = this.#random.next();
    for (const fate of fates) {
      if (!isPossible(fate, request)) continue;
      chance -= this.profile.fates[fate];
      if (chance < 0) return fate;
    }
    return 'ok';
  }

  /** Runs a task that reaches the till, unless the process has ended or closed the connection. */
  #later(leg: Leg, delayMs: number, task: () => void): void {
    const reach = (): void => {
      if (leg.sender.isAlive() && !leg.isAborted) task();
    };
    this.#scheduler.after(delayMs, () => leg.sender.whenAwake(reach, leg));
  }
}

/** The requested record in a currency other than the shop's. */
function inEuro(reply: PlatformReply): PlatformReply {
  const text = reply.body.toString('utf8');
  return { ...reply, body: Buffer.from(text.replace(/"currency":"[A-Z]{3}"/g, '"currency":"EUR"')) };
}

/** The same request, without a caller that waits for its answer. */
function unheardOf(leg: Leg): Leg {
  return { ...leg, sender: { ...leg.sender, isAlive: () => false } };
}

function newLeg(request: PlatformRequest, handler: Dispatcher.DispatchHandler, sender: Sender): Leg {
  const leg: Leg = {
    request,
    handler,
    sender,
    isAborted: false,
    controller: {
      get aborted() {
        return leg.isAborted;
      },
      get paused() {
        return false;
      },
      get reason() {
        return null;
      },
      abort() {
        leg.isAborted = true;
      },
      pause: () => undefined,
      resume: () => undefined,
    },
  };
  return leg;
}

function answer(leg: Leg, reply: PlatformReply, how: 'whole' | 'half' = 'whole'): void {
  leg.sender.at('answer-arrives');
  if (leg.request.method !== 'GET') leg.sender.at('money-answer-arrives');
  const { handler, controller } = leg;
  const middle = Math.floor(reply.body.length / 2);
  handler.onResponseStart?.(controller, reply.status, { ...reply.headers }, '');
  if (middle > 0) handler.onResponseData?.(controller, reply.body.subarray(0, middle));
  if (how === 'half') return fail(leg, 'UND_ERR_SOCKET');
  if (reply.body.length > middle) handler.onResponseData?.(controller, reply.body.subarray(middle));
  handler.onResponseEnd?.(controller, {});
}

function fail(leg: Leg, code: string): void {
  const error = Object.assign(new Error(`simulated ${code}`), { code });
  leg.handler.onResponseError?.(leg.controller, error);
}

function errorReply(status: number, code: string, headers: Record<string, string>): PlatformReply {
  const body = { total: 1, _embedded: { errors: [{ code, message: 'The request was not done.' }] } };
  const type = { 'content-type': 'application/hal+json' };
  return { status, headers: { ...type, ...headers }, body: Buffer.from(JSON.stringify(body)) };
}

function htmlReply(status: number): PlatformReply {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: Buffer.from(gatewayPage) };
}
