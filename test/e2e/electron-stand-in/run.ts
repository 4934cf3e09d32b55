/**
 * Replaces Electron's binary: `run.ts APP-FOLDER [flags]` runs the app's real main program with a substitute for the
 * module `electron`.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const standIn = pathToFileURL(join(import.meta.dirname, 'electron.ts')).href;
registerHooks({
  resolve: (name, context, next) => (name === 'electron' ? { url: standIn, shortCircuit: true } : next(name, context)),
});

const [program = '', , folder = '', ...flags] = process.argv;
process.argv = [program, resolve(folder), ...flags];
const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { main: string };
await import(pathToFileURL(join(resolve(folder), main)).href);
