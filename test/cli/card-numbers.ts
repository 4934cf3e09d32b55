/** Searches for the test cards' numbers in places that must not contain them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

const approvePan = '4111111111111111';
const declinePan = '5105105105105100';

export function files(folder: string): { path: string; bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && statSync(join(entry.parentPath, entry.name)).size > 0)
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, bytes: readFileSync(path) }));
}

export function expectNoCardNumber(bytes: Buffer, what: string): void {
  for (const pan of [approvePan, declinePan]) {
    expect(bytes.includes(pan), `${what} holds ${pan}`).toBe(false);
    expect(bytes.includes(Buffer.from(pan, 'hex')), `${what} holds ${pan} packed`).toBe(false);
    expect(
      bytes.toString('latin1').toUpperCase().includes(Buffer.from(pan).toString('hex').toUpperCase()),
      `${what} holds ${pan} as hex`,
    ).toBe(false);
  }
}
