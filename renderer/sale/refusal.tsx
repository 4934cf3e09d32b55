import { useSpeakOnce } from '../components/announcer.tsx';
import { Icon } from '../components/icon.tsx';
import { amountRefusal, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { refusalSentence } from '../text/payment-words.ts';
import * as css from './refusal.module.css';

/** Explains why the last key or paste was refused. Nothing has been sent yet. */
export function Refusal({ className = css.refusal }: { className?: string }) {
  const texts = useTexts();
  const refusal = useTill((state) => state.sale.refusal ?? amountRefusal(state));
  const till = useTill((state) => state.mirror.host?.till);
  const limit = till ? texts.money(till.maxAmountMinor, till.currency) : '';
  const sentence = refusal === null ? '' : refusalSentence(refusal, limit, texts.words);
  useSpeakOnce(refusal ?? '', sentence, 'assertive');
  if (refusal === null) return null;
  return (
    <p className={className}>
      <Icon name="help" />
      <span>{sentence}</span>
    </p>
  );
}
