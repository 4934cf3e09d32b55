/**
 * Asks a child with a message channel to do what a signal would: on Windows a signal that is sent ends it at once, in the middle of a
 * payment and without a word. The same way everywhere, so that it is the one that is tested.
 * @param {import('node:child_process').ChildProcess} child
 * @param {'SIGINT' | 'SIGTERM' | 'SIGHUP'} signal
 */
export function ask(child, signal) {
  if (!child.connected) child.kill(signal);
  else if (signal === 'SIGINT') child.send('interrupt', () => {});
  else child.disconnect();
}
