import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import { readSchema } from '@millrace/parameters/json-schema'
import type { StepSlot, StepVersion } from '@millrace/workflows/steps'
import type { StepDocument } from '#features/processing-steps/processing-steps.queries.ts'

/** Returns the properties of steps that validation needs, from their documents. */
export function stepVersionsOf(steps: readonly StepDocument[]): StepVersion[] {
  return steps.map(({ properties }) => ({
    functionName: properties.FunctionName,
    version: properties.Version,
    parameters: readSchema(properties.ParameterSchema),
    inputs: (properties.InputDataSlotSpecification ?? []).map(slotOf),
    outputs: (properties.OutputDataSlotSpecification ?? []).map(slotOf),
  }))
}

function slotOf({ Name, MediaType, MinSlots, MaxSlots }: DataSlotSpecification): StepSlot {
  return { name: Name, mediaType: MediaType, minSlots: MinSlots, maxSlots: MaxSlots }
}
