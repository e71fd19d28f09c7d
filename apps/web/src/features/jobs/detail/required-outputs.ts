import type { JobDocument } from '../jobs.queries.ts'
import * as texts from './texts.ts'
import { useStepOf } from './use-step-of.ts'

/** Returns the names of the outputs that a completed job must have written. Empty until the job's step is loaded. */
export function useRequiredOutputs(job: JobDocument): readonly string[] {
  const specifications = useStepOf(job)?.properties.OutputDataSlotSpecification ?? []
  return specifications.flatMap(({ Name, MinSlots }) => (MinSlots > 0 ? Name : []))
}

/**
 * Says why an output has no file. A completed job has written all required outputs, so a missing one has since been
 * deleted.
 */
export function emptyOutput(state: JobDocument['properties']['State'], isRequired: boolean): string {
  if (state === 'Completed') return isRequired ? texts.deleted : texts.deletedOrNotWritten
  return state === 'Error' || state === 'Canceled' ? texts.noOutput : texts.notWrittenYet
}
