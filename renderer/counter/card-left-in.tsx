import type { AttemptView } from '../../electron/contract/index.ts';
import { Strip } from '../components/window.tsx';
import { useCardInSlot } from '../store/index.ts';
import { useTexts } from '../text/index.ts';

/** Notice while the chip card of this payment is, or may be, in the terminal; empty otherwise. */
export function useSlotWords(attempt: AttemptView): string {
  const { slot } = useTexts().words.outcomes;
  const card = useCardInSlot(attempt);
  return card === undefined || attempt.failure?.code === 'TERM_CARD_IN' ? '' : slot[card];
}

export function CardLeftIn({ attempt }: { attempt: AttemptView }) {
  const words = useSlotWords(attempt);
  return words ? <Strip icon="card">{words}</Strip> : null;
}
