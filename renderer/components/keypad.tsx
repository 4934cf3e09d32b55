import { UnstyledButton } from '@mantine/core';
import { useTexts } from '../text/index.ts';
import { Icon } from './icon.tsx';
import { keepFocus } from './keys.tsx';
import './keypad.css';

/** What a keypad key types: a digit, two zeros, or backspace. */
export type KeypadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '00' | 'back';

const rows: readonly KeypadKey[] = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '00', '0', 'back'];

/** Cents-first keypad: twelve keys, never dead. */
export function Keypad({ onKey }: { onKey: (key: KeypadKey) => void }) {
  const { words } = useTexts();
  return (
    <fieldset className="tb-pad" aria-label={words.counter.keypad}>
      {rows.map((key) => (
        <UnstyledButton
          key={key}
          className="tb-btn"
          {...(key === 'back' ? { 'aria-label': words.counter.deleteDigit } : {})}
          onMouseDown={keepFocus}
          onClick={() => onKey(key)}
        >
          {key === 'back' ? <Icon name="deleteDigit" /> : key}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
