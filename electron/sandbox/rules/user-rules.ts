/** Decides which credentials a role may create or disable, and which resources it may see. Pure. */
import type { Role } from '../../platform-api/index.ts';
import { invalidField } from './refusal.ts';
import type { Refusal } from './refusal.ts';

const ranks: Readonly<Record<Role, number>> = {
  ROLE_MERCHANT: 0,
  ROLE_PARTNER: 1,
  ROLE_PLATFORM: 2,
  ROLE_ADMIN: 3,
};

/** A caller manages only roles up to its own (assumed; the specification does not show the role table). */
export function refuseRoleGrant(caller: Role, role: Role, merchant: string | null): Refusal | null {
  if (ranks[role] > ranks[caller]) {
    return { status: 403, code: 'FORBIDDEN', message: `${caller} has no power over ${role}.` };
  }
  if ((role === 'ROLE_MERCHANT') !== (merchant !== null)) {
    return invalidField('merchant', 'ROLE_MERCHANT needs a merchant; no other role has one.');
  }
  return null;
}

/** True if a user may see a merchant's resources. Invisible resources are answered with 404, like missing resources. */
export function maySee(user: { merchant: string | null }, merchant: string | null): boolean {
  return user.merchant === null || user.merchant === merchant;
}
