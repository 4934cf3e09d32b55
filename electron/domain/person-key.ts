/** Treats names that look alike as the same name, so that a cashier cannot impersonate a manager. */

/**
 * Lowercase letters that look like Latin letters, from Unicode's confusables (UTS 39): Cyrillic, Greek, Armenian, and
 * unusual Latin letters.
 */
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

/**
 * Key of a person for every spelling of the name: wide letters, spaces, fillers, capitals and letters of other scripts
 * do not create another name.
 */
export function personKey(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Co}]/gu, (sign) => (/\s/u.test(sign) ? ' ' : ''))
    .replaceAll(/[\s\u2800]+/gu, ' ')
    .trim()
    .toLowerCase();
  return Array.from(plain, (letter) => latin.get(letter) ?? letter).join('');
}
