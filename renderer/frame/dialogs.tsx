import { useCallback, useRef, useState } from 'react';
import { lazyWithRetry } from '../components/lazy-with-retry.ts';
import { useTill } from '../store/index.ts';

// Nobody needs them for a sale.
const ShortcutList = lazyWithRetry(async () => (await import('./shortcut-list.tsx')).ShortcutList);
const ThisScreen = lazyWithRetry(async () => (await import('./this-screen.tsx')).ThisScreen);
const OwnPin = lazyWithRetry(async () => (await import('./own-pin.tsx')).OwnPin);
const LinkTaken = lazyWithRetry(async () => (await import('./link-taken-dialog.tsx')).LinkTaken);

const PermissionDialog = lazyWithRetry(async () => (await import('./permission-dialog.tsx')).PermissionDialog);

/** The dialogs of the frame. */
export type FrameDialog = 'shortcuts' | 'this-screen' | 'own-pin';

/** Which dialog is open, and how to open one; closing gives the focus back to where it was. */
export function useFrameDialog(): {
  dialog: FrameDialog | null;
  openDialog: (dialog: FrameDialog) => void;
  closeDialog: () => void;
} {
  const [dialog, setDialog] = useState<FrameDialog | null>(null);
  const before = useRef<Element | null>(null);
  const openDialog = useCallback((next: FrameDialog) => {
    before.current = document.activeElement;
    setDialog(next);
  }, []);
  const closeDialog = useCallback(() => {
    setDialog(null);
    const element = before.current;
    // Once the dialog is gone: while it stands it holds the focus.
    setTimeout(() => {
      if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
    });
  }, []);
  return { dialog, openDialog, closeDialog };
}

/** The dialog that is open, loaded when first wanted. Nothing is put over a running payment but the question for a permission. */
export function FrameDialogs({
  dialog: wanted,
  isPaying,
  onOpen,
  onClose,
}: {
  dialog: FrameDialog | null;
  isPaying: boolean;
  onOpen: (dialog: FrameDialog) => void;
  onClose: () => void;
}) {
  const permission = useTill((state) => state.permission ?? null);
  const dialog = isPaying ? null : wanted;
  const isTaken = isPaying || permission !== null || dialog !== null;
  return (
    <>
      {permission ? <PermissionDialog permission={permission} /> : null}
      <LinkTaken isHidden={isTaken} onLook={() => onOpen('this-screen')} />
      {dialog === 'shortcuts' ? <ShortcutList onClose={onClose} /> : null}
      {dialog === 'this-screen' ? <ThisScreen onClose={onClose} onOwnPin={() => onOpen('own-pin')} /> : null}
      {dialog === 'own-pin' ? <OwnPin onClose={onClose} /> : null}
    </>
  );
}
