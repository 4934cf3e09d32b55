import { createHash, timingSafeEqual } from 'node:crypto';
import { randomText } from './ids.ts';
import type { RandomBytes } from './ids.ts';
import type { UserRecord } from './records/index.ts';

type Secret = Pick<UserRecord, 'salt' | 'password_hash'>;

function hash(salt: string, password: string): Buffer {
  return createHash('sha256').update(`${salt}:${password}`, 'utf8').digest();
}

/** A new password: 22 characters of 58, about 128 bits. */
export function newPassword(random: RandomBytes): string {
  return randomText(22, random);
}

/** Salt and hash to store for a password. */
export function seal(password: string, random: RandomBytes): Secret {
  const salt = Buffer.from(random(16)).toString('hex');
  return { salt, password_hash: hash(salt, password).toString('hex') };
}

export function isPassword(secret: Secret, password: string): boolean {
  return timingSafeEqual(hash(secret.salt, password), Buffer.from(secret.password_hash, 'hex'));
}
