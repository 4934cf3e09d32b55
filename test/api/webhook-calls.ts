/** Starts a sandbox with a receiver, and has shared requests for tests of Webhooks. */
import type { Transfer, WebhookCreate, WebhookEvent, WebhookWithSecret } from '../../electron/platform-api/index.ts';
import type { SandboxLogEntry, SandboxOptions } from '../../electron/sandbox/index.ts';
import { Harness } from './harness.ts';
import { Receiver } from './webhook-receiver.ts';
import { until } from '../waiting.ts';

export type Delivery = Extract<SandboxLogEntry, { kind: 'delivery' }>;

export class WebhookHarness {
  harness: Harness;
  receiver: Receiver;
  /** Log entries of the sandbox's deliveries, in order. */
  readonly deliveries: Delivery[];

  private constructor(harness: Harness, receiver: Receiver, deliveries: Delivery[]) {
    this.harness = harness;
    this.receiver = receiver;
    this.deliveries = deliveries;
  }

  static async start(): Promise<WebhookHarness> {
    const deliveries: Delivery[] = [];
    const log = (entry: SandboxLogEntry) => void (entry.kind === 'delivery' && deliveries.push(entry));
    return new WebhookHarness(await Harness.start({ log }), await Receiver.start(), deliveries);
  }

  /** Replaces the running sandbox by another on the same clock. */
  async restart(options: SandboxOptions): Promise<void> {
    await this.harness.sandbox.close();
    const log = (entry: SandboxLogEntry) => void (entry.kind === 'delivery' && this.deliveries.push(entry));
    this.harness = await Harness.start({ log, ...options }, this.harness.clock);
  }

  async close(): Promise<void> {
    await this.harness.sandbox.close();
    await this.receiver.close();
  }

  subscribe(more: Partial<WebhookCreate> = {}): Promise<WebhookWithSecret> {
    return this.harness.client.post('/webhooks', { url: more.url ?? this.receiver.url, ...more });
  }

  /** A Webhook whose test event has been delivered or dropped. */
  async subscribed(more: Partial<WebhookCreate> = {}): Promise<WebhookWithSecret> {
    const webhook = await this.subscribe(more);
    await this.until('delivered', 1);
    return webhook;
  }

  async sale(amount = 1000): Promise<Transfer> {
    const source = (await this.harness.card()).id;
    return this.harness.client.post('/transfers', { amount, currency: 'USD', source });
  }

  /** Waits for this many deliveries with this outcome. */
  async until(outcome: Delivery['outcome'], count: number): Promise<void> {
    const reached = () => this.deliveries.filter((one) => one.outcome === outcome).length >= count || undefined;
    await until(reached, `${count} ${outcome}`);
  }

  /** Makes the retry due that waits after `count` failed attempts. */
  async nextAttempt(count: number): Promise<void> {
    await this.until('postponed', count);
    this.harness.clock.advance(60 * 60_000);
  }
}

export const only = (entity: string, ...types: string[]) => ({ enabled_events: [{ entity, types }] });

export const resourceOf = (event: WebhookEvent | undefined) => Object.values(event?._embedded ?? {})[0]?.[0];

export const seen = (events: readonly WebhookEvent[]) => events.map(({ entity, type }) => `${entity} ${type}`);
