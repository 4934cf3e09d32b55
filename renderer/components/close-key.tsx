import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { useScopedKey } from './key-scope.tsx';
import { keepFocus } from './keys.tsx';
import * as css from './keys.module.css';

/** Key with a cross at the top of details; Esc does the same. */
export function CloseKey({ label, onPress }: { label: string; onPress: () => void }) {
  const { press } = useScopedKey('close', 'Escape', onPress);
  return (
    <Button
      className={css.btn}
      data-part="key"
      data-variant="small"
      data-key="close"
      aria-label={label}
      aria-keyshortcuts="Escape"
      onMouseDown={keepFocus}
      onClick={press}
    >
      <Icon name="cross" />
    </Button>
  );
}
