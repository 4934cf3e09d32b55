/** Whole control sequences of terminals (CSI, and OSC even without a terminator) and whole markup tags. */
const LEFTOVERS = [
  // oxlint-disable-next-line no-control-regex -- the pattern removes control sequences
  /\u001b\[[0-?]*[ -/]*[@-~]/g,
  // oxlint-disable-next-line no-control-regex -- as above
  /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g,
  /<\/?[A-Za-z!][^<>]*>/g,
];

/**
 * Makes text from a card or a terminal safe to show: keeps printable ASCII and drops control sequences and
 * markup as a whole, because their printable parts alone mean nothing. `filler` replaces each removed part.
 */
export function plainText(text: string, filler: '' | ' '): string {
  const bare = LEFTOVERS.reduce((rest, leftover) => rest.replace(leftover, filler), text);
  return bare.replace(/[^\x20-\x7e]/g, filler);
}
