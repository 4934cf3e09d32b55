import { useEffect, useRef, useState } from 'react';
import { useSpeakOnce } from '../components/announcer.tsx';
import { Icon } from '../components/icon.tsx';
import { Key } from '../components/keys.tsx';
import { useNow, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { describeAction, type ActionRun } from './action-message.ts';
import type { TerminalRow } from './terminal-rows.ts';
import { technicianWords } from '../text/technician-words.ts';
import { SmallPrint } from '../components/window.tsx';
import * as css from './technician.module.css';

/** Age in milliseconds from which a result is not announced when its terminal is chosen again. */
const NEWS_MS = 5_000;

/** Result of the last action: what was done, its route, the values that were read back, and the duration. */
export function ResultPlate({
  row,
  run,
  onDismiss,
}: {
  row: TerminalRow;
  run: Exclude<ActionRun, { state: 'running' }>;
  onDismiss: () => void;
}) {
  const texts = useTexts(technicianWords);
  const { technician } = texts.words;
  const now = useNow();
  // A cancelled payment continues until it has its outcome: the mirror is newer than the reply.
  const attemptId = run.state === 'done' ? run.result.attempt?.id : undefined;
  const attempt = useTill((state) => state.mirror.host?.attempts.find((one) => one.id === attemptId));
  const message = describeAction(run, { terminal: row.terminal, attempt, nowMs: now }, texts);
  const [old] = useState(now - run.endedMs > NEWS_MS ? { startedMs: run.startedMs, payment: attempt?.state } : null);
  const isOld = old?.startedMs === run.startedMs && old.payment === attempt?.state;
  const plate = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the keys are below the window, so the result would not be visible.
    plate.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useSpeakOnce(
    isOld ? '' : `action/${run.startedMs}/${run.state}/${attempt?.state ?? ''}`,
    [`${message.title}.`, ...message.sentences, message.next ?? ''].join(' '),
    message.isDone ? 'polite' : 'assertive',
  );
  return (
    <section ref={plate} className={css.result} aria-label={technician.result.region} data-done={message.isDone}>
      <Icon name={message.icon} />
      <div>
        <h2>{message.title}</h2>
        <p>
          {message.sentences.join(' ')} {message.next}
        </p>
        <SmallPrint>
          {[texts.clockTime(run.endedMs), ...message.facts].join(', ')}
          {message.code ? <span className="tb-code">, {message.code}</span> : null}
        </SmallPrint>
      </div>
      <Key name="dismiss" variant="small" icon="cross" label={technician.result.dismiss} onPress={onDismiss}>
        <span className="tb-sr">{technician.result.dismiss}</span>
      </Key>
    </section>
  );
}
