import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { hasInvisible, INVISIBLE_REFUSED } from './names.ts'

/**
 * The function manifest, in which a worker or the command line describes a processing step. The mix of snake_case and
 * camelCase keys is the public wire form and must not change.
 */
export const ManifestSlot = z.object({
  name: z.string().min(1).max(100),
  title: z.string().max(200).default(''),
  description: z.string().max(2000).default(''),
  mediatype: z.string().max(500).default(''),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  minSlots: z.int().min(0).default(1),
  maxSlots: z.int().min(1).nullable().default(1),
})
export type ManifestSlot = z.infer<typeof ManifestSlot>

/** A small file of an example: text, or bytes as base64. */
export const ExampleFile = z
  .strictObject({
    name: z.string().min(1).max(255),
    mediatype: z.string().max(200).optional(),
    text: z.string().max(100_000).optional(),
    base64: z.base64().max(140_000).optional(),
  })
  .refine(({ text, base64 }) => (text === undefined) !== (base64 === undefined), {
    error: 'A file of an example has either `text` or `base64`.',
  })
export type ExampleFile = z.infer<typeof ExampleFile>

/** A job that the page of a step offers to run at once, on files that it brings along. */
export const StepExample = z.strictObject({
  title: z.string().min(1).max(200),
  description: z.string().max(1000).default(''),
  parameters: z.record(z.string(), z.unknown()).default({}),
  /** Files by input slot. */
  inputs: z.record(z.string().max(100), z.array(ExampleFile).max(20).readonly()).default({}),
})
export type StepExample = z.infer<typeof StepExample>

export const VERSION_PATTERN = /^\d+(\.\d+){0,2}(-[0-9A-Za-z.-]+)?$/

export const Version = z
  .string()
  .max(40)
  .regex(VERSION_PATTERN, 'Expected a version of one to three numbers, such as 1.4.0, with an optional -suffix.')

export const FunctionName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z_][A-Za-z0-9_.-]*$/, 'Use only letters, digits, “_”, “.” and “-”. Start with a letter or “_”.')

const Described = z.object({
  version: Version,
  function_name: FunctionName,
  title: z
    .string()
    .max(200)
    .refine((title) => !hasInvisible(title), `The title ${INVISIBLE_REFUSED}`)
    .optional(),
  short_description: z.string().max(1000).nullish(),
  long_description: z.string().max(50_000).nullish(),
  parameters: z.record(z.string(), z.unknown()).nullable().default(null),
  returns: z.record(z.string(), z.unknown()).nullable().default(null),
  input_dataslots: z.array(ManifestSlot).max(50).default([]),
  output_dataslots: z.array(ManifestSlot).max(50).default([]),
  procon_version: z.string().max(40).nullish(),
  /** Our addition, optional: how long one attempt of a job may run. The owner’s plan may allow less. */
  time_limit_seconds: z.int().min(1).max(LIMITS.jobSecondsMax).nullish(),
  /**
   * Our addition, optional: whether the same version with the same parameters and input files always returns the same
   * value and writes the same files. Only then are finished runs reused.
   */
  deterministic: z.boolean().optional(),
  /** Our addition, optional: tags that the step has from its first registration. */
  tags: z.array(z.string().max(1024)).max(100).optional(),
  /** Our additions, optional: how the step is found and shown. */
  categories: z.array(z.string().min(1).max(60)).max(10).optional(),
  /** What people want to do with the step, in their words, such as “average per month”. Search finds it. */
  tasks: z.array(z.string().min(1).max(100)).max(50).optional(),
  /** The name of an icon. A name that the interface does not know shows the default one. */
  icon: z.string().max(60).optional(),
  /** Output slots, and names of returned values, that the page of a job shows first. */
  show_first: z.array(z.string().max(100)).max(50).optional(),
  examples: z.array(StepExample).max(10).optional(),
})

export const Manifest = Described.check(({ value, issues }) => {
  for (const { path, message } of faultsOfExamples(value)) {
    issues.push({ code: 'custom', input: value.examples, path, message })
  }
})
export type Manifest = z.infer<typeof Manifest>

/** Faults of examples that could not start: a required input has no file, or the step has no such input. */
function* faultsOfExamples({ examples = [], input_dataslots: slots }: z.infer<typeof Described>) {
  const names = slots.map(({ name }) => `“${name}”`).join(', ') || 'none'
  for (const [at, { inputs }] of examples.entries()) {
    const path = ['examples', at, 'inputs']
    for (const name of Object.keys(inputs)) {
      if (slots.some((slot) => slot.name === name)) continue
      yield { path: [...path, name], message: `The step has no input “${name}”. Its inputs: ${names}.` }
    }
    for (const { name, minSlots, maxSlots } of slots) {
      const files = Object.hasOwn(inputs, name) ? (inputs[name]?.length ?? 0) : 0
      if (files >= minSlots && files <= (maxSlots ?? files)) continue
      const least = `${minSlots} ${minSlots === 1 ? 'file' : 'files'}`
      const wanted = minSlots === maxSlots ? least : `${least} or more${maxSlots === null ? '' : `, up to ${maxSlots}`}`
      yield { path, message: `The input “${name}” takes ${wanted}, and the example has ${files}.` }
    }
  }
}
