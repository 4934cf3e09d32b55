import { useCallback, useRef, useState } from 'react';
import { lazyWithRetry } from '../components/lazy-with-retry.ts';
import { useTill } from '../store/index.ts';

// Loaded on demand: a sale does not need these dialogs.
const ShortcutList = lazyWithRetry(async () => (await import('./shortcut-list.tsx')).ShortcutList);
const ThisScreen = lazyWithRetry(async () => (await import('./this-screen.tsx')).ThisScreen);
const OwnPin = lazyWithRetry(async () => (await import('./own-pin.tsx')).OwnPin);
const LinkTaken = lazyWithRetry(async () => (await import('./link-taken-dialog.tsx')).LinkTaken);

const PermissionDialog = lazyWithRetry(async () => (await import('./permission-dialog.tsx')).PermissionDialog);

export type FrameDialog = 'shortcuts' | 'this-screen' | 'own-pin';

/** Returns the open dialog, and opens a dialog. Closing it returns the focus to its previous place. */
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
    // The open dialog holds the focus, so return the focus after it has closed.
    setTimeout(() => {
      if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
    });
  }, []);
  return { dialog, openDialog, closeDialog };
}

/** The open dialog, loaded on demand. Only a request for a permission may cover a running payment. */
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
      <LinkTaken isHidden={isTaken} onShowSessions={() => onOpen('this-screen')} />
      {dialog === 'shortcuts' ? <ShortcutList onClose={onClose} /> : null}
      {dialog === 'this-screen' ? <ThisScreen onClose={onClose} onOwnPin={() => onOpen('own-pin')} /> : null}
      {dialog === 'own-pin' ? <OwnPin onClose={onClose} /> : null}
    </>
  );
}
