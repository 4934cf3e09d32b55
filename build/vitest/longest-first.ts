import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longest } from '../scripts/parts/larger.mjs';

const isLong = ({ moduleId }: TestSpecification): boolean => longest.some((path) => moduleId.endsWith(`/${path}`));

/** Vitest knows from an earlier run which files take long; in a fresh clone it goes by their size, which says little. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
