import type { ReactNode } from 'react';
import { readers as allReaders, type Reader } from '../../electron/contract/index.ts';
import * as css from './prompt-picture.module.css';

/**
 * Prompt pictures in two tones; all use the same frame, so that the terminals are aligned (design language, section 4).
 */
export type Picture =
  | 'insert'
  | 'tap'
  | 'swipe'
  | 'pin'
  | 'remove'
  | 'keep'
  | 'phone'
  | 'one-card'
  | 'choose'
  | 'confirm'
  | 'sign'
  | 'wait';

const keyRows = (rows: readonly number[]) =>
  rows.flatMap((y) => [22, 47, 72].map((x) => <rect key={`${x}-${y}`} x={x} y={y} width="18" height="12" rx="3" />));

/** Terminal seen from the front. `x` and `y` are its position; `height` is the height of its body. */
function Terminal({
  x,
  y,
  height,
  rows,
  children,
}: {
  x: number;
  y: number;
  height: number;
  rows: readonly number[];
  children?: ReactNode;
}) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect className={css.body} x="0" y="0" width="112" height={height} rx="14" />
      <rect className={css.screen} x="13" y="14" width="86" height="46" rx="5" />
      <g className={css.keys}>{keyRows(rows)}</g>
      {children}
    </g>
  );
}

const pinKeys = [96, 129, 162, 195].flatMap((y) => [64, 104, 144].map((x) => ({ x, y })));

