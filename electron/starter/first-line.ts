/** The first line of sandbox and simulator, with which they report that they are ready. */
import type { Failure } from '../contract/index.ts';
import { lineReader, type ProcessName, type StartedProcess } from '../config/index.ts';
import { helperFailureSchema } from './protocol.ts';

/** Reads the JSON line with which sandbox and simulator report that they are ready, or why they cannot start. */
export function watchFirstLine<R>(
  child: StartedProcess,
  name: ProcessName,
  parse: (json: unknown) => R,
  ready: (message: R) => void,
  fail: (failure: Failure) => void,
): void {
  let isFirst = true;
  child.onStdout(
    lineReader((line) => {
      if (!isFirst) return;
      isFirst = false;
      let message: R;
      try {
        const json: unknown = JSON.parse(line);
        const refused = helperFailureSchema.safeParse(json);
        if (refused.success) return fail(refused.data.failure);
        message = parse(json);
      } catch {
        // The line is not quoted, because the sandbox's line contains a password.
        fail({ code: 'HOST_INTERNAL', message: `The first line of the ${name} cannot be read` });
        child.kill('SIGKILL');
        return;
      }
      ready(message);
    }),
  );
}
