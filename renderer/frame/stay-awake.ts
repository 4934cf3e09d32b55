/**
 * Keeps the screen on while the till is in front, on every system: browsers let go of the lock with each change of the tab, so it
 * is taken again. Where a browser has none, or the computer refuses (an empty battery), the system's own rule holds.
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
