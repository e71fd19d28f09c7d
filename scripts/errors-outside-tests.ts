import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/**
 * Writes errors that belong to no test to the file `ERRORS_FILE`: unhandled rejections, and processes that exited
 * early. Vitest’s JSON report does not include them.
 */
export default class ErrorsOutsideTests implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    if (process.env.ERRORS_FILE) writeFileSync(process.env.ERRORS_FILE, JSON.stringify(errors.map(describe)))
  }
}

/** Formats the message, the test file that was running, and the first lines of the stack. */
function describe({ message, stack = '', VITEST_TEST_PATH }: SerializedError): string {
  const places = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  return [message, `while ${VITEST_TEST_PATH} ran`, ...places.slice(0, 5).map((line) => line.trim())].join('\n      ')
}
