import type { ReactNode } from 'react';
import * as css from './icon.module.css';

/**
 * Drawings on a 24 grid with round 2 px strokes (design language, section 4, Icons). An icon is always next to a word.
 */
const drawings = {
  settings: (
    <>
      <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
      <circle cx="15" cy="7" r="2.2" />
      <circle cx="9" cy="17" r="2.2" />
    </>
  ),
  arrow: <path d="M5 12h14M13 6l6 6-6 6" />,
  back: <path d="M19 12H5M11 6l-6 6 6 6" />,
  card: (
    <>
      <rect x="3" y="5.5" width="18" height="13" rx="2" />
      <path d="M3 10h18" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5.2l3.5 2" />
    </>
  ),
  cross: <path d="M6.5 6.5l11 11M17.5 6.5l-11 11" />,
  deleteDigit: (
    <>
      <path d="M9 6h11v12H9l-6-6z" />
      <path d="M12 9.5l5 5M17 9.5l-5 5" />
    </>
  ),
  help: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M9.6 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2.9-1.2 1.9M12 16.8v.01" />
    </>
  ),
  insert: (
    <>
      <rect x="5" y="6" width="14" height="12" rx="2.5" />
      <path d="M5 10h4v4H5M19 10h-4v4h4M9 10V6M15 10V6M9 14v4M15 14v4" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="11" width="14" height="9" rx="1.5" />
      <path d="M8 11V8a4 4 0 0 1 8 0v3" />
    </>
  ),
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  pin: (
    <>
      <rect x="5" y="4" width="14" height="16" rx="2" />
      <path d="M9 9v.01M12 9v.01M15 9v.01M9 12.5v.01M12 12.5v.01M15 12.5v.01M12 16v.01" />
    </>
  ),
  person: (
    <>
      <circle cx="12" cy="8" r="3.7" />
      <path d="M4.5 20c.8-4 3.8-6 7.5-6s6.7 2 7.5 6" />
    </>
  ),
  plus: <path d="M12 5v14M5 12h14" />,
  power: <path d="M12 4v8M7 7.2a7 7 0 1 0 10 0" />,
  screen: (
    <>
      <rect x="3.5" y="4.5" width="17" height="12" rx="1.5" />
      <path d="M8 20.5h8M12 16.5v4" />
    </>
  ),
  contrast: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" />
    </>
  ),
  warning: <path d="M12 4l9 16H3zM12 10v4.5M12 17.2v.01" />,
  plug: <path d="M9 3v5M15 3v5M6.5 8h11v3.5a5.5 5.5 0 0 1-11 0zM12 17v4" />,
  download: <path d="M12 4v11M7 10.5l5 5 5-5M5 20h14" />,
  mail: (
    <>
      <rect x="3.5" y="5.5" width="17" height="13" rx="1" />
      <path d="M4 7l8 6 8-6" />
    </>
  ),
  message: (
    <>
      <path d="M4 5h16v11H11l-4.5 3.5V16H4z" />
      <path d="M8 10.5h8" />
    </>
  ),
  bell: <path d="M6 16v-5a6 6 0 0 1 12 0v5l2 2H4zM10 21h4" />,
  lower: <path d="M12 4v12M7 11l5 5 5-5M5 20h14" />,
  print: (
    <>
      <path d="M7 9V4h10v5M7 17H4.5V9h15v8H17" />
      <rect x="7" y="14" width="10" height="6" />
    </>
  ),
  qr: (
    <>
      <rect x="4" y="4" width="6" height="6" />
      <rect x="14" y="4" width="6" height="6" />
      <rect x="4" y="14" width="6" height="6" />
      <path d="M14 14h3v3h-3zM20 14v2M20 20h-3M14 20v-.01M20 19v1" />
    </>
  ),
  receipt: <path d="M6 3.5h12v17l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5zM9 8h6M9 11.5h6M9 15h3" />,
  refresh: <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9M20 4v5h-5" />,
  remove: (
    <>
      <rect x="7" y="3.5" width="10" height="9" rx="1.5" />
      <path d="M12 14.5V21M8.5 17.5L12 21l3.5-3.5" />
    </>
  ),
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6" />
      <path d="M15 15l5 5" />
    </>
  ),
  swipe: (
    <>
      <rect x="3" y="8" width="12" height="9" rx="1.5" />
      <path d="M3 11h12M18 8.5l3 4-3 4" />
    </>
  ),
  tap: <path d="M7 8.5a6 6 0 0 1 0 7M10.5 6a10 10 0 0 1 0 12M14 3.5a14 14 0 0 1 0 17" />,
  tick: <path d="M5 12.5l4.5 4.5L19 7.5" />,
  wrench: (
    <path d="M14.5 6.5a4.2 4.2 0 0 1 5.3-1.2l-2.9 2.9 1.9 1.9 2.6-2.6a4.2 4.2 0 0 1-5.6 4.9L8.5 19.7a2 2 0 0 1-2.9-2.9l7.3-7.3a4.2 4.2 0 0 1 1.6-3z" />
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

/** Drawing next to a word; hidden from screen readers, since the word has the same meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={css.icon} data-part="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {drawings[name]}
    </svg>
  );
}

/** Product logo, for the top bar. */
export function Logo() {
  return (
    <svg className={css.logo} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d="M3 26V6h5v7.5c2.2 3.3 5 5 8 5s5.8-1.7 8-5V6h5v20h-5v-5.2c-2.4 1.8-5 2.7-8 2.7s-5.6-.9-8-2.7V26z" />
    </svg>
  );
}
