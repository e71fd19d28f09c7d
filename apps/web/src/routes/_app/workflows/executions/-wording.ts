import * as texts from '#features/executions/detail/texts.ts'
import type { JobWording } from '#features/jobs/detail/job-errors.tsx'

/** The wording of pages about executions, including missing ones. */
export const EXECUTION_WORDING: JobWording = {
  list: texts.executions,
  path: '/workflows/executions',
  back: texts.backToExecutions,
  one: texts.execution,
  missing: texts.executionNotFound,
  failed: texts.theExecutionCouldNotBeLoaded,
}
