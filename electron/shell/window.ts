import { BrowserWindow, type BrowserWindowConstructorOptions, type Session, type WebContents } from 'electron';
import { APP_ORIGIN, APP_SCHEME, APP_URL } from './app-protocol.ts';

export interface WindowOptions {
  /** Absolute path of the built preload script. */
  readonly preload: string;
  readonly isKiosk: boolean;
  /** Developer tools are for development builds; a shipped till has none. */
  readonly hasDevTools: boolean;
}

/**
 * Window options. Every option that confines the page is set explicitly, so that a changed default cannot loosen it.
 * Pure.
 */
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

/** Opens the window; `onMade` is called before anything is loaded. Resolves when the UI is loaded. */
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

/** Refuses every way out of the page: navigation, redirects, frames, new windows, embedded browsers. */
export function lockIn(contents: WebContents): void {
  const refuse = (event: { preventDefault(): void }) => event.preventDefault();
  contents.on('will-navigate', refuse);
  contents.on('will-redirect', refuse);
  contents.on('will-frame-navigate', refuse);
  contents.on('will-attach-webview', refuse);
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/**
 * Denies the page all permissions, devices and network access: it communicates only through the port. `savesFiles`: it
 * may offer a file that it made for saving; never on a kiosk, whose guests would get a file dialog.
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

/** True for a receipt or a list that the till's page created; false for foreign and executable files. Pure. */
export function isOwnFile(url: string, mimeType: string): boolean {
  return url.startsWith(`blob:${APP_ORIGIN}/`) && (mimeType === 'application/pdf' || mimeType === 'text/csv');
}

/** True for the till's own scheme, and for requests of Chromium's developer tools. Pure. */
function isAllowedRequest(url: string): boolean {
  return (
    url.startsWith(`${APP_ORIGIN}/`) ||
    url.startsWith(`blob:${APP_ORIGIN}/`) ||
    url.startsWith('devtools:') ||
    url.startsWith('data:image/')
  );
}

/** True if a message comes from the main frame of a till's window, on the till's origin. */
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
