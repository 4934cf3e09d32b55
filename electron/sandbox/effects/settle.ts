/** What time does: pending outcomes come true, and things follow from them. */
import type { World } from '../http/handlers.ts';
import { followTransfer } from './transfers.ts';

/** Each in the transaction in which it was settled. */
const followUps: Readonly<Record<string, (world: World, id: string) => void>> = {
  transfers: (world, id) => {
    const transfer = world.store.transfers.find(id);
    if (transfer) followTransfer(world, transfer);
  },
  verifications: (world, id) => {
    const { store } = world;
    const verification = store.verifications.find(id);
    const merchant = store.merchants.find(verification?.merchant ?? '');
    if (!merchant || merchant.verification !== id) return;
    store.merchants.update(merchant, { state: verification?.state === 'SUCCEEDED' ? 'APPROVED' : 'REJECTED' });
  },
};

/** Does whatever is due by now. */
export function settle(world: World): void {
  world.store.settleDue((collection, id) => followUps[collection]?.(world, id));
}
