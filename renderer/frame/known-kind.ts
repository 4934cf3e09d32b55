/** Stores whether this till was last a kiosk: while disconnected, its customers must not see a cashier's screen. */
const key = 'tillbridge.kiosk';

/** True if this till was last a kiosk; false also if the browser stores nothing. */
export function wasKioskPage(): boolean {
  try {
    return window.localStorage.getItem(key) === 'yes';
  } catch {
    return false;
  }
}

export function storeKioskPage(isKiosk: boolean): void {
  if (wasKioskPage() === isKiosk) return;
  try {
    if (isKiosk) window.localStorage.setItem(key, 'yes');
    else window.localStorage.removeItem(key);
  } catch {
    // If the browser stores nothing, the kind is unknown until the host answers.
  }
}
