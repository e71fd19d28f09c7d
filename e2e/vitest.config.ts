import { defineConfig } from 'vitest/config'

/** Journeys through the whole product, one per file: a real browser and a real launcher. Two files run at a time, because steps run at a low priority and need processors left. */
export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    globalSetup: ['setup.ts'],
    setupFiles: ['after-tests.ts'],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
