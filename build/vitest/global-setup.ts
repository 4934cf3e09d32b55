import { ensureBuilt, validatorsBuild } from '../scripts/parts/build.mjs';

/** Builds what a test run needs of build/out, so that a single test file works in a clone where nothing was started yet. */
export default async function setUp(): Promise<void> {
  await ensureBuilt(validatorsBuild, console.log);
}
