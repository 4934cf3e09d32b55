import { Button } from '../components/button.tsx';
import { isLanguageTag } from '../../electron/domain/index.ts';
import { Dialog } from '../components/dialog.tsx';
import { Choice } from '../components/form.tsx';
import { Icon } from '../components/icon.tsx';
import { setSoundLevel, useSoundLevel } from '../sound/level.ts';
import { useLanguage, useTexts } from '../text/index.ts';
import { chooseTheme, useThemeChoice } from '../theme/choice.ts';
import { useTill } from '../store/index.ts';
import { isTillBrowser } from '../store/web-sessions.ts';
import { openDisplay } from './display-place.ts';
import { SessionList } from './session-list.tsx';
import * as css from './this-screen.module.css';
import { customerWords } from '../text/customer-words.ts';
import * as keysCss from '../components/keys.module.css';
import { SmallPrint } from '../components/window.tsx';

/** Colours, sound and language of this screen, each applied at once, and the list of open screens. */
export function ThisScreen({ onClose, onOwnPin }: { onClose: () => void; onOwnPin: () => void }) {
  const { thisScreen: text } = useTexts(customerWords).words;
  const theme = useThemeChoice();
  const level = useSoundLevel();
  return (
    <Dialog title={text.title} onClose={onClose}>
      <div className={css.thisScreen}>
        <Choice question={text.colours} options={text.themes} value={theme} onChange={chooseTheme} />
        <Choice question={text.sound} options={text.levels} value={level} onChange={setSoundLevel} />
        <LanguageRow />
        <DisplayRow />
        <OwnPinRow onOwnPin={onOwnPin} />
        <SmallPrint>{text.kept}</SmallPrint>
        {isTillBrowser() ? <SessionList onOwnEnded={onClose} /> : null}
      </div>
    </Dialog>
  );
}

/** Opens the customer display in a second window. */
function DisplayRow() {
  const { display: text } = useTexts(customerWords).words;
  return (
    <div>
      <Button className={keysCss.btn} data-part="key" onClick={openDisplay}>
        <Icon name="screen" />
        <span>{text.open}</span>
      </Button>
      <SmallPrint>{text.openSay}</SmallPrint>
    </div>
  );
}

/** Opens the form in which a user changes their own PIN. */
function OwnPinRow({ onOwnPin }: { onOwnPin: () => void }) {
  const { ownPin: text } = useTexts(customerWords).words.thisScreen;
  const hasPins = useTill(({ mirror }) => mirror.host?.till.hasManagers ?? false);
  if (!hasPins) return null;
  return (
    <div>
      <Button className={keysCss.btn} data-part="key" onClick={onOwnPin}>
        <Icon name="pin" />
        <span>{text.key}</span>
      </Button>
      <SmallPrint>{text.keySay}</SmallPrint>
    </div>
  );
}

/** The available languages, each with its own name; the till's own is first. */
function LanguageRow() {
  const { thisScreen: text } = useTexts(customerWords).words;
  const { languages, chosen, tillLanguage, setLanguage } = useLanguage();
  const own = languages.find(({ tag }) => tag === tillLanguage)?.name ?? tillLanguage;
  const options: Record<string, string> = { till: text.tillLanguage({ name: own }) };
  for (const { tag, name } of languages) options[tag] = name;
  return (
    <Choice
      question={text.language}
      options={options}
      value={chosen ?? 'till'}
      onChange={(tag) => setLanguage(isLanguageTag(tag) ? tag : null)}
    />
  );
}
