import { useEffect, useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { Key } from '../components/keys.tsx';
import { readSessions, type WebSessions } from '../store/web-sessions.ts';
import { useTexts } from '../text/index.ts';
import * as css from './counter.module.css';

const KEY = 'tillbridge.browser-note';

/** The day it was last said on, by this computer's clock; a browser that keeps nothing says it with each load. */
function wasSaidToday(): boolean {
  try {
    return window.localStorage.getItem(KEY) === new Date().toDateString();
  } catch {
    return false;
  }
}

/**
 * The till's own window did not come up or ended, and this is a browser instead: said once a day, and gone with the first payment
 * or once it was asked why.
 */
export function BrowserNote() {
  const { noWindow: text } = useTexts().words.thisScreen;
  const [why, setWhy] = useState<WebSessions['noWindow']>();
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (wasSaidToday()) return;
    readSessions().then(
      ({ noWindow }) => setWhy(noWindow),
      // What keeps the window from its host is said elsewhere.
      () => undefined,
    );
  }, []);
  useEffect(() => {
    if (!why) return;
    try {
      window.localStorage.setItem(KEY, new Date().toDateString());
    } catch {
      // Then it is said again.
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
