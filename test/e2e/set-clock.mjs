/**
 * Preloaded into the till's processes if a story sets the clock of the till's computer: shifts the wall clock by the
 * milliseconds in the file. Timers are unaffected, as on a real computer. The sandbox keeps the true time, because a
 * real platform does not use the till's clock.
 */
import { readFileSync } from 'node:fs';

const file = process.env['TILLBRIDGE_STORY_CLOCK'];
if (file && !/[\\/]sandbox[\\/]/.test(process.argv[1] ?? '')) {
  let offMs = 0;
  const read = () => {
    try {
      offMs = Number(readFileSync(file, 'utf8'));
    } catch {
      // The story has not set the clock yet.
    }
  };
  read();
  setInterval(read, 50).unref();
  const RealDate = Date;
  const now = () => RealDate.now() + offMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
