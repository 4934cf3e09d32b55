import { Button } from './button.tsx';
import { useTexts } from '../text/index.ts';
import { decimalSignOf } from '../text/money.ts';
import { Icon } from './icon.tsx';
import { keepFocus } from './keys.tsx';
import * as keypadCss from './keypad.module.css';
import * as keysCss from './keys.module.css';

/** Input of a keypad key: a digit, two zeros, the decimal sign, or backspace. */
export type KeypadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '00' | 'decimal' | 'back';

const digits: readonly KeypadKey[] = ['7', '8', '9', '4', '5', '6', '1', '2', '3'];

/**
 * Keypad of twelve keys, which always accept presses. Entry in cents has a `00` key; `isDecimal` replaces it with the
 * decimal sign of the till's locale; a PIN pad has neither. A locked keypad keeps its place and is dashed.
 */
export function Keypad({
  onKey,
  isDecimal = false,
  isPin = false,
  isLocked = false,
}: {
  onKey: (key: KeypadKey) => void;
  isDecimal?: boolean;
  isPin?: boolean;
  isLocked?: boolean;
}) {
  const { words, locale } = useTexts();
  const rows: readonly KeypadKey[] = [...digits, isDecimal ? 'decimal' : '00', '0', 'back'];
  return (
    <fieldset
      className={keypadCss.pad}
      data-part="pad"
      data-pin={isPin || undefined}
      aria-label={isPin ? words.signIn.pinKeys : words.counter.keypad}
    >
      {rows
        .filter((key) => !isPin || key !== '00')
        .map((key) => (
          <Button
            key={key}
            className={keysCss.btn}
            data-part="key"
            aria-disabled={isLocked || undefined}
            {...(key === 'back' ? { 'aria-label': words.counter.deleteDigit } : {})}
            {...(key === 'decimal' ? { 'aria-label': words.sale.decimalSign } : {})}
            onMouseDown={keepFocus}
            onClick={() => isLocked || onKey(key)}
          >
            {key === 'back' ? <Icon name="deleteDigit" /> : key === 'decimal' ? decimalSignOf(locale) : key}
          </Button>
        ))}
    </fieldset>
  );
}
