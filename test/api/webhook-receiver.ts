/** A receiver of events: a real HTTP server that stores the events and verifies them with Node's own crypto. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookEvent } from '../../electron/platform-api/index.ts';
import { until } from '../waiting.ts';

export interface Received {
  headers: IncomingHttpHeaders;
  body: Buffer;
  event: WebhookEvent;
}

/** Answers one delivery; `count` is the number of earlier deliveries. */
export type Behaviour = (response: ServerResponse, received: Received, count: number) => void;

const acknowledge: Behaviour = (response) => void response.writeHead(200).end();

export class Receiver {
  readonly received: Received[] = [];
  behaviour: Behaviour = acknowledge;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks);
        const received = { headers: request.headers, body, event: JSON.parse(body.toString('utf8')) as WebhookEvent };
        const count = this.received.push(received) - 1;
        this.behaviour(response, received, count);
      });
    });
  }

  /** @param port port of an earlier receiver; 0 chooses a free one */
  static async start(port = 0): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.#server.listen(port, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/events?from=platform`;
  }

  /** Events, except the empty event that a new Webhook receives. */
  get events(): WebhookEvent[] {
    return this.received.map(({ event }) => event).filter(({ id }) => id !== undefined);
  }

  /** Waits for this many events, and returns them in order of arrival. */
  until(count: number): Promise<WebhookEvent[]> {
    return until(() => (this.events.length >= count ? this.events : undefined), `${count} events`);
  }

  /** Waits until the empty event has arrived, so that all later events are caused by the test. */
  async untilTested(): Promise<Received> {
    return until(() => this.received.find(({ event }) => event.id === undefined), 'the test event');
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A second implementation of the check, written from the document with Node's own crypto. */
export function isSigned({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string, now: number): boolean {
  const header = headers['service-signature'];
  const [, timestamp = '', hex = ''] = /^timestamp=(\d+), sig=([0-9a-f]+)$/.exec(String(header)) ?? [];
  const expected = createHmac('sha256', secret).update(`${timestamp}:`).update(body).digest();
  const given = Buffer.from(hex, 'hex');
  const isFresh = Math.abs(now / 1000 - Number(timestamp)) <= 300;
  return isFresh && given.length === expected.length && timingSafeEqual(given, expected);
}
