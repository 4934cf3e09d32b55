import { wasBankApproved, type AttemptView, type Prompt, type Reader } from '../../electron/contract/index.ts';
import { presentTitle } from '../text/payment-words.ts';
import type { Picture } from './prompt-picture.tsx';
import type { AllWords, Texts } from '../text/index.ts';

/** Texts with the kiosk's words, which every screen that prompts a customer loads. */
type KioskTexts = Texts<Pick<AllWords, 'kiosk'>>;

/** Time after which a prompt calls the bank slow. */
const SLOW_MS = 10_000;

/** Picture of each prompt; `three` shows all ways to present a card. */
const pictures: Record<Prompt, Picture | 'three' | null> = {
  starting: null,
  'card-left-in': 'remove',
  'present-card': 'three',
  'insert-card': 'insert',
  'swipe-card': 'swipe',
  'tap-again': 'tap',
  'one-card-only': 'tap',
  'see-phone': 'tap',
  'choose-on-terminal': 'keep',
  'choose-application': 'keep',
  'enter-pin': 'pin',
  'confirm-amount': 'keep',
  'choose-tip': 'keep',
  sign: null,
  processing: 'keep',
  'asking-bank': 'keep',
  'remove-card': 'remove',
  cancelling: null,
  'follow-terminal': 'three',
};

/**
 * Title and sentence of a prompt, in the customer's words. `waitedMs`: time since the prompt appeared; `readers`:
 * readers of the terminal.
 */
export function promptForCustomer(
  attempt: AttemptView,
  waitedMs: number,
  texts: KioskTexts,
  readers?: readonly Reader[],
): { title: string; say: string; picture: Picture | 'three' | null } {
  const { kiosk } = texts.words;
  const prompt = attempt.prompt ?? 'starting';
  const words = kiosk.prompts[prompt];
  const isWaiting = prompt === 'asking-bank' || prompt === 'processing';
  const entry = attempt.card?.entryMode;
  // The customer has a tapped or swiped card back already.
  const isOut = isWaiting && (entry === 'contactless' || entry === 'swipe');
  const isAnswered = attempt.timings.some((timing) => timing.step === 'bank-answered');
  const asked = prompt === 'remove-card' && !wasBankApproved(attempt) ? kiosk.removeFirst : words.say;
  const say = isOut ? kiosk.cardAway : isWaiting && isAnswered ? kiosk.completing : asked;
  return {
    title: presentTitle(prompt, readers, texts) ?? words.title,
    say: prompt === 'asking-bank' && waitedMs >= SLOW_MS ? `${say} ${kiosk.slow}` : say,
    picture: isOut ? null : pictures[prompt],
  };
}
