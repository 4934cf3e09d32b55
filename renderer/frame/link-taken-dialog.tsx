import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { useTime } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { useLinkTaken } from './link-taken.ts';
import * as css from './link-taken-dialog.module.css';
import * as keysCss from '../components/keys.module.css';

/**
 * Warns that another user opened the till's sign-in link first. Queried while the window is visible, shown while no
 * other dialog is open.
 */
export function LinkTaken({ isHidden, onShowSessions }: { isHidden: boolean; onShowSessions: () => void }) {
  const { taken, read, close } = useLinkTaken();
  if (!taken || isHidden) return null;
  const showSessions = () => {
    read();
    onShowSessions();
  };
  return <LinkTakenDialog atMs={taken.atMs} onShowSessions={showSessions} onRead={read} onClose={close} />;
}

function LinkTakenDialog({
  atMs,
  onShowSessions,
  onRead,
  onClose,
}: {
  /** Time when the other user opened the link, milliseconds since 1970. */
  atMs: number;
  onShowSessions: () => void;
  onRead: () => void;
  onClose: () => void;
}) {
  const texts = useTexts();
  const now = useTime();
  const { linkTaken: text } = texts.words.thisScreen;
  return (
    <Dialog title={text.title} onClose={onClose}>
      {/* No key has the focus: an Enter meant for the sale dismisses nothing. */}
      <div className={css.linkTaken} data-autofocus tabIndex={-1}>
        <p>{text.what({ time: texts.shortTime(atMs, now()) })}</p>
        <p>
          <b>{text.charged}</b> {text.next}
        </p>
        <div>
          <Button className={keysCss.btn} data-part="key" onClick={onShowSessions}>
            <span>{text.look}</span>
          </Button>
          <Button className={keysCss.btn} data-part="key" onClick={onRead}>
            <span>{text.read}</span>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
