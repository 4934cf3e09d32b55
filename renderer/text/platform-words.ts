import { platformReason, type Failure } from '../../electron/contract/index.ts';
import type { Texts } from './texts.ts';

/** Returns the platform's reason, in the platform's language, or null without one. */
export function platformWords(failure: Failure, { words }: Texts): string | null {
  const reason = platformReason(failure);
  if (!reason) return null;
  const { message, names } = reason;
  return words.frame.platformSays({
    reason: [message, names.length === 0 ? '' : `(${names.join(', ')})`].filter(Boolean).join(' '),
  });
}

/** Describes the failure, with the platform's reason. */
export function whatHappened(failure: Failure, texts: Texts): string {
  return [texts.words.failures[failure.code].what, platformWords(failure, texts)].filter(Boolean).join(' ');
}
