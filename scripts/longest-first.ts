import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that are small but take a long time. Vitest starts the largest files first, so these small files would run
 * last, while other processors are idle.
 */
const LONG =
  /\/(every-table|large-tables|gzip-tables|decompressed-file|query-previews|first-administrator)\.test\.ts$|\/(long-names|weak-connection|workflow-from-scratch)\.e2e\.ts$/

/** Sorts test files so that those that take the longest run first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return LONG.test(moduleId)
}
