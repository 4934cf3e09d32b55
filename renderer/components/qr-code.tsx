import { useMemo } from 'react';
import { encode } from 'uqr';
import * as css from './qr-code.module.css';

/** Width of the quiet zone in modules; the standard requires 4 (ISO/IEC 18004). */
const BORDER = 4;

/** QR code, black on white in every theme. `label`: text for screen readers. */
export function QrCode({ data, label }: { data: string; label: string }) {
  const { path, size } = useMemo(() => drawn(data), [data]);
  return (
    <svg
      className={css.qr}
      data-part="qr"
      viewBox={`0 0 ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the code is drawn here, so an img element has no file
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Path with a rectangle for each run of dark modules. */
function drawn(data: string): { path: string; size: number } {
  const { data: rows, size } = encode(data, { ecc: 'M', border: BORDER });
  const runs: string[] = [];
  for (const [y, row] of rows.entries()) {
    for (let from = 0; from < row.length; from += 1) {
      if (!row[from]) continue;
      let length = 1;
      while (row[from + length]) length += 1;
      runs.push(`M${from} ${y}h${length}v1h-${length}z`);
      from += length;
    }
  }
  return { path: runs.join(''), size };
}
