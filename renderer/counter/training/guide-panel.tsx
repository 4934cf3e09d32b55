import { SetupKey } from '../setup-note.tsx';
import { Icon } from '../../components/icon.tsx';
import { Key } from '../../components/keys.tsx';
import { useTexts } from '../../text/index.ts';
import { useLessonTitle, useLines } from './lines.tsx';
import { lessons, type Lesson } from './progress.ts';
import * as css from './training.module.css';
import type { Guide } from './use-guide.ts';
import { trainingWords } from '../../text/training-words.ts';
import * as numberCss from '../../components/number.module.css';
import { SmallPrint } from '../../components/window.tsx';
import * as counterCss from '../counter.module.css';

/** Training guide at the start of a sale: the current lesson, or a summary of the lessons. */
export function GuidePanel({ guide }: { guide: Guide }) {
  return guide.lesson === null ? <GuideEnd guide={guide} /> : <LessonPanel guide={guide} lesson={guide.lesson} />;
}

function LessonPanel({ guide, lesson }: { guide: Guide; lesson: Lesson }) {
  const { counter, training } = useTexts(trainingWords).words;
  const title = useLessonTitle()(lesson);
  const lines = useLines(lesson);
  return (
    <section className={counterCss.guide} data-part="guide" aria-label={training.region}>
      <div className={css.head}>
        <h2>{title}</h2>
        <LessonCount lesson={lesson} />
        <Key name="skip-lesson" variant="flat" label={training.skipLabel({ lesson: title })} onPress={guide.skip}>
          {training.skip}
        </Key>
      </div>
      <ol>
        {lines.map((line, index) => (
          <li
            key={index}
            data-state={index + 1 < guide.step ? 'done' : index + 1 === guide.step ? 'now' : 'to-come'}
            {...(index + 1 === guide.step ? { 'aria-current': 'step' as const } : {})}
          >
            <span className={numberCss.number} data-part="number">
              {index + 1}
            </span>
            <span>{line}</span>
          </li>
        ))}
      </ol>
      <SmallPrint>{lesson === 'sale' ? counter.guide.afterwards : training.why[lesson]}</SmallPrint>
      <SetupKey isFlat />
    </section>
  );
}

/** Position of the lesson among all lessons. */
function LessonCount({ lesson }: { lesson: Lesson }) {
  return (
    <span className={css.count}>
      {lessons.indexOf(lesson) + 1}/{lessons.length}
    </span>
  );
}

/** Summary after the last lesson: the lessons learnt, and how training ends. */
function GuideEnd({ guide }: { guide: Guide }) {
  const { training } = useTexts(trainingWords).words;
  const { end } = training;
  return (
    <section className={counterCss.guide} data-part="guide" aria-label={training.region}>
      <h2>{end.title}</h2>
      <ul>
        {lessons.map((lesson) => (
          <li key={lesson}>
            <Icon name="tick" />
            <span>{end[lesson]}</span>
          </li>
        ))}
      </ul>
      <SmallPrint>
        <b>{end.leaveTitle}</b> {end.leave}
      </SmallPrint>
      <div className={css.keys}>
        <SetupKey />
        <Key name="close-guide" variant="small" onPress={guide.close}>
          {training.close}
        </Key>
        <Key name="start-guide-again" variant="flat" onPress={guide.startAgain}>
          {training.startAgain}
        </Key>
      </div>
    </section>
  );
}

/** Key that opens a closed guide. */
export function OpenGuide({ guide }: { guide: Guide }) {
  const { training } = useTexts(trainingWords).words;
  return (
    <div className={css.open}>
      <Key name="open-guide" variant="flat" icon="help" onPress={guide.startAgain}>
        {training.open}
      </Key>
    </div>
  );
}
