import { setImmediate } from 'node:timers/promises'
import { afterAll, vi } from 'vitest'

/** The files of one process share its globals and the packages. Each has the modules of the web app for itself. */
afterAll(async () => {
  vi.useRealTimers()
  // React may have work left, which needs what the file put in place.
  for (let turn = 0; turn < 3; turn++) await setImmediate()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
})
