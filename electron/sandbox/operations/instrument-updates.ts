/** Runs the Account Updater: processes a batch when it is due. */
import type { InstrumentUpdateRow } from '../../platform-api/index.ts';
import { cardChanges } from '../rules/instrument-rules.ts';
import { findUpdate, renewedYear, writeResults } from '../rules/instrument-update-rules.ts';
import type { StoredInstrument } from '../store/store.ts';
import type { World } from '../world/world.ts';

/**
 * Creates a new Payment Instrument for the renewed card, and adds the change to the history of the old Payment
 * Instrument.
 */
function renew(world: World, instrument: StoredInstrument): string {
  const { store, clock } = world;
  const { id: _id, created_at: _created, updated_at: _updated, ...fields } = instrument;
  const change = { expiration_year: renewedYear(instrument.expiration_year ?? 0, clock.now()) };
  const renewed = store.instruments.insert({ ...fields, ...change });
  store.instrumentHistory.insert({
    payment_instrument: instrument.id,
    origin: 'ACCOUNT_UPDATER',
    changes: cardChanges(instrument, change),
  });
  return renewed.id;
}

/** Processes a batch. Call once, in the transaction in which it becomes COMPLETED. A repeated id is looked up once. */
export function completeInstrumentUpdate(world: World, id: string): void {
  const { store, clock } = world;
  const update = store.instrumentUpdates.find(id);
  const batch = store.blobs.get(id);
  if (!update || !batch) return;
  const found = new Map<string, InstrumentUpdateRow>();
  const updateOf = (original: string): InstrumentUpdateRow => {
    const instrument = store.instruments.find(original);
    const result = findUpdate(instrument, update.merchant, clock.now());
    const isRenewed = instrument !== undefined && result === 'CARD_EXPIRATION_UPDATED';
    const payment_instrument_new = isRenewed ? renew(world, instrument) : null;
    return { payment_instrument_original: original, payment_instrument_new, result };
  };
  const rows = new TextDecoder()
    .decode(batch)
    .split('\n')
    .map((original) => {
      const row = found.get(original) ?? updateOf(original);
      found.set(original, row);
      return row;
    });
  store.blobs.put(id, new TextEncoder().encode(writeResults(rows)));
}
