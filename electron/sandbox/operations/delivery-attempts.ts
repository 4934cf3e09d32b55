/** Delivers Payment Links and Receipts. Deliveries are only recorded, never really sent. */
import type { DeliveryMethod, DeliveryRequest, Tags } from '../../platform-api/index.ts';
import { Problem } from '../world/problem.ts';
import { deliver, DELIVERY_MS, readDestinations, refuseTooMany } from '../rules/delivery-rules.ts';
import type { Destination } from '../rules/delivery-rules.ts';
import { equals } from '../store/collection.ts';
import type { Stored } from '../store/collection.ts';
import type { DeliveryAttemptRecord } from '../store/records/index.ts';
import type { World } from '../world/world.ts';

/** Owner of the deliveries. */
export type Sent = Pick<DeliveryAttemptRecord, 'application' | 'merchant' | 'linked_to' | 'linked_type'>;

/**
 * Destinations of a request.
 * @throws Problem 422
 */
export function destinationsOf(
  methods: DeliveryRequest['requested_delivery_methods'],
  allowed: readonly DeliveryMethod[],
): Destination[] {
  const destinations = readDestinations(methods, allowed);
  if (!Array.isArray(destinations)) throw new Problem(destinations);
  return destinations;
}

/**
 * Creates one attempt for each destination, or none.
 * @throws Problem 422 when a Payment Link has too many destinations
 */
export function send(world: World, sent: Sent, destinations: readonly Destination[], tags: Tags) {
  const { store, clock } = world;
  const decidesAt = clock.now() + DELIVERY_MS;
  const attempts = store.transaction((): Stored<DeliveryAttemptRecord>[] => {
    if (sent.linked_type === 'PAYMENT_LINK') {
      const before = store.deliveryAttempts.all(equals('linked_to', sent.linked_to));
      const refusal = refuseTooMany(
        before.map((attempt) => attempt.destination_key),
        destinations,
      );
      if (refusal) throw new Problem(refusal);
    }
    return destinations.map(({ type, destination, key }) =>
      store.deliveryAttempts.insert({
        ...sent,
        type,
        destination,
        destination_key: key,
        state: 'PENDING',
        failure_code: null,
        tags,
        pending: { decides_at: decidesAt, change: deliver({ type, key }) },
      }),
    );
  });
  world.settleAt(decidesAt);
  return attempts;
}
