/** Implements `check_for_duplicate_transactions`: the same card paid the same amount a short time ago. */
import type { CardPresentDetails, PaymentDeviceConfiguration } from '../../platform-api/index.ts';
import type { Decision } from '../rules/decide.ts';
import { equals, field } from '../store/collection.ts';
import type { StoredDevice } from '../store/store.ts';
import type { World } from '../world/world.ts';

/** Time within which an equal payment is a duplicate (assumed). */
const DUPLICATE_MS = 5 * 60_000;

/**
 * Turns an approval into DUPLICATE_TRANSACTION if the request, or an explicit Device setting, asks for the check. New
 * Devices show the setting switched on (recorded), but that default is ignored here: a sandbox has few cards, and
 * training repeats them.
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
