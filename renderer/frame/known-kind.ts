/**
 * Remembers whether this computer's till was last a kiosk: customers must not see the inside of the till while the host
 * is disconnected.
 */
const key = 'tillbridge.kiosk';

/** Also false when the browser stores nothing. */
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
    // A browser that stores nothing learns it once the host answers.
  }
}
