import type { Screen } from '../../store/index.ts';
import { Icon } from '../../components/icon.tsx';
import { useTexts } from '../../text/index.ts';
import { lessonOf } from './lessons.ts';
import { useLines } from './lines.tsx';
import type { Lesson } from './progress.ts';
import * as css from './training.module.css';
import type { Guide } from './use-guide.ts';
import { trainingWords } from '../../text/training-words.ts';
import * as numberCss from '../../components/number.module.css';

/**
 * Shows the lesson's current line next to the practice terminal during a payment, and afterwards what the payment has
 * taught.
 */
export function GuideStrip({ guide, screen }: { guide: Guide; screen: Screen }) {
  if (guide.progress.isOff) return null;
  if (screen.kind === 'outcome') {
    const learnt = lessonOf(guide.progress, screen.attempt);
    return learnt ? <Learnt lesson={learnt} /> : null;
  }
  const isRunning = screen.kind === 'sending' || screen.kind === 'live' || screen.kind === 'checking';
  return isRunning && guide.lesson ? <LineNow lesson={guide.lesson} step={guide.step} /> : null;
}

function LineNow({ lesson, step }: { lesson: Lesson; step: number }) {
  const { training } = useTexts(trainingWords).words;
  const line = useLines(lesson)[step - 1];
  return (
    <section className={css.strip} aria-label={training.region}>
      <p>
        <span className={numberCss.number} data-part="number">
          {step}
        </span>
        <span>{line}</span>
      </p>
    </section>
  );
}

function Learnt({ lesson }: { lesson: Lesson }) {
  const { training } = useTexts(trainingWords).words;
  return (
    <section className={css.strip} aria-label={training.region}>
      <p>
        <Icon name="tick" />
        <span>{training.done[lesson]}</span>
      </p>
    </section>
  );
}
