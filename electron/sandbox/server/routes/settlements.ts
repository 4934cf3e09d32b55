import { settlementQueueEntryStateValues } from '../../../platform-api/index.ts';
import { addToSettlement, openSettlement } from '../../operations/transfers.ts';
import { Problem } from '../../world/problem.ts';
import { oneOf, text } from '../filters.ts';
import type { Call, Handlers } from '../handlers.ts';
import { conflict, invalidField } from '../../rules/refusal.ts';
import { equals } from '../../store/collection.ts';
import type { Stored } from '../../store/collection.ts';
import type { SettlementQueueEntryRecord } from '../../store/records/index.ts';
import { representQueueEntry, representSettlement, representSettlementEntry } from '../../views/money.ts';
import { resource } from './resource.ts';
import type { World } from '../../world/world.ts';

export function settlementHandlers(world: World) {
  const { store, clock } = world;
  const queue = resource(world, {
    name: 'settlement_queue_entries',
    collection: store.settlementQueue,
    filters: { state: oneOf('state', settlementQueueEntryStateValues), entity_id: text('entity_id') },
    represent: (stored) => representQueueEntry(world, stored),
  });
  const settlements = resource(world, {
    name: 'settlements',
    collection: store.settlements,
    represent: (stored) => representSettlement(world, stored),
  });
  const entries = resource(world, {
    name: 'settlement_entries',
    collection: store.settlementEntries,
    hasTags: false,
    represent: (stored) => representSettlementEntry(world, stored),
  });

  /** Releases all entries or none, into one Settlement for each merchant and currency. */
  const release = ({ body, target }: Call<'releaseSettlementQueueEntries'>) => {
    const field = 'settlement_queue_entry_ids';
    const found = body.settlement_queue_entry_ids.map((id) => {
      const entry = store.settlementQueue.find(id);
      if (!entry) throw new Problem(invalidField(field, `There is no entry ${id}.`));
      if (entry.state === 'RELEASED') throw new Problem({ ...conflict(`The entry ${id} was released before.`), field });
      return entry;
    });
    const groups = Map.groupBy(found, ({ merchant, currency }) => `${merchant} ${currency}`);
    const released = store.transaction(() =>
      [...groups.values()].flatMap((group: Stored<SettlementQueueEntryRecord>[]) => {
        const [first] = group;
        if (!first) return [];
        const { application, merchant, currency } = first;
        let settlement = openSettlement(world, { id: merchant, application }, currency, 'AWAITING_APPROVAL');
        return group.map((entry) => {
          settlement = addToSettlement(world, settlement, entry);
          return store.settlementQueue.update(entry, {
            state: 'RELEASED',
            settlement: settlement.id,
            released_at: clock.now(),
          });
        });
      }),
    );
    return {
      status: 200,
      body: {
        _embedded: { settlement_queue_entries: released.map((entry) => representQueueEntry(world, entry)) },
        _links: { self: { href: world.url(target) } },
      },
    };
  };

  return {
    listSettlementQueueEntries: (call) => queue.list(call),
    releaseSettlementQueueEntries: release,
    fetchSettlementQueueEntry: ({ parameters, user }) => queue.fetch(user, parameters.settlement_queue_entry_id),
    listSettlements: (call) => settlements.list(call),
    fetchSettlement: ({ parameters, user }) => settlements.fetch(user, parameters.settlement_id),
    listSettlementEntries: (call) => {
      const { id } = settlements.find(call.user, call.parameters.settlement_id);
      return entries.list(call, [equals('settlement', id)]);
    },
  } satisfies Partial<Handlers>;
}
