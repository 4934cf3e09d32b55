/** After `npm ci`: builds the files that git leaves out and that an editor and every check need. */
import { ensureDerived } from './parts/build.mjs';

await ensureDerived(console.log);
