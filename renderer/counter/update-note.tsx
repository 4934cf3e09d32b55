import { useState } from 'react';
import { Icon } from '../components/icon.tsx';
import { Key } from '../components/keys.tsx';
import { useCommands, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import * as css from './counter.module.css';

/**
 * Note that another version is ready: what is new, when it installs by itself, and the key that installs it now. Never
 * shown during a payment.
 */
export function UpdateNote() {
  const { words, language } = useTexts();
  const { updateNow } = useCommands();
  const update = useTill(({ mirror }) => mirror.host?.update ?? null);
  const [isAsked, setAsked] = useState(false);
  if (!update) return null;
  const text = words.counter.update;
  const press = (): void => {
    setAsked(true);
    void updateNow().finally(() => setAsked(false));
  };
  return (
    <div className={css.update}>
      <Icon name="refresh" />
      <p>
        <b>{text.ready}</b> {[text.whenClosed, ...(update.notes[language] ?? update.notes['en'] ?? [])].join(' ')}
      </p>
      {isAsked ? (
        <span>{text.asked}</span>
      ) : (
        <Key name="update-now" variant="small" onPress={press}>
          {text.now}
        </Key>
      )}
    </div>
  );
}
