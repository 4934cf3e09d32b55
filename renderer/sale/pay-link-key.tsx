import { isSameOrder, isUnfinishedLink } from '../../electron/contract/index.ts';
import { Key, LockedPlate } from '../components/keys.tsx';
import { amountRefusal, linksLeftOpen, useTill, type TillState } from '../store/index.ts';
import { useTexts, type Words } from '../text/index.ts';
import { currencyLock } from './charge-lock.ts';

/**
 * True when an order is being paid by link; then it cannot be charged another way. `amountMinor` may include the tip or
 * not. A link that was left open for its customer locks no other sale of that amount: the host asks whose it is.
 */
export function isPaidByLink(state: TillState, amountMinor: number, order: string | null): boolean {
  const { host } = state.mirror;
  if (!host || amountMinor <= 0) return false;
  const sale = { order, amountMinor, totalMinor: amountMinor, currency: host.till.currency };
  const links = (host.payLinks ?? []).filter((link) => isUnfinishedLink(link) && isSameOrder(link, sale));
  const left = order === null ? linksLeftOpen(state) : [];
  return links.some((link) => !left.includes(link));
}

/** Returns the reason why a link cannot be created, or null. */
function linkLock(state: TillState, words: Words, amountMinor: number, order: string | null): string | null {
  const { host, connection } = state.mirror;
  const { locks } = words.counter;
  if (!host || connection.state !== 'live') return locks.away;
  if (host.journal?.failure) return words.outcomes.stopped.heading;
  const { platform } = words.outcomes;
  if (host.platform.state === 'unreachable') return platform.heading;
  if (host.platform.state === 'refused') return platform.refusedHeading;
  if (host.platform.state === 'not-configured') return platform.notConfiguredHeading;
  if (isPaidByLink(state, amountMinor, order)) return words.links.locked;
  return null;
}

/**
 * F7: the customer pays on their own phone. When locked, it shows the reason; without an amount, it shows only its
 * name.
 */
export function PayLinkKey({
  amountMinor,
  currency,
  order,
  label,
  onPress,
}: {
  amountMinor: number;
  /** Currency of the amount. Default: the till's. */
  currency?: string;
  order: string | null;
  /** Default: the bare name. */
  label?: string;
  onPress: () => void;
}) {
  const { words } = useTexts();
  const lock = useTill((state) =>
    amountRefusal(state)
      ? words.counter.locks.refused
      : (currencyLock(state, currency, words) ?? linkLock(state, words, amountMinor, order)),
  );
  const name = label ?? words.links.key;
  if (amountMinor <= 0) {
    return (
      <LockedPlate isGo={false} icon="none">
        {words.links.key}
      </LockedPlate>
    );
  }
  if (lock !== null) {
    return (
      <LockedPlate isGo={false} sub={name}>
        {lock}
      </LockedPlate>
    );
  }
  return (
    <Key name="pay-link" icon="qr" shortcut="F7" onPress={onPress}>
      {name}
    </Key>
  );
}
