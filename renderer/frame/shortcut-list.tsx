import { Modal } from '@mantine/core';
import { useTexts } from '../text/index.ts';

/** The list of keyboard shortcuts. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const { frame, sale } = useTexts().words;
  const { shortcuts, close } = frame;
  const lines = [
    [shortcuts.digits, shortcuts.digitsDo],
    [shortcuts.enter, shortcuts.enterDo],
    [shortcuts.escape, shortcuts.escapeDo],
    ['F2', sale.keys.order],
    ['F3', sale.keys.tip],
    ['F4', sale.keys.note],
    [shortcuts.hold, shortcuts.holdDo],
    [shortcuts.again, shortcuts.againDo],
    [shortcuts.search, shortcuts.searchDo],
    [shortcuts.places, shortcuts.placesDo],
    [shortcuts.help, shortcuts.helpDo],
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={shortcuts.title}
      centered
      size="lg"
      returnFocus={false}
      closeButtonProps={{ 'aria-label': close, size: 48, iconSize: 24 }}
      overlayProps={{ color: 'var(--tb-shade)', backgroundOpacity: 1 }}
      classNames={{ content: 'tb-dialog', header: 'tb-dialog-head', title: 'tb-dialog-title' }}
    >
      <dl className="tb-shortcuts">
        {lines.map(([keys, what]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
