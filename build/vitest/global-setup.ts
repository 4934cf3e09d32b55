import { ensureDerived } from '../scripts/parts/build.mjs';
import { keepInMemory } from '../scripts/parts/temporary.mjs';

/**
 * Builds what a test run needs of build/out, so that a single test file works in a clone where nothing was started yet; and what its
 * tests leave in temporary folders goes with it, as in `npm test`.
 */
export default async function setUp(): Promise<void> {
  keepInMemory();
  await ensureDerived(console.log);
}
