/** Keys that a browser handles unless the page does: new windows, addresses, downloads, printing, tools. */
function leavesThePage(event: KeyboardEvent): boolean {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
  if (/^(F\d+|Browser\w+|Launch\w+|Print\w*|Open|Save|New|Close|ContextMenu|Find|Help)$/.test(key)) return true;
  if (key === 'Escape') return shiftKey;
  // AltGr combinations are typing (@ on a German keyboard).
  if (event.getModifierState('AltGraph')) return false;
  return ctrlKey || altKey || metaKey;
}

/**
 * Disables the keys that would leave a kiosk's page. In a window without tabs (`--app`) Chromium gives the page every
 * key first. While no page is loaded, only the browser's policy can forbid them (`tillbridge kiosk-policy`).
 */
export function disableKioskKeys(page: Window, isKiosk: () => boolean): void {
  const refuse = (event: Event) => isKiosk() && event.preventDefault();
  page.addEventListener('keydown', (event) => leavesThePage(event) && refuse(event), { capture: true });
  for (const type of ['contextmenu', 'auxclick', 'dragstart', 'dragover', 'drop'])
    page.addEventListener(type, refuse, { capture: true });
  page.addEventListener('wheel', (event) => event.ctrlKey && refuse(event), { capture: true, passive: false });
}
