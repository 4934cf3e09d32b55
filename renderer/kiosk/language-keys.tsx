import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { keepFocus } from '../components/keys.tsx';
import { useLanguage, useTexts } from '../text/index.ts';
import { customerWords } from '../text/customer-words.ts';
import * as keysCss from '../components/keys.module.css';
import * as css from './kiosk.module.css';

/** Keys of the available languages, each with its own name. The choice is kept for one guest. */
export function LanguageKeys() {
  const { kiosk } = useTexts(customerWords).words;
  const { languages, language, setLanguage } = useLanguage();
  return (
    <fieldset className={css.languages} aria-label={kiosk.languages}>
      {languages.map(({ tag, name }) => {
        const isChosen = tag === language;
        return (
          <Button
            key={tag}
            className={keysCss.btn}
            data-part="key"
            lang={tag}
            aria-pressed={isChosen}
            onMouseDown={keepFocus}
            onClick={() => setLanguage(tag)}
          >
            {isChosen ? <Icon name="tick" /> : null}
            <span>{name}</span>
          </Button>
        );
      })}
    </fieldset>
  );
}
