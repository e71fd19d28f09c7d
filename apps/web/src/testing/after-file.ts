import { setImmediate } from 'node:timers/promises'
import { afterAll, vi } from 'vitest'

/** Test files in one process share its globals and packages, but each has its own instances of the app’s modules. */
afterAll(async () => {
  vi.useRealTimers()
  // React may have work left that needs the globals that the file replaced.
  for (let turn = 0; turn < 3; turn++) await setImmediate()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
})
