/** Random bytes by parameter, so that tests know what comes out. */
export type RandomBytes = (length: number) => Uint8Array;

/** From the platform's cryptographic generator. */
export const cryptoBytes: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * An attempt id: UUID version 7 (RFC 9562, 5.7), so ids sort by the time of the press.
 * `nowMs` in milliseconds since 1970.
 */
export function attemptIdFrom(nowMs: number, randomBytes: RandomBytes = cryptoBytes): string {
  const time = Math.floor(nowMs).toString(16).padStart(12, '0');
  const random = randomBytes(10);
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70;
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  const tail = hex(random);
  return `${time.slice(0, 8)}-${time.slice(8)}-${tail.slice(0, 4)}-${tail.slice(4, 8)}-${tail.slice(8)}`;
}
