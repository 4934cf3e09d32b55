/**
 * Asks a child process with a message channel to do what a signal would. On Windows a sent signal kills it at once,
 * possibly during a payment. All systems use the channel, so that the tested way is the one in use.
 * @param {import('node:child_process').ChildProcess} child
 * @param {'SIGINT' | 'SIGTERM' | 'SIGHUP'} signal
 */
export function ask(child, signal) {
  if (!child.connected) child.kill(signal);
  else if (signal === 'SIGINT') child.send('interrupt', () => {});
  else child.disconnect();
}
