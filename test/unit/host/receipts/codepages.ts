import Encoder from '@point-of-sale/codepage-encoder';

type Page = Parameters<typeof Encoder.getCodepoints>[0];

/** Character of a byte in a code page. */
export const CodepageEncoder = {
  character(byte: number, page: string): string {
    const points = Encoder.getCodepoints(page as Page, true);
    const point = points[byte];
    if (point === undefined) throw new Error(`${page} has nothing at ${byte}`);
    return String.fromCodePoint(point);
  },
};
