import { useTexts } from '../text/index.ts';

/** The hatched band on every screen of training mode: nobody can take it for live. */
export function TrainingBand() {
  const { training } = useTexts().words.frame;
  return (
    <section className="tb-band" aria-label={training.region}>
      <p>
        <b>{training.heading}</b>{' '}
        <span>
          {training.short}
          <span className="tb-only-wide-inline"> {training.rest}</span>
        </span>
      </p>
    </section>
  );
}
