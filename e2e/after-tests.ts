import { afterAll, afterEach } from 'vitest'
import { endFile, endTest } from './browser.ts'

// As a setup file, this module runs once for each test file. Modules that test files import are loaded only once per
// process, so hooks in such a module would not run for every file.
afterEach(endTest)
afterAll(endFile)
