import { Title, Window } from '../components/window.tsx';
import { useTexts } from '../text/index.ts';

/** The Terminals screen (#/terminals). */
export function TechnicianScreen() {
  const { words } = useTexts();
  return (
    <main className="tb-stage">
      <Window state="idle" label={words.technician.title} screenKey="technician">
        <Title>{words.technician.title}</Title>
      </Window>
    </main>
  );
}
