import { useTexts } from '../text/index.ts';
import * as css from './frame.module.css';

/** The hatched band on every screen in training, so that it cannot be mistaken for live. */
export function TrainingBand() {
  const { training } = useTexts().words.frame;
  return (
    <section className={css.band} data-part="band" aria-label={training.region}>
      <p>
        <b>{training.heading}</b>{' '}
        <span>
          {training.short}
          <span className={css.onlyWideInline}> {training.rest}</span>
        </span>
      </p>
    </section>
  );
}
