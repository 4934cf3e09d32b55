/**
 * Keeps the screen on while the till is visible. Browsers release the lock with each change of the tab, so it is
 * requested again. Without a lock, or when the computer refuses it (low battery), the system's own rule applies.
 */
export function stayAwake({ document, navigator }: Pick<Window, 'document' | 'navigator'>): void {
  if (!('wakeLock' in navigator)) return;
  let lock: WakeLockSentinel | null = null;
  const take = async () => {
    if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
    lock = await navigator.wakeLock.request('screen').catch(() => null);
  };
  document.addEventListener('visibilitychange', () => void take());
  void take();
}
