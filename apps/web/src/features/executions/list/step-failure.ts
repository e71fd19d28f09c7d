import type { UseQueryResult } from '@tanstack/react-query'
import type { StepDocument } from '#features/processing-steps/processing-steps.queries.ts'
import { EXECUTION_TEXTS } from '../texts.ts'
import * as texts from './texts.ts'

/** An error to show in place of the list, and a way to try again. */
export interface StepFailure {
  title: string
  error: Error
  retry: () => void
}

/** Why the step that runs workflows is not known. One that was read stays known, also if it can’t be read again. */
export function stepFailure(
  { data: step, error }: Pick<UseQueryResult<StepDocument | null>, 'data' | 'error'>,
  retry: () => void,
): StepFailure | undefined {
  if (step) return undefined
  if (step === null) return { title: EXECUTION_TEXTS.noStep, error: new Error(EXECUTION_TEXTS.noStepDetail), retry }
  return error ? { title: texts.executionsCouldNotBeLoaded, error, retry } : undefined
}
