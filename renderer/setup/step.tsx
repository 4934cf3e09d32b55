import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useAnnounce, useSpeakOnce } from '../components/announcer.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { DEAD_TIME_MS } from '../components/key-registry.ts';
import { KeyScope } from '../components/key-scope.tsx';
import { Key, Keys, LockedPlate, Room } from '../components/keys.tsx';
import { Mark } from '../components/mark.tsx';
import { HELD_BACK } from '../components/scan-guard.tsx';
import { Title, Window, type WindowState } from '../components/window.tsx';
import { useTexts } from '../text/index.ts';
import type { StepRun } from './use-step.ts';
import { setupWords } from '../text/setup-words.ts';
import * as css from './setup.module.css';

/** The one key that goes on. `hold`: why it cannot be pressed yet. */
export interface Go {
  label: string;
  press: () => void;
  hold?: string | null | undefined;
}

/** One question: what is asked in the window, and its keys: what is special, Later with its price, the way back, the key that goes on. */
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
  /** Names what is asked: a new name takes the focus. */
  name: string;
  title: string;
  state?: WindowState;
  go: Go | null;
  /** What it costs to leave it for later; null: nothing that has to be said. */
  later?: string | null;
  keys?: ReactNode;
  /** Where it is not the question before. Null: there is no way back now. */
  back?: { label: string; press: () => void; icon?: IconName } | null;
  children: ReactNode;
}) {
  const { setup } = useTexts(setupWords).words;
  const { view, isBusy, isSending } = run;
  const hold = isBusy ? (isSending ? setup.sending : setup.moment) : (go?.hold ?? null);
  const wayBack = back === undefined ? (view.canBack ? { label: setup.back, press: run.back } : null) : back;
  const screenKey = `setup/${name}`;
  const heldBack = useFieldKeys({ go: hold === null ? go : null, back: isBusy ? null : wayBack, screenKey });
  useSaid(run, name, title);
  return (
    <KeyScope screenKey={screenKey}>
      <Window state={state} label={title} screenKey={screenKey}>
        <Title className={css.title}>{title}</Title>
        {children}
        {heldBack === null ? null : <Finding state="warn" say={heldBack} />}
        {run.problem === null ? null : <Finding state="bad" say={run.problem} />}
      </Window>
      <Keys>
        {keys}
        {later !== undefined && view.canSkip && !isBusy ? (
          <Key name="later" icon="clock" sub={later} onPress={run.skip}>
            {setup.later}
          </Key>
        ) : null}
        <Room />
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

/** A new question: its first field takes the focus after the title has, and the title is read out. A mistake: its field. */
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

/** Enter and Esc in a field mean what they mean everywhere. Gives what is to be said of an Enter that a scanner pressed. */
function useFieldKeys({
  go,
  back,
  screenKey,
}: {
  go: Go | null;
  back: { press: () => void } | null;
  screenKey: string;
}) {
  const announce = useAnnounce();
  const { sale, frame } = useTexts(setupWords).words;
  const { refusals, scanTakenBack } = sale;
  const [heldBack, setHeldBack] = useState<string | null>(null);
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
      const said = isTakenBack ? scanTakenBack : refusals.SCAN_OR_HAND;
      setHeldBack(said);
      announce(said, 'assertive');
    };
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener(HELD_BACK, onHeldBack);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener(HELD_BACK, onHeldBack);
    };
  }, [screenKey, announce, refusals, scanTakenBack, frame]);
  return heldBack;
}
const FIELDS = 'input:not([type="radio"])';

/** What was found out, framed: where it was asked, a finding stands. */
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

/** Something is being waited for, in words. */
export function BusyLine({ children }: { children: ReactNode }) {
  return (
    <p className={css.busyLine}>
      <Mark shape="busy" />
      <span>{children}</span>
    </p>
  );
}
