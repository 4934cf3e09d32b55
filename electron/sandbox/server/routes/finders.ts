/** Finds the resources that paths name, if the caller may see them. */
import { Problem } from '../../world/problem.ts';
import { notFound } from '../../rules/refusal.ts';
import { equals } from '../../store/collection.ts';
import type { Condition } from '../../store/collection.ts';
import type { StoredDevice, StoredMerchant, StoredUser } from '../../store/store.ts';
import { maySee } from '../../rules/user-rules.ts';
import type { World } from '../../world/world.ts';

/** @throws Problem 404 when the resource is missing or belongs to another merchant */
export function visibleOr404<Owned extends { merchant: string | null }>(
  user: StoredUser,
  stored: Owned | undefined,
): Owned {
  if (!stored || !maySee(user, stored.merchant)) throw new Problem(notFound);
  return stored;
}

/** Limits a list to resources that the caller may see. */
export function visibleOnly(user: StoredUser): Condition[] {
  return user.merchant === null ? [] : [equals('merchant', user.merchant)];
}

/** @throws Problem 404 */
export function findMerchant(world: World, user: StoredUser, id: string): StoredMerchant {
  const merchant = world.store.merchants.find(id);
  if (!merchant || !maySee(user, merchant.id)) throw new Problem(notFound);
  return merchant;
}

/** @throws Problem 404 */
export function findDevice(world: World, user: StoredUser, id: string): StoredDevice {
  return visibleOr404(user, world.store.devices.find(id));
}
