/** Address of the customer display, which is the same page. */
const displayHash = '#/display';

/** True when this page is a customer display. A page keeps its kind until it is reloaded. */
export const isDisplayHash = (hash: string): boolean => hash === displayHash;

/** Opens the display's window, or reuses it. In Electron the shell intercepts the request and opens its own window. */
export function openDisplay(): void {
  window.open(displayHash, 'tillbridge-display', 'popup,width=1280,height=800');
}
