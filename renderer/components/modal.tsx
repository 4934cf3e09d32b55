import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import * as css from './modal.module.css';

const STOPS = ['a[href]', 'button', 'input', 'select', 'textarea', 'summary', '[tabindex]'].join(',');

/** Elements that Tab stops at, in order; a radio group with a checked radio has only that stop. */
function stopsIn(node: HTMLElement): HTMLElement[] {
  const all = [...node.querySelectorAll<HTMLElement>(STOPS)];
  const isRadio = (one: HTMLElement) => one instanceof HTMLInputElement && one.type === 'radio';
  const chosen = all.filter((one): one is HTMLInputElement => isRadio(one) && one.matches(':checked'));
  const isLeftOut = (one: HTMLElement) =>
    isRadio(one) && !one.matches(':checked') && chosen.some(({ name }) => name === one.getAttribute('name'));
  return all.filter(
    (one) => one.tabIndex >= 0 && !one.matches(':disabled, [hidden], [type="hidden"]') && !isLeftOut(one),
  );
}

/** Dialog that covers the page and keeps the focus; Esc closes it. */
export function Modal({
  labelledBy,
  className,
  style,
  hasShade = false,
  returnsFocus = false,
  onClose,
  children,
}: {
  /** Id of the title. */
  labelledBy: string;
  className?: string;
  style?: { top?: number; flexBasis?: string };
  /** Darkens the page; a click on the dark area closes the dialog. */
  hasShade?: boolean;
  /** Returns the focus when the dialog closes. */
  returnsFocus?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const content = useRef<HTMLElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) onClose();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [onClose]);
  useFocusWithin(content, returnsFocus);
  useEffect(() => {
    const { overflow } = document.body.style;
    document.body.style.overflow = 'hidden';
    return () => void (document.body.style.overflow = overflow);
  }, []);
  return createPortal(
    <>
      {hasShade ? <div className={css.shade} role="presentation" onClick={onClose} /> : null}
      <div className={hasShade ? css.place : undefined}>
        <section
          ref={content}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native dialog silences the announcer and locks the top bar
          role="dialog"
          aria-modal
          aria-labelledby={labelledBy}
          tabIndex={-1}
          className={className === undefined ? css.content : `${css.content} ${className}`}
          {...(style === undefined ? {} : { style })}
        >
          {children}
        </section>
      </div>
    </>,
    document.body,
  );
}

/** Moves the focus to `data-autofocus` or the first tab stop, and makes Tab cycle within the content. */
function useFocusWithin(content: { readonly current: HTMLElement | null }, returnsFocus: boolean): void {
  useEffect(() => {
    const before = document.activeElement;
    const focus = (one: Element | null | undefined) =>
      one instanceof HTMLElement && one.isConnected ? one.focus({ preventScroll: true }) : undefined;
    // Waits for the effects of the children.
    const timer = setTimeout(() => {
      const node = content.current;
      if (node) focus(node.querySelector('[data-autofocus]') ?? stopsIn(node)[0] ?? node);
    });
    const onKeyDown = (event: KeyboardEvent) => {
      const node = content.current;
      if (event.key !== 'Tab' || event.defaultPrevented || !node) return;
      const stops = stopsIn(node);
      const edge = event.shiftKey ? stops[0] : stops.at(-1);
      const { activeElement } = document;
      if (activeElement && activeElement !== edge && activeElement !== node && node.contains(activeElement)) return;
      if (activeElement === node && !event.shiftKey) return;
      event.preventDefault();
      focus(event.shiftKey ? stops.at(-1) : stops[0]);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKeyDown);
      if (returnsFocus) setTimeout(() => focus(before));
    };
  }, [content, returnsFocus]);
}
