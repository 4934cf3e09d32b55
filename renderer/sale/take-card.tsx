import type { AttemptView } from '../../electron/contract/index.ts';
import { useCardInSlot } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { useFirstWords, useSpeakOnce, type Urgency } from '../components/announcer.tsx';
import { Strip } from '../components/window.tsx';
import { customerWords } from '../text/customer-words.ts';

/** Ends that ask for the card in their own words. */
const asksItself: ReadonlySet<string> = new Set(['TERM_CARD_IN', 'PAY_NO_PIN', 'PAY_NO_CHOICE']);

/** Said to the customer while the chip card of a payment that is over is, or may be, in the terminal; empty otherwise. */
export function useTakeCardWords(attempt: AttemptView | null | undefined): string {
  const { takeCard } = useTexts(customerWords).words.kiosk;
  const card = useCardInSlot(attempt);
  return card === undefined || asksItself.has(attempt?.failure?.code ?? '') ? '' : takeCard;
}

/** Says `text` once for each `key`, with `takeCard` as soon as that is true. */
export function useSpeakWithCard(key: string, text: string, takeCard: string, urgency: Urgency = 'polite'): void {
  const said = useFirstWords(key, takeCard);
  useSpeakOnce(`${key}${said}`, said ? `${text} ${said}` : text, urgency);
}

export function TakeCard({ words }: { words: string }) {
  return words ? <Strip icon="card">{words}</Strip> : null;
}
