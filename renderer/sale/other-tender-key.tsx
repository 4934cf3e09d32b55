import { lazy, Suspense } from 'react';
import type { AttemptView } from '../../electron/contract/index.ts';
import { Key, Keys, Room } from '../components/keys.tsx';
import { useTexts } from '../text/index.ts';

const OtherWayForm = lazy(async () => {
  const { OtherWayForm } = await import('./other-tender-form.tsx');
  return { default: OtherWayForm };
});

/** F5: opens the form that writes down what was taken without the platform. */
export function OtherWayKey({ onPress }: { onPress: () => void }) {
  const { otherWay } = useTexts().words.links;
  return (
    <Key name="other-way" shortcut="F5" sub={otherWay.sub} onPress={onPress}>
      {otherWay.key}
    </Key>
  );
}

/** The form in place of the keys. `part`: the payment whose rest it is. */
export function OtherWayKeys(props: {
  amountMinor: number;
  currency: string;
  part: AttemptView | null;
  order: string | null;
  onDone: () => void;
}) {
  return (
    <Keys>
      <Suspense fallback={<Room />}>
        <OtherWayForm {...props} />
      </Suspense>
    </Keys>
  );
}
