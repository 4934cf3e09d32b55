import { Modal } from '@mantine/core';
import { useEffect } from 'react';
import { useTexts } from '../text/index.ts';
import { goTo, type Route } from './routes.ts';

const placeOfDigit: Readonly<Record<string, Route>> = { Digit1: 'sale', Digit3: 'payments', Digit5: 'terminals' };

/** Keys that work on every screen: places by Alt and digit, and the list itself. */
export function useFrameKeys(openList: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, [role="dialog"]');
      const place = event.altKey ? placeOfDigit[event.code] : undefined;
      if (place) {
        event.preventDefault();
        goTo(place);
      } else if (event.key === '?' && !isTyping) {
        event.preventDefault();
        openList();
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [openList]);
}

/** The list of keyboard shortcuts. */
export function ShortcutList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { shortcuts, close } = useTexts().words.frame;
  const lines = [
    [shortcuts.digits, shortcuts.digitsDo],
    [shortcuts.enter, shortcuts.enterDo],
    [shortcuts.escape, shortcuts.escapeDo],
    [shortcuts.again, shortcuts.againDo],
    [shortcuts.hold, shortcuts.holdDo],
    [shortcuts.search, shortcuts.searchDo],
    [shortcuts.places, shortcuts.placesDo],
    [shortcuts.help, shortcuts.helpDo],
  ];
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={shortcuts.title}
      centered
      size="lg"
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
