import { useEffect, useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { Key } from '../components/keys.tsx';
import { readSessions, type WebSessions } from '../store/web-sessions.ts';
import { useTexts } from '../text/index.ts';
import * as css from './counter.module.css';

const KEY = 'tillbridge.browser-note';

/**
 * True if this browser showed the note today, by this computer's clock. A browser without storage shows the note on
 * each load.
 */
function wasSaidToday(): boolean {
  try {
    return window.localStorage.getItem(KEY) === new Date().toDateString();
  } catch {
    return false;
  }
}

/**
 * Note that the till's own window did not open or has ended, and that this is a browser instead. The note is shown once
 * a day, until the first payment or until the cashier has read the reason.
 */
export function BrowserNote() {
  const { noWindow: text } = useTexts().words.thisScreen;
  const [why, setWhy] = useState<WebSessions['noWindow']>();
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (wasSaidToday()) return;
    readSessions().then(
      ({ noWindow }) => setWhy(noWindow),
      // Another part of the screen reports a lost host.
      () => undefined,
    );
  }, []);
  useEffect(() => {
    if (!why) return;
    try {
      window.localStorage.setItem(KEY, new Date().toDateString());
    } catch {
      // Without storage, the note is shown again.
    }
  }, [why]);
  if (!why) return null;
  return (
    <div className={css.update}>
      <Icon name="screen" />
      <p>
        <b>{text.said}</b> {text.asAlways}
      </p>
      <Key name="why-browser" variant="small" onPress={() => setAsked(true)}>
        {text.ask}
      </Key>
      {isAsked ? (
        <Dialog title={text.said} onClose={() => setWhy(undefined)}>
          <p>{text.why[why]}</p>
          <p>
            <b>{text.asAlways}</b> {text.next}
          </p>
        </Dialog>
      ) : null}
    </div>
  );
}
