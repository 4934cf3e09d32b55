import type { AttemptView } from '../../electron/contract/index.ts';
import { Key, LockedPlate } from '../components/keys.tsx';
import { useTexts } from '../text/index.ts';

/** A manager may decide from here on, milliseconds: sooner, the platform usually answers by itself. */
export const DECIDE_AFTER_MS = 2 * 60_000;

/** Opens the form that decides about a payment nobody can explain, for `forMs` now; locked while it is too early for that. */
export function DecideKey({ attempt, forMs, onPress }: { attempt: AttemptView; forMs: number; onPress: () => void }) {
  const { decide } = useTexts().words.payments;
  if (!attempt.canDecide || forMs < DECIDE_AFTER_MS) {
    return (
      <LockedPlate isGo={false} sub={decide.notYetSub}>
        {decide.notYet}
      </LockedPlate>
    );
  }
  return (
    <Key name="decide" icon="lock" sub={decide.keySub} onPress={onPress}>
      {decide.key}
    </Key>
  );
}
