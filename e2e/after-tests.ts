import { afterAll, afterEach } from 'vitest'
import { endFile, endTest } from './browser.ts'

// Runs for each file, unlike modules that files import, which those of one process share.
afterEach(endTest)
afterAll(endFile)
