import type { JobDocument } from '../jobs.queries.ts'
import * as texts from './texts.ts'
import { useStepOf } from './use-step-of.ts'

/** The names of the outputs without which the job could not have completed. None while its step is not loaded. */
export function useRequiredOutputs(job: JobDocument): readonly string[] {
  const specifications = useStepOf(job)?.properties.OutputDataSlotSpecification ?? []
  return specifications.flatMap(({ Name, MinSlots }) => (MinSlots > 0 ? Name : []))
}

/** Why an output has no file. A completed job has written each required one, so it was deleted since. */
export function emptyOutput(state: JobDocument['properties']['State'], isRequired: boolean): string {
  if (state === 'Completed') return isRequired ? texts.deleted : texts.deletedOrNotWritten
  return state === 'Error' || state === 'Canceled' ? texts.noOutput : texts.notWrittenYet
}
