/**
 * Preloaded into the till's own processes where a story sets the clock of its computer: the wall clock is off by what the
 * file says, milliseconds. Timers go on as they were, as they do on a real one. The sandbox, a platform far away, keeps its own.
 */
import { readFileSync } from 'node:fs';

const file = process.env['TILLBRIDGE_STORY_CLOCK'];
if (file && !/[\\/]sandbox[\\/]/.test(process.argv[1] ?? '')) {
  let offMs = 0;
  const read = () => {
    try {
      offMs = Number(readFileSync(file, 'utf8'));
    } catch {
      // Nobody has set it yet.
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
