/** Compiled code between runs: a program of ours starts in a third of the time once it has been started before. */
import { join } from 'node:path';
import { out } from './paths.mjs';

/**
 * Has this process's children keep what Node made of each file (types stripped, compiled) in build/out. A file that has
 * changed is compiled anew. Somebody's own setting of NODE_COMPILE_CACHE stands.
 */
export function keepCompiled() {
  process.env['NODE_COMPILE_CACHE'] ??= join(out, 'compile-cache');
}
