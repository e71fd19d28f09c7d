import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { TAGS } from './packages/tables/src/testing/long.ts'
import { LongestFirst } from './scripts/longest-first.ts'

/** All tests except the browser journeys (e2e/vitest.config.ts). Test files that use a database clone a template. */
export default defineConfig({
  test: {
    // Tests often wait for the database or another process, so there are more workers than processors. With more than
    // three, no processor time would be left for the conformance tests' steps, which run at low priority.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['packages/*/src/**/*.test.ts', 'apps/{server,worker}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['packages/db/src/testing/global-setup.ts', 'packages/dispatch/src/testing/global-setup.ts'],
          setupFiles: ['scripts/property-seed.ts', 'scripts/own-flags.ts'],
          tags: TAGS,
          isolate: false,
          // Requests leave many short-lived objects behind. Less frequent garbage collection saves a tenth of the
          // processor time.
          execArgv: ['--max-semi-space-size=64'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        root: 'apps/web',
        test: {
          name: 'web',
          environment: 'node',
          include: ['{src,bundling}/**/*.test.{ts,tsx}'],
          tags: TAGS,
          setupFiles: [join(import.meta.dirname, 'apps/web/src/testing/after-file.ts')],
          isolate: false,
        },
      },
    ],
  },
})
