import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { Mark, type MarkShape } from './mark.tsx';
import * as css from './window.module.css';

/** What the window's colour says (design language, principle 5). `idle` is neutral. */
export type WindowState = 'idle' | 'live' | 'paid' | 'declined' | 'cancelled' | 'checking' | 'equipment';

/** Changes whenever a new prompt or outcome is shown: the title then takes focus. */
const ScreenKeyContext = createContext('');

/** The side that tells. `screenKey` names what is on it: a new one moves focus to the title. */
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

/** A window of two fields, for an outcome that is two things at once. */
export function SplitWindow({ label, screenKey, children }: { label: string; screenKey: string; children: ReactNode }) {
  return (
    <section className={css.window} data-part="window" data-split aria-label={label}>
      <ScreenKeyContext value={screenKey}>{children}</ScreenKeyContext>
    </section>
  );
}

/** One field of a SplitWindow. */
export function WindowPart({ state, children }: { state: 'paid' | 'checking'; children: ReactNode }) {
  return (
    <div className={css.part} data-part="field" data-state={state}>
      {children}
    </div>
  );
}

/** The h1 of a screen. It takes focus when the screen changes, so that screen readers start there. */
export function Title({
  className,
  part,
  screenKey,
  children,
}: {
  className?: string;
  /** What other sheets know it as. */
  part?: string;
  /** Only where there is no Window around. */
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
    // A dialog that is open keeps its focus.
    if (document.querySelector('[role="dialog"]')) return;
    heading.current?.focus({ preventScroll: true });
  }, [key]);
  return (
    <h1 className={className} data-part={part} tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}

/** Line 1: the mark and what this is about. */
export function Line1({ mark, children }: { mark?: MarkShape; children: ReactNode }) {
  return (
    <div className={css.line1} data-part="line1">
      {mark ? <Mark shape={mark} /> : null}
      {children}
    </div>
  );
}

/** Title in line 1, beside its mark: "Paid", "Partly paid". */
export function LeadTitle({ children }: { children: ReactNode }) {
  return (
    <Title part="lead" className={css.lead}>
      {children}
    </Title>
  );
}

/** The word in the giant slot when nothing moved: "Declined". */
export function Heading({ children, length }: { children: ReactNode; length: number }) {
  return (
    <Title part="heading" className={length >= 12 ? `${css.heading} ${css.headingLong}` : css.heading}>
      {children}
    </Title>
  );
}

/** The title of a live prompt. */
export function PromptTitle({ children }: { children: ReactNode }) {
  return (
    <Title part="prompt" className={css.prompt}>
      {children}
    </Title>
  );
}

/** Whether the customer was charged: every outcome has this sentence. */
export function ChargedSentence({ icon = 'card', children }: { icon?: IconName; children: ReactNode }) {
  return (
    <p className={css.charged} data-part="charged">
      <Icon name={icon} />
      <span>{children}</span>
    </p>
  );
}

/** What happened. */
export function Say({ children }: { children: ReactNode }) {
  return (
    <p className={css.say} data-part="say">
      {children}
    </p>
  );
}

/** A line in small print. */
export function Small({ children }: { children: ReactNode }) {
  return (
    <p className={css.small} data-part="small">
      {children}
    </p>
  );
}

/** A band across the window: this end is not the one that was awaited. */
export function Strip({ icon = 'clock', children }: { icon?: 'clock' | 'card'; children: ReactNode }) {
  return (
    <p className={css.strip} data-part="strip">
      <Icon name={icon} />
      <span>{children}</span>
    </p>
  );
}

/** What to do now: rule, arrow, imperative. */
export function Next({ children }: { children: ReactNode }) {
  return (
    <p className={css.next} data-part="next">
      <Icon name="arrow" />
      <span>{children}</span>
    </p>
  );
}

/** The foot of the window: the next step and the facts, kept at the bottom. */
export function Foot({ children }: { children: ReactNode }) {
  return (
    <div className={`tb-stack tb-push-down ${css.foot}`} data-part="foot">
      {children}
    </div>
  );
}

/** Small facts in a row. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <p className={css.facts} data-part="facts">
      {children}
    </p>
  );
}

/** One fact. Codes and serial numbers have a slashed zero. */
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
