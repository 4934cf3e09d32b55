import { Button } from '../components/button.tsx';
import { useAnnounce } from '../components/announcer.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { keepFocus } from '../components/keys.tsx';
import { useTexts } from '../text/index.ts';
import type { KioskStage } from './kiosk-stage.ts';
import type { AccessibilityChoices } from './use-kiosk.ts';
import { customerWords } from '../text/customer-words.ts';
import * as keysCss from '../components/keys.module.css';
import * as css from './kiosk.module.css';

/** Larger, Contrast, Lower and Help, in the same place on every stage. They stay on until the kiosk starts over. */
export function EasierKeys({
  easier,
  stage,
  onToggle,
}: {
  easier: AccessibilityChoices;
  stage: KioskStage['kind'];
  onToggle: (what: keyof AccessibilityChoices) => void;
}) {
  const { easier: text, help } = useTexts(customerWords).words.kiosk;
  const announce = useAnnounce();
  const keys: readonly { what: keyof AccessibilityChoices; icon: IconName; label: string }[] = [
    { what: 'isLarger', icon: 'plus', label: text.larger },
    { what: 'isContrast', icon: 'contrast', label: text.contrast },
    { what: 'isLower', icon: 'lower', label: text.lower },
    { what: 'isHelped', icon: 'bell', label: text.help },
  ];
  const helpText = [help.stages[stage], help.desk].filter((sentence) => sentence !== '').join(' ');
  return (
    <>
      {easier.isHelped ? (
        <section className={css.help} aria-label={text.help}>
          {help.stages[stage] === '' ? null : <p>{help.stages[stage]}</p>}
          <p>
            <b>{help.desk}</b>
          </p>
        </section>
      ) : null}
      <fieldset className={css.easier} aria-label={text.region}>
        {keys.map(({ what, icon, label }) => (
          <Button
            key={what}
            className={keysCss.btn}
            data-part="key"
            aria-pressed={easier[what]}
            onMouseDown={keepFocus}
            onClick={() => {
              if (what === 'isHelped' && !easier.isHelped) announce(helpText);
              onToggle(what);
            }}
          >
            <Icon name={easier[what] ? 'tick' : icon} />
            <span>{label}</span>
          </Button>
        ))}
      </fieldset>
    </>
  );
}
