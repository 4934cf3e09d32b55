import type { ReactNode } from 'react';
import * as css from './mark.module.css';

/** Filled shape with a cutout. */
const solid = (field: ReactNode, cut: ReactNode, cutClass = css.cut) => (
  <>
    <g className={css.field}>{field}</g>
    <g className={cutClass}>{cut}</g>
  </>
);

const plate = <rect x="2" y="10" width="60" height="44" rx="8" />;

/** Mark of each state, distinguishable at arm's length by its silhouette (design language, section 4). */
const marks = {
  paid: solid(<circle cx="32" cy="32" r="30" />, <path d="M18 33.5l9.5 9.5L46.5 23" />),
  partly: solid(
    <path d="M32 2a30 30 0 1 1-28.53 20.73L32 32z" />,
    <>
      <path d="M21 35l8 8 16-17" />
      <path className={css.thin} d="M32 2A30 30 0 0 0 3.47 22.73" />
    </>,
  ),
  declined: solid(
    <path d="M20.5 3h23L61 20.5v23L43.5 61h-23L3 43.5v-23z" />,
    <path d="M21.5 21.5l21 21M42.5 21.5l-21 21" />,
  ),
  cancelled: solid(
    <rect x="4" y="4" width="56" height="56" rx="9" />,
    <>
      <path d="M18 27h19a9.5 9.5 0 0 1 0 19H26" />
      <path d="M27 17.5L17.5 27l9.5 9.5" />
    </>,
  ),
  checking: solid(
    <path d="M32 1l31 31-31 31L1 32z" />,
    <>
      <circle cx="19" cy="32" r="4.3" />
      <circle cx="32" cy="32" r="4.3" />
      <circle cx="45" cy="32" r="4.3" />
    </>,
    css.dots,
  ),
  equipment: solid(
    <path d="M32 3.5l31 56H1z" />,
    <>
      <path d="M32 23v17" />
      <circle className={css.dot} cx="32" cy="50" r="3.6" />
    </>,
  ),
  card: solid(plate, <path d="M2 25h60M11 43h14" />),
  question: solid(plate, <path d="M24 28a8 8 0 1 1 11.5 7c-2.5 1.3-3.5 2.5-3.5 4.5M32 47v.01" />),
  busy: (
    <>
      <circle cx="32" cy="32" r="26" className={css.ring} />
      <path className={css.arc} d="M32 6a26 26 0 0 1 26 26" />
      <g className={css.steps}>
        <circle cx="14" cy="32" r="6" />
        <circle cx="32" cy="32" r="6" />
        <circle cx="50" cy="32" r="6" />
      </g>
    </>
  ),
} satisfies Record<string, ReactNode>;

export type MarkShape = keyof typeof marks;

/** Solid shape of a state; decorates a word with the same meaning. `isSmall`: 18 px, for rows. */
export function Mark({ shape, isSmall = false }: { shape: MarkShape; isSmall?: boolean }) {
  return (
    <svg
      className={css.mark}
      data-part="mark"
      data-small={isSmall || undefined}
      data-shape={shape}
      viewBox="0 0 64 64"
      aria-hidden="true"
      focusable="false"
    >
      {marks[shape]}
    </svg>
  );
}
