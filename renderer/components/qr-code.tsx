import { useMemo } from 'react';
import { encode } from 'uqr';
import * as css from './qr-code.module.css';

/** Modules of quiet around the code, as the standard asks for (ISO/IEC 18004, 4 modules). */
const BORDER = 4;

/** A QR code, black on white in every theme. `label` is what a screen reader says of it. */
export function QrCode({ data, label }: { data: string; label: string }) {
  const { path, size } = useMemo(() => drawn(data), [data]);
  return (
    <svg
      className={css.qr}
      data-part="qr"
      viewBox={`0 0 ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, so there is no file for an img element
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** One rectangle for each run of dark modules. */
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
