import type { JsonSchema } from '@millrace/parameters/json-schema'
import type { StepSlot, StepVersion } from '@millrace/workflows/steps'
import type { RunnableStep } from '#features/processing-steps/engine-steps.service.ts'

/** Converts a step to the form that workflow checks use. */
export function asVersion(step: RunnableStep): StepVersion & { id: string } {
  const slot = ({ Name, MediaType, MinSlots, MaxSlots }: RunnableStep['inputSlots'][number]): StepSlot => ({
    name: Name,
    mediaType: MediaType,
    minSlots: MinSlots,
    maxSlots: MaxSlots,
  })
  const { id, functionName, version, rank, parameterSchema, inputSlots, outputSlots } = step
  const parameters = (parameterSchema ?? undefined) as JsonSchema | undefined
  return { id, functionName, version, rank, parameters, inputs: inputSlots.map(slot), outputs: outputSlots.map(slot) }
}
