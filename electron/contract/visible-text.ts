/**
 * Control characters (escape sequences begin with one), what turns the direction of writing, and what nobody sees: any of
 * them can make a line say something else than what stands in it. U+200C and U+200D stay: emoji and several scripts need them.
 */
const unprintable =
  /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]+/gu;
const blank = /[\p{Cc}\u2028\u2029]/u;

/**
 * Text of a platform, a terminal or a person as it may be shown, printed and kept: one line, nothing hidden in it. What
 * stood for a control character is a space, so that words stay apart.
 */
export function visibleText(text: string): string {
  return text.toWellFormed().replace(unprintable, (run) => (blank.test(run) ? ' ' : ''));
}
