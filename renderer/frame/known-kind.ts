/** Whether this computer's till was a kiosk when it was last heard: nobody near it is shown the inside of the till. */
const key = 'tillbridge.kiosk';

/** False too where nothing is kept. */
export function wasKiosk(): boolean {
  try {
    return window.localStorage.getItem(key) === 'yes';
  } catch {
    return false;
  }
}

export function keepKind(isKiosk: boolean): void {
  if (wasKiosk() === isKiosk) return;
  try {
    if (isKiosk) window.localStorage.setItem(key, 'yes');
    else window.localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing knows as soon as the host is heard.
  }
}
