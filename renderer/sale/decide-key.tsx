import type { AttemptView } from '../../electron/contract/index.ts';
import { Key, LockedPlate } from '../components/keys.tsx';
import { useTexts } from '../text/index.ts';

/** Time in milliseconds before which a manager may not decide: the platform usually answers sooner. */
export const DECIDE_AFTER_MS = 2 * 60_000;

/** Opens the form that decides a payment in doubt, `forMs` after the doubt began; locked before DECIDE_AFTER_MS. */
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
