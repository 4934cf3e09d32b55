import type { ReactNode } from 'react';
import { tillCurrency, useTill } from '../../store/index.ts';
import { useTexts, textOf } from '../../text/index.ts';
import { cardOf } from './lessons.ts';
import type { Lesson } from './progress.ts';
import { trainingWords } from '../../text/training-words.ts';

/** Amount of the first sale: 42.60 in a currency with cents. */
const EXAMPLE_MINOR = 4260;

/** Function that returns the title of a lesson. */
export function useLessonTitle(): (lesson: Lesson) => string {
  const { counter, training } = useTexts(trainingWords).words;
  return (lesson) => (lesson === 'sale' ? counter.guide.title : training.titles[lesson]);
}

/** Numbered lines of a lesson. */
export function useLines(lesson: Lesson): ReactNode[] {
  const texts = useTexts(trainingWords);
  const { guide, practice } = texts.words.counter;
  const { training } = texts.words;
  const till = useTill((state) => state.mirror.host?.till);
  const isDecimal = till?.amountEntry === 'decimal';
  const currency = useTill(tillCurrency);
  const press = (
    <>
      {guide.pressLead} <b>{guide.charge}</b>
    </>
  );
  const tap = (
    <>
      {guide.pressLead} <b>{guide.tap}</b> {guide.onPractice}
    </>
  );
  if (lesson === 'sale') {
    const money = texts.money(EXAMPLE_MINOR, currency);
    const keys = isDecimal ? texts.moneyParts(EXAMPLE_MINOR, currency).digits : String(EXAMPLE_MINOR);
    return [
      <>
        {guide.typeLead} <b>{Array.from(keys).join(' ')}</b> {guide.typeFor({ amount: money })}
      </>,
      press,
      tap,
    ];
  }
  const lines = [
    <>
      {training.chargeLead} <b>{guide.charge}</b>
    </>,
    <>
      {training.pickLead} <b>{textOf(practice.cards[cardOf[lesson]].name, { thirty: '' })}</b>
    </>,
    tap,
  ];
  return lesson === 'checking' ? [...lines, training.wait] : lines;
}
