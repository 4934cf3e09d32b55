import { Title, Window } from '../components/window.tsx';
import { useTexts } from '../text/index.ts';

/** The Sale screen (#/). */
export function CounterScreen() {
  const { words } = useTexts();
  return (
    <main className="tb-stage">
      <Window state="idle" label={words.counter.amountRegion} screenKey="idle">
        <Title>{words.counter.toCharge}</Title>
      </Window>
    </main>
  );
}
