import type { AttemptView } from '../../electron/contract/index.ts';
import { useTexts } from '../text/index.ts';
import { Key } from './keys.tsx';

/**
 * The applications of a card whose terminal has no display to show them on: one key each, in the card's own order.
 * Nothing while there is nothing to choose.
 */
export function ApplicationKeys({ attempt, onChoose }: { attempt: AttemptView; onChoose: (index: number) => void }) {
  const { words } = useTexts();
  if (attempt.prompt !== 'choose-application' || !attempt.choices) return null;
  return attempt.choices.map((label, index) => (
    <Key key={`${index}-${label}`} name={`choose-${index}`} onPress={() => onChoose(index)}>
      {label === '' ? words.frame.unnamedChoice({ number: index + 1 }) : label}
    </Key>
  ));
}
