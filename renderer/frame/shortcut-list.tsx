import { Dialog } from '../components/dialog.tsx';
import { useTexts } from '../text/index.ts';
import * as css from './frame.module.css';

export function ShortcutList({ onClose }: { onClose: () => void }) {
  const { frame, sale } = useTexts().words;
  const { shortcuts } = frame;
  const lines = [
    [shortcuts.digits, shortcuts.digitsDo],
    [shortcuts.enter, shortcuts.enterDo],
    [shortcuts.escape, shortcuts.escapeDo],
    ['F2', sale.keys.order],
    ['F3', sale.keys.tip],
    ['F4', sale.keys.note],
    ['F5', sale.keys.otherTender],
    [shortcuts.hold, shortcuts.holdDo],
    ['F7', sale.keys.payLink],
    ['F8', sale.keys.receipt],
    [shortcuts.again, shortcuts.againDo],
    ['P, E, T, Q', sale.keys.receipts],
    [shortcuts.search, shortcuts.searchDo],
    [shortcuts.places, shortcuts.placesDo],
    [shortcuts.help, shortcuts.helpDo],
  ];
  return (
    <Dialog title={shortcuts.title} onClose={onClose}>
      <dl className={css.shortcuts}>
        {lines.map(([keys, what]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
