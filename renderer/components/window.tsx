import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { Mark, type MarkShape } from './mark.tsx';
import * as css from './window.module.css';

/** State shown by the window's colour (design language, principle 5). `idle` is neutral. */
export type WindowState = 'idle' | 'live' | 'paid' | 'declined' | 'cancelled' | 'checking' | 'equipment';

/** Key that changes with every new prompt or outcome: the title then takes the focus. */
const ScreenKeyContext = createContext('');

/** Side of a screen that informs. `screenKey` identifies the content: a new key moves the focus to the title. */
export function Window({
  state,
  label,
  screenKey,
  children,
}: {
  state: WindowState;
  label: string;
  screenKey: string;
  children: ReactNode;
}) {
  return (
    <section className={css.window} data-part="window" data-state={state} aria-label={label}>
      {state === 'checking' ? <span className={css.hatchEdge} aria-hidden="true" /> : null}
      <ScreenKeyContext value={screenKey}>{children}</ScreenKeyContext>
    </section>
  );
}

/** Window of two fields, for an outcome that has two parts. */
export function SplitWindow({ label, screenKey, children }: { label: string; screenKey: string; children: ReactNode }) {
  return (
    <section className={css.window} data-part="window" data-split aria-label={label}>
      <ScreenKeyContext value={screenKey}>{children}</ScreenKeyContext>
    </section>
  );
}

/** Field of a SplitWindow. */
export function WindowPart({ state, children }: { state: 'paid' | 'checking'; children: ReactNode }) {
  return (
    <div className={css.part} data-part="field" data-state={state}>
      {children}
    </div>
  );
}

/**
 * Heading (h1) of a screen. The heading takes the focus when the screen changes, so that screen readers start there.
 */
export function Title({
  className,
  part,
  screenKey,
  children,
}: {
  className?: string;
  /** `data-part`, by which other style sheets find the heading. */
  part?: string;
  /** Required only outside a Window. */
  screenKey?: string;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const windowKey = useContext(ScreenKeyContext);
  const key = screenKey ?? windowKey;
  const focusedFor = useRef<string>(undefined);
  useEffect(() => {
    if (focusedFor.current === key) return;
    focusedFor.current = key;
    // An open dialog keeps the focus.
    if (document.querySelector('[role="dialog"]')) return;
    heading.current?.focus({ preventScroll: true });
  }, [key]);
  return (
    <h1 className={className} data-part={part} tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}

/** Line 1: the mark and the subject. */
export function FirstLine({ mark, children }: { mark?: MarkShape; children: ReactNode }) {
  return (
    <div className={css.line1} data-part="line1">
      {mark ? <Mark shape={mark} /> : null}
      {children}
    </div>
  );
}

/** Title in line 1, next to the mark: "Paid", "Partly paid". */
export function LeadTitle({ children }: { children: ReactNode }) {
  return (
    <Title part="lead" className={css.lead}>
      {children}
    </Title>
  );
}

/** Word in place of the giant amount when no money moved: "Declined". */
export function Heading({ children, length }: { children: ReactNode; length: number }) {
  return (
    <Title part="heading" className={length >= 12 ? `${css.heading} ${css.headingLong}` : css.heading}>
      {children}
    </Title>
  );
}

/** Title of a live prompt. */
export function PromptTitle({ children }: { children: ReactNode }) {
  return (
    <Title part="prompt" className={css.prompt}>
      {children}
    </Title>
  );
}

/** Sentence that states whether the customer was charged; every outcome has this sentence. */
export function ChargedSentence({ icon = 'card', children }: { icon?: IconName; children: ReactNode }) {
  return (
    <p className={css.charged} data-part="charged">
      <Icon name={icon} />
      <span>{children}</span>
    </p>
  );
}

/** Sentence that states what happened. */
export function Say({ children }: { children: ReactNode }) {
  return (
    <p className={css.say} data-part="say">
      {children}
    </p>
  );
}

/** Line in small print. */
export function SmallPrint({ children }: { children: ReactNode }) {
  return (
    <p className={css.small} data-part="small">
      {children}
    </p>
  );
}

/** Band across the window: the outcome differs from the expected outcome. */
export function Strip({ icon = 'clock', children }: { icon?: 'clock' | 'card'; children: ReactNode }) {
  return (
    <p className={css.strip} data-part="strip">
      <Icon name={icon} />
      <span>{children}</span>
    </p>
  );
}

/** Next step for the cashier: rule, arrow, imperative. */
export function Next({ children }: { children: ReactNode }) {
  return (
    <p className={css.next} data-part="next">
      <Icon name="arrow" />
      <span>{children}</span>
    </p>
  );
}

/** Foot of the window: the next step and the facts, kept at the bottom. */
export function Foot({ children }: { children: ReactNode }) {
  return (
    <div className={`tb-stack tb-push-down ${css.foot}`} data-part="foot">
      {children}
    </div>
  );
}

/** Row of small facts. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <p className={css.facts} data-part="facts">
      {children}
    </p>
  );
}

/** Single fact. Codes and serial numbers have a slashed zero. */
export function Fact({
  label,
  value,
  isCode = false,
  isWideOnly = false,
}: {
  label: ReactNode;
  value?: ReactNode;
  isCode?: boolean;
  isWideOnly?: boolean;
}) {
  return (
    <span className={isWideOnly ? 'tb-only-wide' : undefined}>
      {label}
      {value === undefined ? null : (
        <>
          {label ? ' ' : ''}
          <b className={isCode ? 'tb-code' : undefined}>{value}</b>
        </>
      )}
    </span>
  );
}
