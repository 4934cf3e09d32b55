import { useCallback, useState } from 'react';
import { toFailure, type Failure } from '../../electron/contract/index.ts';
import { useSpeakOnce } from './announcer.tsx';
import { Plate } from './keys.tsx';
import { platformWords, useTexts } from '../text/index.ts';
import * as css from './window.module.css';

/** Runs a command and keeps its refusal, which is shown next to the keys. */
export function useProblem(): { problem: Failure | null; run: (verb: () => Promise<unknown>) => Promise<void> } {
  const [problem, setProblem] = useState<Failure | null>(null);
  const run = useCallback(async (verb: () => Promise<unknown>) => {
    setProblem(null);
    try {
      await verb();
    } catch (error) {
      setProblem(toFailure(error));
    }
  }, []);
  return { problem, run };
}

/** Explains the host's refusal: what happened and what to do. */
export function Problem({ problem }: { problem: Failure | null }) {
  const texts = useTexts();
  const message = problem && texts.words.failures[problem.code];
  const reason = problem && platformWords(problem, texts);
  const sentence = message ? [message.what, reason, message.next].filter(Boolean).join(' ') : '';
  useSpeakOnce(problem ? `problem/${problem.code}/${problem.message}` : '', sentence, 'assertive');
  if (!problem || !message) return null;
  return (
    <Plate>
      <p>
        <b>{message.what}</b> {reason} {message.next}
      </p>
      <p className={`${css.small} tb-code`} data-part="small">
        {problem.code}
      </p>
    </Plate>
  );
}
