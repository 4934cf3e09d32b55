/**
 * Runs in the sandboxed page's isolated world. It passes on message ports and failure codes only: it exposes no API
 * that a page could call.
 */
import { ipcRenderer } from 'electron';
import { CHANNEL, PORT_MESSAGE, STOPPED_MESSAGE } from './channels.ts';

/** The page's globals that are used here (this module has no DOM types). */
interface Page {
  readonly location: { readonly origin: string };
  addEventListener(type: 'load', listener: () => void, options: { once: true }): void;
  postMessage(message: unknown, targetOrigin: string, transfer: unknown[]): void;
}
const page = globalThis as unknown as Page;

ipcRenderer.on(CHANNEL.hostPort, (event) => {
  const port = event.ports[0];
  // The origin must match exactly: a page of another origin, should the window ever load one, gets no port.
  if (port) page.postMessage(PORT_MESSAGE, page.location.origin, [port]);
});

ipcRenderer.on(CHANNEL.hostStopped, (_event, code: unknown) => {
  page.postMessage(`${STOPPED_MESSAGE}${String(code)}`, page.location.origin, []);
});

// At 'load' the page's own script has run and listens.
page.addEventListener('load', () => ipcRenderer.send(CHANNEL.pageReady), { once: true });
