import { Button } from './button.tsx';
import type { MouseEvent, ReactNode } from 'react';
import { useTexts } from '../text/index.ts';
import { Icon, type IconName } from './icon.tsx';
import { useScopedKey } from './key-scope.tsx';
import * as css from './keys.module.css';

/** Region of the keys: the side of a screen that acts. */
export function Keys({ children }: { children: ReactNode }) {
  const { words } = useTexts();
  return (
    <section className={css.keys} data-part="keys" aria-label={words.frame.keysRegion}>
      {children}
    </section>
  );
}

/** Space between the keys at the top and those at the bottom. */
export function Spacer() {
  return <div className={css.room} data-part="room" />;
}

/** Legends of shortcuts, where a legend differs from KeyboardEvent.key. */
const legends: Readonly<Record<string, string>> = { Escape: 'Esc' };

/**
 * Key on screen. `go` is the single filled key of a screen (Enter, bottom right); `flat` is text; `small` is 48 px;
 * `tile` has its icon above the word.
 * `name`: meaning of the key; a key that keeps its name across screens accepts every press.
 */
export function Key({
  name,
  variant = 'key',
  icon,
  children,
  sub,
  shortcut,
  trailing,
  label,
  onPress,
}: {
  name: string;
  variant?: 'key' | 'go' | 'flat' | 'small' | 'tile';
  icon?: IconName;
  children: ReactNode;
  sub?: ReactNode;
  /** KeyboardEvent.key. */
  shortcut?: string | undefined;
  trailing?: ReactNode;
  /** Accessible name, if the visible words are not enough. */
  label?: string;
  onPress: () => void;
}) {
  const { press, isEarly } = useScopedKey(name, shortcut, onPress);
  const { pressAgain } = useTexts().words.frame;
  return (
    <Button
      className={css.btn}
      data-part="key"
      data-variant={variant}
      data-key={name}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(shortcut === undefined ? {} : { 'aria-keyshortcuts': shortcut })}
      onMouseDown={keepFocus}
      onClick={press}
    >
      {icon ? <Icon name={icon} /> : null}
      <span>
        {children}
        {isEarly || sub ? (
          <span className={css.btnSub} data-part="key-sub">
            {isEarly ? pressAgain : sub}
          </span>
        ) : null}
      </span>
      {shortcut || trailing ? (
        <span className={css.btnPush} data-part="key-push">
          {trailing}
          {shortcut ? (
            <kbd aria-hidden="true" className="tb-only-wide">
              {legends[shortcut] ?? shortcut}
            </kbd>
          ) : null}
        </span>
      ) : null}
    </Button>
  );
}

/** Keeps the focus on a press by touch or mouse, so that Enter still presses the go key afterwards. */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/**
 * Locked key: the key keeps its place, shows why it is locked, and is text, not a button. Enter speaks the reason.
 * `isGo`: the key is in the place of the go key.
 */
export function LockedPlate({
  children,
  sub,
  icon = 'lock',
  isGo = true,
  onEnter,
}: {
  children: ReactNode;
  sub?: ReactNode;
  icon?: IconName | 'none';
  isGo?: boolean;
  /** Speaks the reason. */
  onEnter?: () => void;
}) {
  return (
    <>
      {onEnter ? <EnterSpeaks onEnter={onEnter} /> : null}
      <p className={css.btn} data-part="key" data-variant="held" data-as={isGo ? undefined : 'key'}>
        {icon === 'none' ? null : <Icon name={icon} />}
        <span>
          {children}
          {sub ? (
            <span className={css.btnSub} data-part="key-sub">
              {sub}
            </span>
          ) : null}
        </span>
      </p>
    </>
  );
}

function EnterSpeaks({ onEnter }: { onEnter: () => void }) {
  useScopedKey('locked', 'Enter', onEnter);
  return null;
}

/** Framed note among the keys, such as help or evidence. */
export function Plate({
  title,
  children,
  isWideOnly = false,
}: {
  title?: ReactNode;
  children: ReactNode;
  isWideOnly?: boolean;
}) {
  return (
    <div className={isWideOnly ? `${css.plate} ${css.onlyWideBlock}` : css.plate} data-part="plate">
      {title ? <h2>{title}</h2> : null}
      {children}
    </div>
  );
}

/** Known event with its time; the newest line is last. `isHot`: the line is bold. */
export interface EvidenceLine {
  time: string;
  text: ReactNode;
  isHot?: boolean;
}

export function Evidence({
  title,
  lines,
  isWideOnly = false,
}: {
  title: ReactNode;
  lines: readonly EvidenceLine[];
  isWideOnly?: boolean;
}) {
  if (lines.length === 0) return null;
  return (
    <Plate title={title} isWideOnly={isWideOnly}>
      <ol className={css.evidence}>
        {lines.map((line, index) => (
          <li key={`${line.time}-${index}`}>
            <time>{line.time}</time>
            <span className={line.isHot ? css.hot : undefined}>{line.text}</span>
          </li>
        ))}
      </ol>
    </Plate>
  );
}
