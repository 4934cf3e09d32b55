import type { AttemptView } from '../../electron/contract/index.ts';
import { useTexts } from '../text/index.ts';
import { Key } from './keys.tsx';

/**
 * Keys for the applications of a card, in the card's own order, for a terminal without a display. Renders nothing until
 * the terminal asks for a choice.
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
