/**
 * Preloaded into every process that `nodeForker` starts (`--import`). When the channel to the starter closes, because
 * the starter ended or was killed, this process ends too: first as on SIGTERM, then, if that does nothing, at once.
 * So a killed shell leaves nothing behind, whatever the program itself does about its channel.
 *
 * It looks instead of listening for 'disconnect': a listener would keep a process alive that has nothing else to do.
 */
const LOOK_EVERY_MS = 250;
const GRACE_MS = 5_000;

const look = setInterval(() => {
  if (process.connected) return;
  clearInterval(look);
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  // Emitted, not sent: this works on Windows too and runs the program's own handlers where it has them.
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(0);
}, LOOK_EVERY_MS);
look.unref();
