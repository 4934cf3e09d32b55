import type { ReactNode } from 'react';
import { useAnnounce } from '../components/announcer.tsx';
import { Key, LockedPlate } from '../components/keys.tsx';
import { amountRefusal, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { chargeLock, currencyLock } from './charge-lock.ts';
import { isPaidByLink } from './pay-link-key.tsx';

/**
 * A key that starts a payment, or a plate with the reason why it cannot. `isGo` makes it the filled key on Enter. An
 * `amountMinor` of 0 asks for an amount first.
 */
export function ChargeKey({
  name,
  amountMinor,
  currency,
  order,
  children,
  isGo = true,
  shortcut,
  onPress,
}: {
  name: string;
  amountMinor: number;
  /** Currency of the amount. Default: the till's. */
  currency?: string;
  /** Order that is charged. Default: the typed order. */
  order?: string | null;
  children: ReactNode;
  isGo?: boolean;
  shortcut?: string;
  onPress: () => void;
}) {
  const { words } = useTexts();
  const lock = useTill((state) => {
    const ofOrder = order === undefined ? state.sale.order : order;
    if (amountRefusal(state)) return words.counter.locks.refused;
    if (isPaidByLink(state, amountMinor, ofOrder)) return words.links.locked;
    return currencyLock(state, currency, words) ?? chargeLock(state, words);
  });
  const announce = useAnnounce();
  const spokenLock = lock === words.links.locked ? `${words.failures.PAY_LINK_OPEN.what} ${lock}` : (lock ?? '');
  if (lock !== null) {
    return (
      <LockedPlate
        isGo={isGo}
        sub={amountMinor > 0 ? children : undefined}
        {...(isGo ? { onEnter: () => announce(spokenLock, 'assertive') } : {})}
      >
        {lock}
      </LockedPlate>
    );
  }
  if (amountMinor <= 0) {
    return (
      <LockedPlate icon="none" onEnter={() => announce(words.counter.typeAmount, 'assertive')}>
        {words.counter.typeAmount}
      </LockedPlate>
    );
  }
  const keys = shortcut ?? (isGo ? 'Enter' : undefined);
  return (
    <Key name={name} variant={isGo ? 'go' : 'key'} onPress={onPress} {...(keys ? { shortcut: keys } : {})}>
      {children}
    </Key>
  );
}
