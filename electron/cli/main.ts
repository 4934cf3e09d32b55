/** The command line as a process: with the process's own streams, environment and signals. */
import { interruptsByMessage } from '../starter/index.ts';
import { run } from './run.ts';

// A start script sends interrupts through its channel, and its end counts as SIGTERM. The channel does not keep a
// finished command running.
if (process.send) {
  interruptsByMessage(process);
  process.on('disconnect', () => process.emit('SIGTERM', 'SIGTERM'));
  process.channel?.unref();
}

const exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  onInterrupt(listener) {
    process.on('SIGINT', listener);
    process.on('SIGTERM', listener);
    return () => {
      process.off('SIGINT', listener);
      process.off('SIGTERM', listener);
    };
  },
  quit: (code) => process.exit(code),
});
// Node takes a moment to exit by itself. A Ctrl+C in that moment, or an echo of it, would kill the process and lose the
// exit code.
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))));
process.exit(exitCode);
