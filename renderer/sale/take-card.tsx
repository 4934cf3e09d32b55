import type { AttemptView } from '../../electron/contract/index.ts';
import { useCardInSlot } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { useFirstWords, useSpeakOnce, type Urgency } from '../components/announcer.tsx';
import { Strip } from '../components/window.tsx';
import { customerWords } from '../text/customer-words.ts';

/** Failures whose own text asks for the card. */
const asksItself: ReadonlySet<string> = new Set(['TERM_CARD_IN', 'PAY_NO_PIN', 'PAY_NO_CHOICE']);

/** Returns the request to take the card while a finished payment's chip card may be in the terminal; else ''. */
export function useTakeCardWords(attempt: AttemptView | null | undefined): string {
  const { takeCard } = useTexts(customerWords).words.kiosk;
  const card = useCardInSlot(attempt);
  return card === undefined || asksItself.has(attempt?.failure?.code ?? '') ? '' : takeCard;
}

/** Announces `text` once for each `key`, together with `takeCard` as soon as that is set. */
export function useSpeakWithCard(key: string, text: string, takeCard: string, urgency: Urgency = 'polite'): void {
  const firstWords = useFirstWords(key, takeCard);
  useSpeakOnce(`${key}${firstWords}`, firstWords ? `${text} ${firstWords}` : text, urgency);
}

export function TakeCard({ words }: { words: string }) {
  return words ? <Strip icon="card">{words}</Strip> : null;
}
