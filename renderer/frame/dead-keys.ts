/** Keys that a browser takes for itself where the page does not: new windows, addresses, downloads, printing, tools. */
function leavesThePage(event: KeyboardEvent): boolean {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
  if (/^(F\d+|Browser\w+|Launch\w+|Print\w*|Open|Save|New|Close|ContextMenu|Find|Help)$/.test(key)) return true;
  if (key === 'Escape') return shiftKey;
  // What is written with the third level of a keyboard (@ on a German one) is writing.
  if (event.getModifierState('AltGraph')) return false;
  return ctrlKey || altKey || metaKey;
}

/**
 * Takes the keys away by which a guest would leave a kiosk's page. In a window without tabs (`--app`) Chromium gives the page every
 * key first. What happens while no page is loaded is the browser's policy to forbid (`tillbridge kiosk-policy`).
 */
export function deadenKeys(page: Window, isKiosk: () => boolean): void {
  const refuse = (event: Event) => isKiosk() && event.preventDefault();
  page.addEventListener('keydown', (event) => leavesThePage(event) && refuse(event), { capture: true });
  for (const type of ['contextmenu', 'auxclick', 'dragstart', 'dragover', 'drop'])
    page.addEventListener(type, refuse, { capture: true });
  page.addEventListener('wheel', (event) => event.ctrlKey && refuse(event), { capture: true, passive: false });
}