const pictures: Record<Picture, { viewBox: string; drawing: ReactNode }> = {
  insert: {
    viewBox: '0 0 240 296',
    drawing: (
      <>
        <g transform="translate(84 176)">
          <rect className={css.card} x="0" y="0" width="72" height="112" rx="8" />
          <rect className={css.chip} x="27" y="66" width="18" height="14" rx="3" />
        </g>
        <Terminal x={64} y={92} height={136} rows={[77, 99]} />
        <path className={css.slot} d="M80 228h80" />
        <g className={`${css.arrow} ${css.movesUp}`}>
          <path d="M190 284V244M177 257L190 244l13 13" />
        </g>
      </>
    ),
  },
  tap: {
    viewBox: '0 0 240 296',
    drawing: (
      <>
        <Terminal x={64} y={92} height={136} rows={[77, 99]} />
        <g transform="translate(72 4) rotate(-5 48 28)">
          <rect className={css.card} x="0" y="0" width="96" height="40" rx="8" />
          <rect className={css.chip} x="12" y="13" width="18" height="14" rx="3" />
        </g>
        <g className={css.waves}>
          <path d="M104 82a24 24 0 0 1 32 0" />
          <path d="M91 67a44 44 0 0 1 58 0" />
        </g>
      </>
    ),
  },
  swipe: {
    viewBox: '0 0 240 296',
    drawing: (
      <>
        <Terminal x={42} y={92} height={136} rows={[77, 99]} />
        <path className={css.slot} d="M172 98v124" />
        <g transform="translate(163 58)">
          <rect className={css.card} x="0" y="0" width="60" height="96" rx="8" />
          <path className={css.stripe} d="M14 1v94" />
        </g>
        <g className={`${css.arrow} ${css.movesDown}`}>
          <path d="M200 176v46M187 209L200 222l13-13" />
        </g>
      </>
    ),
  },
  pin: {
    viewBox: '0 0 240 240',
    drawing: (
      <>
        <rect className={css.body} x="44" y="6" width="152" height="228" rx="18" />
        <rect className={css.screen} x="62" y="26" width="116" height="50" rx="6" />
        <circle className={css.dot} cx="84" cy="51" r="7" />
        <circle className={css.dot} cx="108" cy="51" r="7" />
        <circle className={css.dotOpen} cx="132" cy="51" r="7" />
        <circle className={css.dotOpen} cx="156" cy="51" r="7" />
        <g className={css.keys}>
          {pinKeys.map(({ x, y }) => (
            <rect key={`${x}-${y}`} x={x} y={y} width="32" height="22" rx="5" />
          ))}
        </g>
        <rect className={css.keyOn} x="104" y="129" width="32" height="22" rx="5" />
        <g transform="translate(121 146) rotate(-32)">
          <path className={css.card} d="M-17 128V18a17 17 0 0 1 34 0v110" />
          <path className={css.chip} d="M-8 22v-5a8 8 0 0 1 16 0v5" />
        </g>
      </>
    ),
  },
  remove: {
    viewBox: '0 0 240 240',
    drawing: (
      <>
        <Terminal x={64} y={6} height={132} rows={[77, 99]} />
        <path className={css.slot} d="M78 138h84" />
        <g transform="translate(84 152)">
          <rect className={css.card} x="0" y="0" width="72" height="82" rx="8" />
          <rect className={css.chip} x="27" y="14" width="18" height="14" rx="3" />
        </g>
        <g className={`${css.arrow} ${css.movesDown}`}>
          <path d="M190 156v46M177 189L190 202l13-13" />
        </g>
      </>
    ),
  },
  keep: {
    viewBox: '0 0 240 240',
    drawing: (
      <>
        <g transform="translate(84 134)">
          <rect className={css.card} x="0" y="0" width="72" height="96" rx="8" />
          <rect className={css.chip} x="27" y="50" width="18" height="14" rx="3" />
        </g>
        <Terminal x={64} y={6} height={156} rows={[77, 99, 121]}>
          <circle className={css.dot} cx="36" cy="37" r="5" />
          <circle className={css.dot} cx="56" cy="37" r="5" />
          <circle className={css.dotOpen} cx="76" cy="37" r="5" />
        </Terminal>
        <path className={css.slot} d="M78 162h84" />
        <g className={css.arrow}>
          <rect x="176" y="186" width="34" height="26" rx="4" />
          <path d="M183 186v-8a10 10 0 0 1 20 0v8" />
        </g>
      </>
    ),
  },
  phone: {
    viewBox: '0 0 240 240',
    drawing: (
      <>
        <rect className={css.body} x="26" y="20" width="104" height="200" rx="18" />
        <rect className={css.screen} x="38" y="42" width="80" height="140" rx="6" />
        <path className={css.arrow} d="M56 112l15 15 29-31" />
        <circle className={css.dot} cx="78" cy="202" r="6" />
        <g className={css.waves}>
          <path d="M158 88a46 46 0 0 1 0 64" />
          <path d="M184 66a78 78 0 0 1 0 108" />
        </g>
      </>
    ),
  },
  'one-card': {
    viewBox: '0 0 240 240',
    drawing: (
      <>
        <g transform="translate(20 60)">
          <rect className={css.card} x="0" y="0" width="92" height="62" rx="8" />
          <rect className={css.chip} x="14" y="20" width="20" height="16" rx="3" />
        </g>
        <path className={css.arrow} d="M46 150l14 14 30-32" />
        <g transform="translate(128 60)" opacity="0.6">
          <rect className={css.card} x="0" y="0" width="92" height="62" rx="8" />
          <rect className={css.chip} x="14" y="20" width="20" height="16" rx="3" />
        </g>
        <path className={css.arrow} d="M156 136l36 36M192 136l-36 36" />
      </>
    ),
  },
  choose: {
    viewBox: '0 0 240 240',
    drawing: (
      <>
        <rect className={css.body} x="44" y="6" width="152" height="228" rx="18" />
        <rect className={css.screen} x="62" y="26" width="116" height="132" rx="6" />
        <path className={css.stripe} d="M80 56h80M80 92h80M80 128h80" opacity="0.45" />
        <path className={css.stripe} d="M80 92h80" />
        <g transform="translate(160 108) rotate(-28)">
          <path className={css.card} d="M-17 128V18a17 17 0 0 1 34 0v110" />
          <path className={css.chip} d="M-8 22v-5a8 8 0 0 1 16 0v5" />
        </g>
      </>
    ),
  },
  confirm: {
    viewBox: '0 0 240 240',
    drawing: (
      <>
        <rect className={css.body} x="44" y="6" width="152" height="228" rx="18" />
        <rect className={css.screen} x="62" y="26" width="116" height="76" rx="6" />
        <path className={css.stripe} d="M82 64h76" />
        <g className={css.keys}>
          <rect x="64" y="122" width="32" height="22" rx="5" />
          <rect x="104" y="122" width="32" height="22" rx="5" />
          <rect x="144" y="122" width="32" height="22" rx="5" />
        </g>
        <rect className={css.keyOn} x="104" y="162" width="72" height="28" rx="6" />
        <g transform="translate(150 180) rotate(-28)">
          <path className={css.card} d="M-17 62V18a17 17 0 0 1 34 0v44" />
          <path className={css.chip} d="M-8 22v-5a8 8 0 0 1 16 0v5" />
        </g>
      </>
    ),
  },
  sign: {
    viewBox: '0 0 240 240',
    drawing: (
      <>
        <rect className={css.body} x="44" y="6" width="152" height="228" rx="18" />
        <rect className={css.screen} x="62" y="26" width="116" height="132" rx="6" />
        <path d="M78 116c14-44 22-44 20-14s14 18 22-8 14-10 10 8 16 12 28-10" strokeWidth="5" />
        <path d="M78 138h84" strokeWidth="4" opacity="0.6" />
        <path className={css.card} d="M150 108l52-78 20 14-52 78-24 8z" />
      </>
    ),
  },
  wait: {
    viewBox: '0 0 240 240',
    drawing: (
      <Terminal x={64} y={42} height={156} rows={[77, 99, 121]}>
        <g className={css.waves}>
          <circle className={css.dot} cx="36" cy="37" r="6" />
          <circle className={css.dot} cx="56" cy="37" r="6" />
          <circle className={css.dot} cx="76" cy="37" r="6" />
        </g>
      </Terminal>
    ),
  },
};

/** Drawing that decorates the prompt's words. */
function PromptPicture({ picture }: { picture: Picture }) {
  const { viewBox, drawing } = pictures[picture];
  return (
    <svg className={css.pic} data-part="pic" viewBox={viewBox} aria-hidden="true" focusable="false">
      {drawing}
    </svg>
  );
}

const pictureOf = { chip: 'insert', contactless: 'tap', swipe: 'swipe' } as const satisfies Record<Reader, Picture>;

/** Ways to present a card to a terminal that has these readers, next to each other, with their words. */
export function WaysPictures({
  words,
  readers = allReaders,
}: {
  words: { insert: string; tap: string; swipe: string };
  readers?: readonly Reader[] | undefined;
}) {
  return (
    <ul className={css.pics} data-part="pics">
      {readers
        .map((reader) => pictureOf[reader])
        .map((picture) => (
          <li key={picture}>
            <PromptPicture picture={picture} />
            <span>{words[picture]}</span>
          </li>
        ))}
    </ul>
  );
}

/** Single picture at the lower right of the window. */
export function OnePicture({ picture }: { picture: Picture }) {
  return (
    <div className={css.onepic} data-part="onepic">
      <PromptPicture picture={picture} />
    </div>
  );
}
