import type { Manifest } from '@millrace/contracts/manifest'
import type { Slot, Step, StepExample } from './define-step.ts'

/** Returns the manifest with which a worker registers a step. */
export function manifestOf(step: Step): Manifest {
  return {
    version: step.version,
    function_name: step.functionName,
    title: step.title,
    short_description: step.shortDescription ?? null,
    long_description: step.longDescription ?? null,
    parameters: step.parameters ? schemaOf(step.parameters) : null,
    returns: step.returns ?? null,
    input_dataslots: (step.inputs ?? []).map(slotOf),
    output_dataslots: (step.outputs ?? []).map(slotOf),
    time_limit_seconds: step.timeLimitSeconds ?? null,
    deterministic: step.deterministic ?? false,
    tags: [...(step.tags ?? [])],
    ...shownAs(step),
  }
}

function shownAs({ categories, tasks, icon, showFirst, examples }: Step): Partial<Manifest> {
  return {
    ...(categories && { categories: [...categories] }),
    ...(tasks && { tasks: [...tasks] }),
    ...(icon && { icon }),
    ...(showFirst && { show_first: [...showFirst] }),
    ...(examples && { examples: examples.map(exampleOf) }),
  }
}

function exampleOf({ title, description, parameters, inputs }: StepExample): NonNullable<Manifest['examples']>[number] {
  return { title, description: description ?? '', parameters: { ...parameters }, inputs: { ...inputs } }
}

function schemaOf(parameters: NonNullable<Step['parameters']>): Record<string, unknown> {
  return { title: 'Parameters', additionalProperties: false, ...parameters }
}

function slotOf(slot: Slot): Manifest['input_dataslots'][number] {
  return {
    name: slot.name,
    title: slot.title ?? '',
    description: slot.description ?? '',
    mediatype: slot.mediaType ?? '',
    minSlots: slot.min ?? 1,
    maxSlots: slot.max === undefined ? 1 : slot.max,
  }
}
