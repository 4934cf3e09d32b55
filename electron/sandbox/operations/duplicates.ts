/** `check_for_duplicate_transactions`: the same card, the same amount, a moment ago. */
import type { CardPresentDetails, PaymentDeviceConfiguration } from '../../platform-api/index.ts';
import type { Decision } from '../rules/decide.ts';
import { equals, field } from '../store/collection.ts';
import type { StoredDevice } from '../store/store.ts';
import type { World } from '../world/world.ts';

/** What a moment is, milliseconds (assumed). */
const DUPLICATE_MS = 5 * 60_000;

/**
 * A decision that approves becomes DUPLICATE_TRANSACTION where the request, or somebody who set up the Device, asked for the
 * check. That new Devices show it switched on (recorded) checks nothing here: a sandbox has few cards, and training repeats them.
 */
export function refuseDuplicate(
  world: World,
  decision: Decision,
  payment: {
    device: StoredDevice | null;
    asked: PaymentDeviceConfiguration | undefined;
    amountMinor: number;
    details: CardPresentDetails;
  },
): Decision {
  const { device, asked, amountMinor, details } = payment;
  const isAsked = asked?.check_for_duplicate_transactions ?? device?.checks_duplicates ?? false;
  if (!isAsked || decision.outcome.kind !== 'approved' || !device) return decision;
  const same = [
    equals('device', device.id),
    equals('state', 'SUCCEEDED'),
    equals('amount_requested', amountMinor),
    { sql: 'created_at > ?', values: [world.clock.now() - DUPLICATE_MS] },
    ...(['brand', 'masked_account_number'] as const).map((name) => ({
      sql: `${field(`card_present_details.${name}`)} = ?`,
      values: [details[name] ?? ''],
    })),
  ];
  const { store } = world;
  const hold = store.authorizations.first(...same, equals('is_void', 0));
  const sale = store.transfers.first(...same, equals('type', 'DEBIT'));
  if (!hold && !sale) return decision;
  return { ...decision, outcome: { kind: 'declined', failureCode: 'DUPLICATE_TRANSACTION', responseCode: '05' } };
}
