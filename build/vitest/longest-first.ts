import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { recordedSeconds } from '../scripts/parts/durations.mjs';
import { root } from '../scripts/parts/paths.mjs';

const seconds = recordedSeconds();
const secondsOf = ({ moduleId }: TestSpecification): number =>
  seconds[relative(root, moduleId).replaceAll('\\', '/')] ?? 0;

/**
 * Sorts files by duration: a long file that begins last would run on alone. Vitest stores only durations of earlier
 * runs in this folder; the record also works in a fresh clone.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => secondsOf(b) - secondsOf(a));
  }
}
