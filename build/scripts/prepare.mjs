/** Runs after `npm ci`: builds the generated files that are not in git and that an editor and every check need. */
import { ensureDerived } from './parts/build.mjs';

await ensureDerived(console.log);
