import type { UseQueryResult } from '@tanstack/react-query'
import type { StepDocument } from '#features/processing-steps/processing-steps.queries.ts'
import { EXECUTION_TEXTS } from '../texts.ts'
import * as texts from './texts.ts'

/** An error to show in place of the list, with a function to retry. */
export interface StepFailure {
  title: string
  error: Error
  retry: () => void
}

/**
 * Returns the reason why the step that runs workflows is unknown. Undefined if the step is known or is still loading. A
 * step that was loaded stays known, even if a refetch fails.
 */
export function stepFailure(
  { data: step, error }: Pick<UseQueryResult<StepDocument | null>, 'data' | 'error'>,
  retry: () => void,
): StepFailure | undefined {
  if (step) return undefined
  if (step === null) return { title: EXECUTION_TEXTS.noStep, error: new Error(EXECUTION_TEXTS.noStepDetail), retry }
  return error ? { title: texts.executionsCouldNotBeLoaded, error, retry } : undefined
}
