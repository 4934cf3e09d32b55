/**
 * Loads the engine with one deliberate break (mutations.ts), named in TILLBRIDGE_MUTATION. Use it with `node --import`.
 * A break whose place is not found is an error: a stale list must not count as a caught break.
 */
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { mutations } from './mutations.ts';

const name = process.env['TILLBRIDGE_MUTATION'];
const mutation = mutations.find((one) => one.name === name);
if (!mutation) throw new Error(`There is no mutation ${name}`);
const root = fileURLToPath(new URL('../../', import.meta.url));

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.startsWith('file:') || fileURLToPath(url) !== `${root}${mutation.file}`) return loaded;
    let source = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source ?? []).toString();
    for (const [find, replace] of mutation.changes) {
      if (source.split(find).length !== 2) throw new Error(`${mutation.name}: "${find}" is not there exactly once`);
      source = source.replace(find, () => replace);
    }
    return { ...loaded, source };
  },
});
