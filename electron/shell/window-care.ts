import type { BrowserWindow } from 'electron';

/** Grace period after Chromium reports a hung page: some pages only compute for a moment. */
const HANGS_MS = 10_000;
/** Crashes within half a minute after which the page is loaded with a delay, to spare the processor. */
const QUICK_CRASHES = 3;
const QUICK_MS = 30_000;
const SLOWED_MS = 5_000;

/**
 * Loads a window's page again when its process has ended (killed, out of memory, "Aw, Snap!") or hangs. The host is not
 * involved: payments run there, and the page only shows them.
 */
export function careForPage(
  window: BrowserWindow,
  { isOver, onGone }: { isOver: () => boolean; onGone: () => void },
): void {
  const { webContents } = window;
  let crashes: readonly number[] = [];
  let hanging: NodeJS.Timeout | undefined;
  const reload = () => {
    if (!isOver() && !window.isDestroyed()) webContents.reload();
  };
  webContents.on('render-process-gone', () => {
    clearTimeout(hanging);
    onGone();
    const now = performance.now();
    crashes = [...crashes.filter((at) => now - at < QUICK_MS), now];
    if (crashes.length <= QUICK_CRASHES) reload();
    else setTimeout(reload, SLOWED_MS).unref();
  });
  window.on('unresponsive', () => {
    clearTimeout(hanging);
    hanging = setTimeout(() => {
      if (!isOver() && !window.isDestroyed()) webContents.forcefullyCrashRenderer();
    }, HANGS_MS);
    hanging.unref();
  });
  window.on('responsive', () => clearTimeout(hanging));
  window.on('closed', () => clearTimeout(hanging));
}
