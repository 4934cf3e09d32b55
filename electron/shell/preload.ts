/**
 * Runs in the sandboxed page's isolated world. It passes message ports and failure codes on and nothing else: no API is exposed, so there is
 * nothing for a page to call.
 */
import { ipcRenderer } from 'electron';
import { CHANNEL, PORT_MESSAGE, STOPPED_MESSAGE } from './channels.ts';

/** The page's globals, as far as they are used here (this module has no DOM types). */
interface Page {
  readonly location: { readonly origin: string };
  addEventListener(type: 'load', listener: () => void, options: { once: true }): void;
  postMessage(message: unknown, targetOrigin: string, transfer: unknown[]): void;
}
const page = globalThis as unknown as Page;

ipcRenderer.on(CHANNEL.hostPort, (event) => {
  const port = event.ports[0];
  // The exact origin: should anything else ever be loaded here, it gets no port.
  if (port) page.postMessage(PORT_MESSAGE, page.location.origin, [port]);
});

ipcRenderer.on(CHANNEL.hostStopped, (_event, code: unknown) => {
  page.postMessage(`${STOPPED_MESSAGE}${String(code)}`, page.location.origin, []);
});

// By 'load' the page's own script has run and listens.
page.addEventListener('load', () => ipcRenderer.send(CHANNEL.pageReady), { once: true });
