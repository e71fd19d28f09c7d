import { defineConfig } from 'vitest/config'
import { TAGS } from '../packages/tables/src/testing/long.ts'
import { LongestFirst } from '../scripts/longest-first.ts'

/**
 * Journeys through the whole product, one per file, with a real browser and a real launcher. Three files run at a time,
 * because pages often wait for jobs.
 */
export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    globalSetup: ['setup.ts'],
    setupFiles: ['after-tests.ts'],
    tags: TAGS,
    isolate: false,
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // Each poll takes several milliseconds of the page's time, so the interval is longer than Vitest's default.
    expect: { poll: { timeout: 75_000, interval: 200 } },
  },
})
