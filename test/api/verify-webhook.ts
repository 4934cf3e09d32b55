/** Verifies an event's signature like a receiver, with Web Crypto only. */
import { limits } from '../../electron/platform-api/index.ts';

type WebhookRefusal = 'HEADER_MISSING' | 'HEADER_MALFORMED' | 'TIMESTAMP_OUTSIDE_TOLERANCE' | 'SIGNATURE_MISMATCH';

/** `timestamp` in epoch seconds. */
type WebhookVerdict = { ok: true; timestamp: number } | { ok: false; reason: WebhookRefusal };

interface ReceivedWebhook {
  /** Value of the Service-Signature header. */
  header: string | null | undefined;
  /** The body exactly as received, because parsing and formatting may change it. */
  body: Uint8Array | string;
  /** `secret_signing_key` of the Webhook. */
  secret: string;
  /** The receiver's clock, milliseconds since 1970. */
  now: number;
  /** Maximum difference of the two clocks, seconds; 300 by default. */
  toleranceSeconds?: number;
}

/** The signed bytes. */
function signedBytes(timestamp: number, body: Uint8Array | string): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const head = encoder.encode(`${timestamp}:`);
  const tail = typeof body === 'string' ? encoder.encode(body) : body;
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}

/**
 * Verifies that the platform sent a delivery recently, and that it was not altered. The comparison takes the same time
 * for every wrong signature. Never throws, whatever the sender sent.
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookVerdict> {
  const { header, body, secret, now, toleranceSeconds = limits.signatureToleranceSeconds } = received;
  if (header === null || header === undefined || header === '') return { ok: false, reason: 'HEADER_MISSING' };
  const parts = /^timestamp=([0-9]{1,12}),\s*sig=([0-9a-f]{64})$/i.exec(header.trim());
  if (!parts) return { ok: false, reason: 'HEADER_MALFORMED' };
  const [, seconds = '', hex = ''] = parts;
  const timestamp = Number(seconds);
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify']);
  const isRight = await crypto.subtle.verify('HMAC', key, signature, signedBytes(timestamp, body));
  if (!isRight) return { ok: false, reason: 'SIGNATURE_MISMATCH' };
  // The time is checked last: a forged time is a wrong signature, and an old time is a replay.
  if (Math.abs(now / 1000 - timestamp) > toleranceSeconds) return { ok: false, reason: 'TIMESTAMP_OUTSIDE_TOLERANCE' };
  return { ok: true, timestamp };
}
