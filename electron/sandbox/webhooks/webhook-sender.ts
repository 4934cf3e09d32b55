/**
 * Delivers the outbox to the receivers over real HTTP, without blocking other work. A few deliveries for each Webhook
 * run at the same time, each with a time limit on the sandbox's clock. A hanging receiver thus delays only its own
 * events.
 */
import { Agent, request } from 'undici';
import { headers } from '../../platform-api/index.ts';
import type { WebhookAuthentication } from '../../platform-api/index.ts';
import { MAX_ATTEMPTS, RECEIVER_TIMEOUT_MS, retryAfterMs } from '../rules/webhook-rules.ts';
import type { Stored } from '../store/collection.ts';
import type { RandomBytes } from '../store/ids.ts';
import type { WaitingDelivery } from '../store/outbox.ts';
import type { WebhookRecord } from '../store/records/index.ts';
import type { Store } from '../store/store.ts';
import type { SandboxClock } from '../time/clock.ts';
import { Timers } from '../time/timers.ts';
import type { SandboxLog } from '../world/log.ts';
import { webhookSignature } from './signature.ts';

export interface DeliveryParts {
  store: Store;
  clock: SandboxClock;
  random: RandomBytes;
  log: SandboxLog;
}

const MAX_PER_WEBHOOK = 4;
const MAX_UNDER_WAY = 64;
/** Bytes that are read of a receiver's answer. The answer is ignored, but reading it allows reuse of the connection. */
const ANSWER_BYTES = 16 * 1024;
/**
 * Grace period in real time, milliseconds, after the sandbox's clock reached the time limit: if that clock jumped (the
 * computer slept, or a test moved it), the answer may already be arriving.
 */
const GRACE_MS = 500;

function authorizationOf({ type, basic, bearer }: WebhookAuthentication): string | null {
  switch (type) {
    case 'NONE':
      return null;
    case 'BASIC': {
      const login = `${basic?.username ?? ''}:${basic?.password ?? ''}`;
      return `Basic ${Buffer.from(login, 'utf8').toString('base64')}`;
    }
    case 'BEARER':
      return `Bearer ${bearer?.token ?? ''}`;
  }
}

const keyOf = ({ webhook, event }: WaitingDelivery) => `${webhook} ${event}`;

export class WebhookSender {
  readonly #parts: DeliveryParts;
  readonly #timers: Timers;
  readonly #closing = new AbortController();
  // The sandbox's clock sets the limits, so the library's own limits are off.
  readonly #agent = new Agent({ connections: MAX_PER_WEBHOOK, headersTimeout: 0, bodyTimeout: 0 });
  readonly #underWay = new Map<string, { webhook: string; done: Promise<void> }>();
  #isStarted = false;
  #isAwake = false;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    this.#timers = new Timers(parts.clock, () => this.#pump());
  }

  start(): void {
    this.#isStarted = true;
    this.#pump();
  }

  /** Checks the outbox after the running code, and with it its transaction, has ended. */
  wake(): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    queueMicrotask(() => {
      this.#isAwake = false;
      this.#pump();
    });
  }

  /** Aborts running deliveries, which stay in the outbox. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#timers.close();
    await Promise.all([...this.#underWay.values()].map(({ done }) => done));
    await this.#agent.destroy();
  }

  #pump(): void {
    if (!this.#isStarted || this.#closing.signal.aborted) return;
    const { store, clock } = this.#parts;
    const now = clock.now();
    for (const id of store.outbox.webhooks()) {
      const webhook = store.webhooks.find(id);
      if (!webhook?.enabled) {
        store.transaction(() => store.outbox.drop(id));
        continue;
      }
      let busy = [...this.#underWay.values()].filter((one) => one.webhook === id).length;
      for (const waiting of store.outbox.due(id, now, busy + MAX_PER_WEBHOOK)) {
        if (busy >= MAX_PER_WEBHOOK || this.#underWay.size >= MAX_UNDER_WAY) break;
        if (this.#underWay.has(keyOf(waiting))) continue;
        busy += 1;
        this.#underWay.set(keyOf(waiting), { webhook: id, done: this.#deliver(webhook, waiting) });
      }
    }
    const next = store.outbox.nextAfter(now);
    if (next !== null) this.#timers.at(next);
  }

  async #deliver(webhook: Stored<WebhookRecord>, waiting: WaitingDelivery): Promise<void> {
    const startedAt = this.#parts.clock.now();
    const status = await this.#send(webhook, waiting);
    this.#underWay.delete(keyOf(waiting));
    // The sandbox closed during the delivery. Its arrival is unknown, so the next run sends it again.
    if (this.#closing.signal.aborted) return;
    const { store, clock, random, log } = this.#parts;
    const attempts = waiting.attempts + 1;
    const isDone = status !== null && status >= 200 && status < 300;
    const isLast = attempts >= MAX_ATTEMPTS;
    // A jump of the clock must not restart the wait.
    const endedAt = Math.min(clock.now(), startedAt + RECEIVER_TIMEOUT_MS);
    const fraction = Buffer.from(random(4)).readUInt32BE() / 2 ** 32;
    store.transaction(() => {
      if (isDone || isLast) store.outbox.remove(waiting);
      else store.outbox.postpone(waiting, endedAt + retryAfterMs(attempts, fraction));
    });
    this.#pump();
    const outcome = isDone ? 'delivered' : isLast ? 'given-up' : 'postponed';
    log({ kind: 'delivery', event: waiting.eventId, outcome, status, attempts });
  }

  /** The receiver's status, or null if the receiver gave none in time. Never rejects. */
  async #send({ url, authentication, secret_signing_key }: WebhookRecord, { body }: WaitingDelivery) {
    const { clock } = this.#parts;
    const timeout = new AbortController();
    let grace: NodeJS.Timeout | undefined;
    const cancel = clock.after(RECEIVER_TIMEOUT_MS, () => {
      grace = setTimeout(() => timeout.abort(), GRACE_MS);
    });
    const timestamp = Math.floor(clock.now() / 1000);
    const authorization = authorizationOf(authentication);
    let status: number | null = null;
    try {
      const answer = await request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [headers.signature.toLowerCase()]: webhookSignature(secret_signing_key, timestamp, body),
          ...(authorization === null ? {} : { authorization }),
        },
        body,
        signal: AbortSignal.any([timeout.signal, this.#closing.signal]),
        dispatcher: this.#agent,
      });
      status = answer.statusCode;
      await answer.body.dump({ limit: ANSWER_BYTES });
    } catch {
      // If the answer breaks off after its status, the status counts.
    } finally {
      cancel();
      clearTimeout(grace);
    }
    return status;
  }
}
