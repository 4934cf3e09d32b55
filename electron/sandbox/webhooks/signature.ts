/**
 * Signs delivered events: `Service-Signature: timestamp=<epoch s>, sig=<hex>`, HMAC-SHA256 over `<timestamp>:<raw
 * body>` with `secret_signing_key` as UTF-8 text (assumed, see the document).
 */
import { createHmac } from 'node:crypto';

/** The signature header of a delivery. `timestamp` is in epoch seconds. */
export function webhookSignature(secret: string, timestamp: number, body: string): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}:${body}`).digest('hex');
  return `timestamp=${timestamp}, sig=${signature}`;
}
