import { Title, Window } from '../components/window.tsx';
import { useTexts } from '../text/index.ts';

/** The customer's own screen, shown when the till is a kiosk. */
export function KioskScreen() {
  const { words } = useTexts();
  return (
    <main className="tb-stage">
      <Window state="idle" label={words.kiosk.title} screenKey="kiosk">
        <Title>{words.kiosk.title}</Title>
      </Window>
    </main>
  );
}
