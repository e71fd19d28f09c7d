import { defineConfig } from 'vitest/config'

/** Journeys through the whole product, one per file: a real browser and a real launcher, run one at a time. */
export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    globalSetup: ['setup.ts'],
    fileParallelism: false,
    // CI may repeat a failed journey once, and the report lists it. Locally a journey must pass the first time.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
