/** What does not fit on a screen, measured in the page itself. */

/** One thing that does not fit, in words for whoever mends it. */
export interface Misfit {
  what: 'page scrolls sideways' | 'too wide' | 'cut off' | 'out of reach' | 'out of its key' | 'small target';
  where: string;
  by: number;
}

/** `minimum` is the least width and height of a target, CSS pixels. */
export function misfits(minimum: number): Misfit[] {
  const found: Misfit[] = [];
  const slack = 1;
  const root = document.documentElement;

  const describe = (element: Element): string => {
    const names = (one: Element) => `${one.tagName.toLowerCase()}${one.id ? `#${one.id}` : ''}${[...one.classList].slice(0, 2).map((name) => `.${name}`).join('')}`; // prettier-ignore
    const parent = element.parentElement;
    const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 50);
    return `${parent ? `${names(parent)} > ` : ''}${names(element)} “${text}”`;
  };
  const add = (what: Misfit['what'], element: Element, by: number) =>
    found.push({ what, where: describe(element), by: Math.round(by) });

  /** Words that only a screen reader gets are one pixel large on purpose. */
  const isSpokenOnly = (element: Element) => {
    for (let one: Element | null = element; one; one = one.parentElement)
      if (
        one.classList.contains('tb-sr') ||
        (one instanceof HTMLElement && one.offsetWidth <= 1 && one.offsetHeight <= 1)
      )
        return true;
    return false;
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !isSpokenOnly(element);

  /** Something that can be seen sticks out to the right; an invisible field over a label may. */
  const sticksOut = (element: Element) => {
    const { right } = element.getBoundingClientRect();
    return [...element.querySelectorAll('*')].some(
      (inner) => isShown(inner) && inner.getBoundingClientRect().right > right + slack,
    );
  };

  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
  /** The nearest thing that cuts or scrolls its content in one direction. */
  const frameOf = (element: Element, axis: 'overflowX' | 'overflowY'): Element => {
    for (let one = element.parentElement; one && one !== document.body && one !== root; one = one.parentElement)
      if (getComputedStyle(one)[axis] !== 'visible') return one;
    return root;
  };

  if (root.scrollWidth > window.innerWidth + slack)
    found.push({ what: 'page scrolls sideways', where: 'html', by: root.scrollWidth - window.innerWidth });

  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (element.closest('svg') || !isShown(element)) continue;
    const style = getComputedStyle(element);
    if (element.clientWidth > 0 && style.display !== 'inline') {
      const over = element.scrollWidth - element.clientWidth;
      const isInput = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
      if (over > slack && !isInput) {
        if (style.overflowX !== 'visible') add('cut off', element, over);
        else if (element.children.length === 0 || sticksOut(element)) add('too wide', element, over);
      }
      const tall = element.scrollHeight - element.clientHeight;
      if (tall > slack && (style.overflowY === 'hidden' || style.overflowY === 'clip')) add('cut off', element, tall);
      // A key has edges: words must not run over them, above or below.
      else if (tall > 2 && element.matches('button, .tb-plate, .tb-key') && !scrolls(style.overflowY))
        add('out of its key', element, tall);
    }
    // Words must be in sight, or where scrolling brings them.
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const words = range.getBoundingClientRect();
      if (words.width === 0) continue;
      const side = frameOf(element, 'overflowX').getBoundingClientRect();
      const right = Math.min(side.right, window.innerWidth);
      if (words.right > right + slack) add('cut off', element, words.right - right);
      if (words.left < Math.max(side.left, 0) - slack) add('cut off', element, Math.max(side.left, 0) - words.left);
      const frame = frameOf(element, 'overflowY');
      const canScroll = scrolls(getComputedStyle(frame).overflowY) || frame === root;
      const box = frame.getBoundingClientRect();
      const bottom = frame === root ? root.scrollHeight - window.scrollY : box.bottom;
      if (words.bottom > bottom + slack && !canScroll) add('out of reach', element, words.bottom - bottom);
    }
  }
  for (const target of document.body.querySelectorAll<HTMLElement>(
    'button, a[href], input, select, textarea, [role="button"], [role="link"]',
  )) {
    if (!isShown(target)) continue;
    // A choice is pressed by its whole label.
    const pressed = target instanceof HTMLInputElement ? (target.closest('label') ?? target) : target;
    const { width, height } = pressed.getBoundingClientRect();
    const short = minimum - Math.min(width, height);
    if (short > 0.5) add('small target', target, short);
  }
  return found;
}
