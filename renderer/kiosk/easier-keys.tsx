import { UnstyledButton } from '@mantine/core';
import { Icon, type IconName } from '../components/icon.tsx';
import { keepFocus } from '../components/keys.tsx';
import { useTexts } from '../text/index.ts';
import type { Easier } from './use-kiosk.ts';

/** Larger and Contrast, on every stage in the same place. They hold until the kiosk starts over. */
export function EasierKeys({ easier, onToggle }: { easier: Easier; onToggle: (what: keyof Easier) => void }) {
  const text = useTexts().words.kiosk.easier;
  const keys: readonly { what: keyof Easier; icon: IconName; label: string }[] = [
    { what: 'isLarger', icon: 'plus', label: text.larger },
    { what: 'isContrast', icon: 'contrast', label: text.contrast },
  ];
  return (
    <fieldset className="tb-easier" aria-label={text.region}>
      {keys.map(({ what, icon, label }) => (
        <UnstyledButton
          key={what}
          className="tb-btn"
          aria-pressed={easier[what]}
          onMouseDown={keepFocus}
          onClick={() => onToggle(what)}
        >
          <Icon name={easier[what] ? 'tick' : icon} />
          <span>{label}</span>
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
