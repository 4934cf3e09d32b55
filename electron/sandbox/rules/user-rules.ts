/** Who may hand out, or take away, which credentials. Pure. */
import type { Role } from '../../platform-api/index.ts';
import { invalidField } from './refusal.ts';
import type { Refusal } from './refusal.ts';

const ranks: Readonly<Record<Role, number>> = {
  ROLE_MERCHANT: 0,
  ROLE_PARTNER: 1,
  ROLE_PLATFORM: 2,
  ROLE_ADMIN: 3,
};

/** Nobody deals in credentials above their own (assumed; the role table is not shown). */
export function refuseRoleGrant(caller: Role, role: Role, merchant: string | null): Refusal | null {
  if (ranks[role] > ranks[caller]) {
    return { status: 403, code: 'FORBIDDEN', message: `${caller} has no power over ${role}.` };
  }
  if ((role === 'ROLE_MERCHANT') !== (merchant !== null)) {
    return invalidField('merchant', 'ROLE_MERCHANT needs a merchant; no other role has one.');
  }
  return null;
}

/** Whether a user may see what belongs to a merchant. What may not be seen is answered with 404, as if absent. */
export function maySee(user: { merchant: string | null }, merchant: string | null): boolean {
  return user.merchant === null || user.merchant === merchant;
}
