/** Finds elements that do not fit on a screen. Runs in the page. */

/** Element that does not fit, described for the developer. */
export interface Misfit {
  what: 'page scrolls sideways' | 'too wide' | 'cut off' | 'out of its key' | 'broken word' | 'small target';
  where: string;
  by: number;
}

/** Rows that scroll sideways by design. */
const SIDEWAYS = '[data-part="chips"], [data-part="hours"]';
const KEY = 'button, [data-part="key"], [data-part="plate"]';
const TARGETS = 'button, a[href], input, select, textarea, [role="button"], [role="link"]';
/** Rounding of the browser, in CSS pixels. */
const SLACK = 2.5;
/** Overhang of large letters beyond their box, as a fraction of the font size. */
const OVERHANG = 0.06;
/** Overhang of letters above or below their box, in CSS pixels. */
const LINE_SLACK = 4;

const named = (one: Element) =>
  `${one.tagName.toLowerCase()}${one.id ? `#${one.id}` : ''}${[...one.classList]
    .slice(0, 2)
    .map((name) => `.${name}`)
    .join('')}`;

function described(element: Element): string {
  const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 50);
  const parent = element.parentElement;
  return `${parent ? `${named(parent)} > ` : ''}${named(element)} “${text}”`;
}

/** Text for screen readers only is one pixel large by design. */
function isSpokenOnly(element: Element): boolean {
  for (let one: Element | null = element; one; one = one.parentElement)
    if (one instanceof HTMLElement && one.offsetWidth <= 1 && one.offsetHeight <= 1) return true;
  return false;
}

const isShown = (element: Element) =>
  element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !isSpokenOnly(element);

/** Yields the texts and pictures that have to be visible. */
function* drawn(): Generator<{ element: Element; box: DOMRect }> {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement;
    if (!element || (node instanceof Element ? node.tagName !== 'svg' : !node.textContent?.trim())) continue;
    if (element.closest('svg') !== (node instanceof Element ? node : null) || !isShown(element)) continue;
    const range = document.createRange();
    if (node instanceof Element) range.selectNode(node);
    else range.selectNodeContents(node);
    const box = node instanceof Element ? node.getBoundingClientRect() : range.getBoundingClientRect();
    if (box.width > 0) yield { element, box };
  }
}

/** Containing element: the parent, or the offset parent of an absolutely positioned element. */
const next = (element: Element): Element | null =>
  element instanceof HTMLElement && getComputedStyle(element).position === 'absolute'
    ? element.offsetParent
    : element.parentElement;

/**
 * Nearest ancestor box that a text or picture overflows, and the overflow, or null if the content is visible or can be
 * scrolled into view.
 */
function outOf(element: Element, box: DOMRect): Omit<Misfit, 'where'> | null {
  let canScroll = false;
  for (let around: Element | null = element; around && around !== document.body; around = next(around)) {
    const style = getComputedStyle(around);
    if (style.display === 'inline' || style.display === 'contents') continue;
    // A row is shortened by design: its details show the whole text.
    if (style.textOverflow === 'ellipsis' || around.matches(SIDEWAYS)) return null;
    const edges = around.getBoundingClientRect();
    const beside = Math.max(box.right - edges.right, edges.left - box.left);
    if (beside > Math.max(SLACK, parseFloat(style.fontSize) * OVERHANG))
      return { what: style.overflowX === 'visible' ? 'too wide' : 'cut off', by: Math.round(beside) };
    const below = Math.max(box.bottom - edges.bottom, edges.top - box.top);
    const hides = style.overflowY === 'hidden' || style.overflowY === 'clip';
    if (!canScroll && below > LINE_SLACK && hides) return { what: 'cut off', by: Math.round(below) };
    if (below > LINE_SLACK && around.matches(KEY)) return { what: 'out of its key', by: Math.round(below) };
    if (style.overflowY === 'auto' || style.overflowY === 'scroll') canScroll = true;
    if (style.position === 'fixed') return null;
  }
  return null;
}

/**
 * Length of the longest word that must stay whole on a key or under a picture; a longer word of another language may be
 * hyphenated.
 */
const WHOLE = 10;

/**
 * Yields words of navigation links, keys and pictures that break over two lines. An identifier (letters among digits)
 * may break.
 */
function* brokenWords(): Generator<Misfit> {
  for (const key of document.body.querySelectorAll('header nav a, [data-part="key"], [data-part="pics"] li')) {
    if (!isShown(key)) continue;
    const walker = document.createTreeWalker(key, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(
        /(?<!\p{N}|\p{L})\p{L}{2,}(?!\p{N}|\p{L})/gu,
      )) {
        if (word.length > WHOLE && !key.closest('header nav')) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = Array.from(range.getClientRects(), ({ top }) => top);
        const by = Math.max(...tops) - Math.min(...tops);
        if (by > SLACK) yield { what: 'broken word', where: `${described(key)}: ${word}`, by: Math.round(by) };
      }
  }
}

/** Elements that do not fit the current screen. `minimum`: minimum side of a target, in CSS pixels. */
export function misfits(minimum: number): Misfit[] {
  const found: Misfit[] = [];
  const wider = document.documentElement.scrollWidth - window.innerWidth;
  if (wider > SLACK) found.push({ what: 'page scrolls sideways', where: 'html', by: Math.round(wider) });
  for (const { element, box } of drawn()) {
    const out = outOf(element, box);
    if (out) found.push({ ...out, where: described(element) });
  }
  found.push(...brokenWords());
  for (const target of document.body.querySelectorAll<HTMLElement>(TARGETS)) {
    if (!isShown(target)) continue;
    // The whole label of a choice is its target.
    const pressed = target instanceof HTMLInputElement ? (target.closest('label') ?? target) : target;
    const { width, height } = pressed.getBoundingClientRect();
    const short = minimum - Math.min(width, height);
    if (short > 0.5) found.push({ what: 'small target', where: described(target), by: Math.round(short) });
  }
  return found;
}
