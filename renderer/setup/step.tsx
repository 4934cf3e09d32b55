import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useAnnounce, useSpeakOnce } from '../components/announcer.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { DEAD_TIME_MS } from '../components/key-registry.ts';
import { KeyScope } from '../components/key-scope.tsx';
import { Key, Keys, LockedPlate, Spacer } from '../components/keys.tsx';
import { Mark } from '../components/mark.tsx';
import { ENTER_STOPPED } from '../components/scan-guard.tsx';
import { Title, Window, type WindowState } from '../components/window.tsx';
import { useTexts } from '../text/index.ts';
import type { StepRun } from './use-step.ts';
import { setupWords } from '../text/setup-words.ts';
import * as css from './setup.module.css';

/** The go key. `hold` is the reason why it cannot be pressed yet, or null. */
export interface GoKey {
  label: string;
  press: () => void;
  hold?: string | null | undefined;
}

/** One question in the window, and its keys: extra keys, Later with its price, Back, and the go key. */
export function Step({
  run,
  name,
  title,
  state = 'idle',
  go,
  later,
  keys,
  back,
  children,
}: {
  run: StepRun;
  /** Name of the question: a new name moves the focus. */
  name: string;
  title: string;
  state?: WindowState;
  go: GoKey | null;
  /** Text about the cost of skipping the step, or null if skipping has no cost. */
  later?: string | null;
  keys?: ReactNode;
  /** Replaces the key to the previous question. Null if the user cannot go back now. */
  back?: { label: string; press: () => void; icon?: IconName } | null;
  children: ReactNode;
}) {
  const { setup } = useTexts(setupWords).words;
  const { view, isBusy, isSending } = run;
  const hold = isBusy ? (isSending ? setup.sending : setup.moment) : (go?.hold ?? null);
  const wayBack = back === undefined ? (view.canBack ? { label: setup.back, press: run.back } : null) : back;
  const screenKey = `setup/${name}`;
  const fieldKeyNote = useFieldKeys({ go: hold === null ? go : null, back: isBusy ? null : wayBack, screenKey });
  useSaid(run, name, title);
  return (
    <KeyScope screenKey={screenKey}>
      <Window state={state} label={title} screenKey={screenKey}>
        <Title className={css.title}>{title}</Title>
        {children}
        {fieldKeyNote === null ? null : <Finding state="warn" say={fieldKeyNote} />}
        {run.problem === null ? null : <Finding state="bad" say={run.problem} />}
      </Window>
      <Keys>
        {keys}
        {later !== undefined && view.canSkip && !isBusy ? (
          <Key name="later" icon="clock" sub={later} onPress={run.skip}>
            {setup.later}
          </Key>
        ) : null}
        <Spacer />
        {wayBack && !isBusy ? (
          <Key name="back" icon={back?.icon ?? 'back'} shortcut="Escape" onPress={wayBack.press}>
            {wayBack.label}
          </Key>
        ) : null}
        {go === null ? null : hold === null ? (
          <Key name="go" variant="go" shortcut="Enter" onPress={go.press}>
            {go.label}
          </Key>
        ) : (
          <LockedPlate icon={isBusy ? 'clock' : 'lock'}>{hold}</LockedPlate>
        )}
      </Keys>
    </KeyScope>
  );
}

/**
 * Focuses the first field of a new question after its title, and announces the title. After a mistake, focuses its
 * field.
 */
function useSaid({ mistake, problem }: StepRun, name: string, title: string): void {
  const announce = useAnnounce();
  useSpeakOnce(`setup/${name}`, title);
  const focusedFor = useRef<string>(undefined);
  useEffect(() => {
    if (focusedFor.current === name) return;
    focusedFor.current = name;
    if (document.querySelector('[role="dialog"]')) return;
    document.querySelector<HTMLElement>(`.${css.setup} [data-first]`)?.focus({ preventScroll: true });
  }, [name]);
  const sentence = mistake?.sentence ?? problem;
  useEffect(() => {
    if (sentence === null) return;
    announce(sentence, 'assertive');
    document.querySelector<HTMLElement>(`.${css.setup} [aria-invalid="true"]`)?.focus();
  }, [sentence, announce]);
}

/** Makes Enter and Esc in a field work as everywhere. Returns the text to show after an Enter that a scanner sent. */
function useFieldKeys({
  go,
  back,
  screenKey,
}: {
  go: GoKey | null;
  back: { press: () => void } | null;
  screenKey: string;
}) {
  const announce = useAnnounce();
  const { sale, frame } = useTexts(setupWords).words;
  const { refusals, scanTakenBack } = sale;
  const [fieldKeyNote, setHeldBack] = useState<string | null>(null);
  const latest = useRef({ go, back });
  useLayoutEffect(() => {
    latest.current = { go, back };
  });
  const shown = useRef({ screenKey: '', atMs: 0 });
  useEffect(() => {
    if (shown.current.screenKey !== screenKey) shown.current = { screenKey, atMs: performance.now() };
    const onKeyDown = (event: KeyboardEvent) => {
      setHeldBack(null);
      const { key, target, repeat, isComposing } = event;
      if (event.defaultPrevented || repeat || isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      const isField = target instanceof HTMLElement && target.closest(`.${css.setup}`) && target.closest(FIELDS);
      if (!isField || (key !== 'Enter' && key !== 'Escape')) return;
      event.preventDefault();
      if (key === 'Escape') return latest.current.back?.press();
      if (performance.now() - shown.current.atMs >= DEAD_TIME_MS) return latest.current.go?.press();
      setHeldBack(frame.pressAgain);
      announce(frame.pressAgain, 'assertive');
    };
    const onHeldBack = (event: Event) => {
      const isTakenBack = event instanceof CustomEvent && event.detail.isTakenBack === true;
      const message = isTakenBack ? scanTakenBack : refusals.SCAN_OR_HAND;
      setHeldBack(message);
      announce(message, 'assertive');
    };
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener(ENTER_STOPPED, onHeldBack);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener(ENTER_STOPPED, onHeldBack);
    };
  }, [screenKey, announce, refusals, scanTakenBack, frame]);
  return fieldKeyNote;
}
const FIELDS = 'input:not([type="radio"])';

/** A framed finding, placed next to its question. */
export function Finding({ state, title, say }: { state: 'ok' | 'bad' | 'warn'; title?: string; say?: ReactNode }) {
  return (
    <div className={css.finding} data-state={state}>
      <Icon name={state === 'ok' ? 'tick' : 'warning'} />
      <p>
        {title === undefined ? null : <b>{title}</b>}
        {say}
      </p>
    </div>
  );
}

/** Shows which result the step is waiting for. */
export function BusyLine({ children }: { children: ReactNode }) {
  return (
    <p className={css.busyLine}>
      <Mark shape="busy" />
      <span>{children}</span>
    </p>
  );
}
