import { ensureDerived } from '../scripts/parts/build.mjs';
import { keepInMemory } from '../scripts/parts/temporary.mjs';

/**
 * Builds the parts of build/out that a test run needs, so that a single test file works in a fresh clone. Temporary
 * folders of tests are deleted with the process, as in `npm test`.
 */
export default async function setUp(): Promise<void> {
  keepInMemory();
  await ensureDerived(console.log);
}
