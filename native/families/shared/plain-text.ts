/** Control sequences of terminals (CSI, OSC, with or without their ESC's end) and tags of markup, as a whole. */
const LEFTOVERS = [
  // oxlint-disable-next-line no-control-regex -- what is taken out are control sequences
  /\u001b\[[0-?]*[ -/]*[@-~]/g,
  // oxlint-disable-next-line no-control-regex -- as above
  /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g,
  /<\/?[A-Za-z!][^<>]*>/g,
];

/**
 * Text from a card or a terminal as it may be shown: what is printable ASCII, without what is left of control sequences and
 * markup once they mean nothing. `filler` stands where something else stood.
 */
export function plainText(text: string, filler: '' | ' '): string {
  const bare = LEFTOVERS.reduce((rest, leftover) => rest.replace(leftover, filler), text);
  return bare.replace(/[^\x20-\x7e]/g, filler);
}
