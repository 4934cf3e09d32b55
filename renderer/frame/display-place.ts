/** The customer display: the same page, at an address of its own. */
const displayHash = '#/display';

/** True where this page is a customer's. It stays what it was loaded as. */
export const isDisplayHash = (hash: string): boolean => hash === displayHash;

/** One window, however often it is asked for. In Electron the shell sees the request and opens a window of its own. */
export function openDisplay(): void {
  window.open(displayHash, 'tillbridge-display', 'popup,width=1280,height=800');
}
