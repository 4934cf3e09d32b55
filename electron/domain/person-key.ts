/** Names that look alike are one name: a person is found by the look, so that a cashier borrows no manager's name. */

/** Lowercase letters that look like a Latin one, from Unicode's confusables (UTS 39): Cyrillic, Greek, Armenian, and odd Latin ones. */
const lookalikes: Readonly<Record<string, string>> = {
  a: 'ɑαа',
  c: 'ϲсᴄ',
  d: 'ԁ',
  e: 'еҽ',
  g: 'ɡց',
  h: 'һհ',
  i: 'ıɪɩιіӏ',
  j: 'ϳј',
  n: 'ոռ',
  o: 'οоօᴏ',
  p: 'ρр',
  q: 'ԛգզ',
  s: 'ѕꜱ',
  u: 'υսʋᴜ',
  v: 'νѵᴠ',
  w: 'ѡԝաᴡ',
  x: 'х',
  y: 'уүγʏỿ',
  z: 'ᴢ',
};
const latin = new Map(Object.entries(lookalikes).flatMap(([to, all]) => Array.from(all, (letter) => [letter, to])));

/** One person however the name is typed: wide letters, spaces, blanks, fillers, capitals and letters of other scripts make no other name. */
export function personKey(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Co}]/gu, (sign) => (/\s/u.test(sign) ? ' ' : ''))
    .replaceAll(/[\s\u2800]+/gu, ' ')
    .trim()
    .toLowerCase();
  return Array.from(plain, (letter) => latin.get(letter) ?? letter).join('');
}
