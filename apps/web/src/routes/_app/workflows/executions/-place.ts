import * as texts from '#features/executions/detail/texts.ts'
import type { JobPlace } from '#features/jobs/detail/job-gone.tsx'

/** How pages call executions that do not exist. */
export const EXECUTIONS: JobPlace = {
  list: texts.executions,
  path: '/workflows/executions',
  back: texts.backToExecutions,
  one: texts.execution,
  missing: texts.executionNotFound,
  failed: texts.theExecutionCouldNotBeLoaded,
}
