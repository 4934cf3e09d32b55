/** Caches compiled code between runs: a second start of a program takes a third of the time. */
import { join } from 'node:path';
import { out } from './paths.mjs';

/**
 * Makes this process's children store compiled files (types stripped) in build/out. A changed file is compiled again.
 * An existing NODE_COMPILE_CACHE is respected.
 */
export function keepCompiled() {
  process.env['NODE_COMPILE_CACHE'] ??= join(out, 'compile-cache');
}
