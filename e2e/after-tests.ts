import { afterAll, afterEach } from 'vitest'
import { endFile, endTest } from './browser.ts'

// Runs for each file, unlike modules that files import, which are shared by all files of a process.
afterEach(endTest)
afterAll(endFile)
