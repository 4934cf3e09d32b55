import { BrowserWindow, type BrowserWindowConstructorOptions, type Session, type WebContents } from 'electron';
import { APP_ORIGIN, APP_SCHEME, APP_URL } from './app-protocol.ts';

export interface WindowOptions {
  /** Absolute path of the built preload script. */
  readonly preload: string;
  readonly isKiosk: boolean;
  /** Developer tools are for development builds; a shipped till has none. */
  readonly hasDevTools: boolean;
}

/** Every option that keeps the page in its place, written out, so that a changed default cannot loosen it. Pure. */
export function windowOptions({ preload, isKiosk, hasDevTools }: WindowOptions): BrowserWindowConstructorOptions {
  return {
    show: false,
    width: 1280,
    height: 800,
    minWidth: 320,
    minHeight: 400,
    title: 'Tillbridge',
    backgroundColor: '#E6E9EA',
    autoHideMenuBar: true,
    kiosk: isKiosk,
    fullscreen: isKiosk,
    frame: !isKiosk,
    closable: !isKiosk,
    minimizable: !isKiosk,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: hasDevTools,
    },
  };
}

/** Opens the one window; `onMade` is called before anything is loaded. Resolves when the UI is loaded. */
export async function openWindow(
  options: WindowOptions,
  onMade: (window: BrowserWindow) => void,
): Promise<BrowserWindow> {
  const window = new BrowserWindow(windowOptions(options));
  onMade(window);
  window.once('ready-to-show', () => window.show());
  await window.loadURL(APP_URL);
  return window;
}

/** No page leads anywhere: no navigation, no redirect, no frame, no new window, no embedded browser. */
export function lockIn(contents: WebContents): void {
  const refuse = (event: { preventDefault(): void }) => event.preventDefault();
  contents.on('will-navigate', refuse);
  contents.on('will-redirect', refuse);
  contents.on('will-frame-navigate', refuse);
  contents.on('will-attach-webview', refuse);
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/**
 * The page may ask for nothing, see no device, and reach no network: everything it needs comes through the port.
 * `savesFiles`: it may hand the person a file it made; never on a kiosk, whose visitors would get a dialog over files.
 */
export function lockSession(session: Session, { savesFiles }: { savesFiles: boolean }): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler(null);
  session.on('select-serial-port', (event, _ports, _contents, answer) => {
    event.preventDefault();
    answer('');
  });
  session.on('select-hid-device', (event, _details, answer) => {
    event.preventDefault();
    answer('');
  });
  session.on('select-usb-device', (event, _details, answer) => {
    event.preventDefault();
    answer('');
  });
  session.on('will-download', (event, item) => {
    if (!savesFiles || !isOwnFile(item.getURL(), item.getMimeType())) event.preventDefault();
  });
  session.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !isAllowedRequest(details.url) });
  });
}

/** A receipt or a list that our own page made: nothing from elsewhere, nothing that runs. Pure. */
export function isOwnFile(url: string, mimeType: string): boolean {
  return url.startsWith(`blob:${APP_ORIGIN}/`) && (mimeType === 'application/pdf' || mimeType === 'text/csv');
}

/** Our own scheme, and what Chromium itself needs to show developer tools. Pure. */
function isAllowedRequest(url: string): boolean {
  return (
    url.startsWith(`${APP_ORIGIN}/`) ||
    url.startsWith(`blob:${APP_ORIGIN}/`) ||
    url.startsWith('devtools:') ||
    url.startsWith('data:image/')
  );
}

/** What every page that asks us something must be: our window's main frame, on our origin. */
export function isTrustedSender(
  event: { sender: WebContents; senderFrame: { url: string; parent: unknown } | null },
  window: BrowserWindow | null,
): boolean {
  const frame = event.senderFrame;
  if (!window || window.isDestroyed() || event.sender !== window.webContents || !frame || frame.parent !== null) {
    return false;
  }
  try {
    const url = new URL(frame.url);
    return url.protocol === `${APP_SCHEME}:` && `${url.protocol}//${url.host}` === APP_ORIGIN;
  } catch {
    return false;
  }
}
