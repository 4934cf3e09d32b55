/** Authenticates the caller, and checks the permissions of the caller's role. */
import type { Role } from '../../platform-api/index.ts';
import type { Refusal } from '../rules/refusal.ts';
import { isPassword } from '../store/passwords.ts';
import type { Store, StoredUser } from '../store/store.ts';

/** Recorded traffic shows the code `UNKNOWN`. */
const unauthorized: Refusal = { status: 401, code: 'UNKNOWN', message: 'Unauthorized' };
const forbidden: Refusal = { status: 403, code: 'FORBIDDEN', message: 'These credentials lack permission.' };

export const challenge = { 'www-authenticate': 'Basic realm="platform", charset="UTF-8"' };

/** The User of an Authorization header, or the 401. Unknown user, wrong password and disabled user look alike. */
export function authenticate(header: string | undefined, store: Store): StoredUser | Refusal {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return unauthorized;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const user = colon < 0 ? undefined : store.users.find(text.slice(0, colon));
  if (!user || !isPassword(user, text.slice(colon + 1)) || !user.enabled) return unauthorized;
  return user;
}

/**
 * Merchants have read-only access (specification, "Authentication" 5). The specification does not show the rest of the
 * role table, so every other role may do everything.
 */
export function refuseByRole(role: Role, method: string): Refusal | null {
  return role === 'ROLE_MERCHANT' && method !== 'GET' ? forbidden : null;
}

/** Refuses merchants the control commands (faults, users and so on). */
export function refuseControl(role: Role): Refusal | null {
  return role === 'ROLE_MERCHANT' ? forbidden : null;
}
