/**
 * Preloaded into each process that `nodeForker` starts (`--import`). When the channel to the starter closes, because
 * the starter ended or was killed, this process ends too: first as on SIGTERM, then, without effect, at once. So a
 * killed shell leaves no process behind, whatever a program does about its channel. It polls instead of listening for
 * 'disconnect', because a listener would keep an otherwise finished process alive.
 */
const POLL_EVERY_MS = 250;
const GRACE_MS = 5_000;

const timer = setInterval(() => {
  if (process.connected) return;
  clearInterval(timer);
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  // The signal is emitted, not sent: this also works on Windows and runs the handlers of the program.
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(0);
}, POLL_EVERY_MS);
timer.unref();
