import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { useTime } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { useLinkTaken } from './link-taken.ts';
import * as css from './link-taken-dialog.module.css';
import * as keysCss from '../components/keys.module.css';

/** Somebody else opened the till's link first: asked for while it stands, said where nothing else is open. */
export function LinkTaken({ isHidden, onLook }: { isHidden: boolean; onLook: () => void }) {
  const { taken, read, close } = useLinkTaken();
  if (!taken || isHidden) return null;
  const look = () => {
    read();
    onLook();
  };
  return <LinkTakenDialog atMs={taken.atMs} onLook={look} onRead={read} onClose={close} />;
}

/** What happened, and what to do. */
function LinkTakenDialog({
  atMs,
  onLook,
  onRead,
  onClose,
}: {
  /** When they were shut out, milliseconds since 1970. */
  atMs: number;
  onLook: () => void;
  onRead: () => void;
  onClose: () => void;
}) {
  const texts = useTexts();
  const now = useTime();
  const { linkTaken: text } = texts.words.thisScreen;
  return (
    <Dialog title={text.title} onClose={onClose}>
      {/* The focus is on no key: an Enter that was meant for the sale puts nothing away. */}
      <div className={css.linkTaken} data-autofocus tabIndex={-1}>
        <p>{text.what({ time: texts.shortTime(atMs, now()) })}</p>
        <p>
          <b>{text.charged}</b> {text.next}
        </p>
        <div>
          <Button className={keysCss.btn} data-part="key" onClick={onLook}>
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
