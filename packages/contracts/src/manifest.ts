import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { hasInvisible, INVISIBLE_REFUSED } from './names.ts'

/*
 * The function manifest describes a processing step. Workers and the command line send it to register the step. The mix
 * of snake_case and camelCase keys is the public wire form and must not change. Keys marked as additions are not part
 * of that form; only Millrace knows them.
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

/** A small input file of an example, given as text or as base64-encoded bytes. */
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

/**
 * An example on the page of a step: a job that users can run immediately, because the example contains the input files.
 */
export const StepExample = z.strictObject({
  title: z.string().min(1).max(200),
  description: z.string().max(1000).default(''),
  parameters: z.record(z.string(), z.unknown()).default({}),
  /** The input files by slot name. */
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
  /** Optional addition: time limit of one attempt of a job. The owner’s plan may allow less. */
  time_limit_seconds: z.int().min(1).max(LIMITS.jobSecondsMax).nullish(),
  /**
   * Optional addition: whether the same version with the same parameters and input files always returns the same value
   * and writes the same files. Only runs of deterministic steps are reused.
   */
  deterministic: z.boolean().optional(),
  /** Optional addition: tags that the step gets when it is first registered. */
  tags: z.array(z.string().max(1024)).max(100).optional(),
  /** Optional additions: how the step can be found and how it is displayed. */
  categories: z.array(z.string().min(1).max(60)).max(10).optional(),
  /** What people want to do, in their own words, such as “average per month”. Search includes these phrases. */
  tasks: z.array(z.string().min(1).max(100)).max(50).optional(),
  /** For an unknown name, the interface shows an icon for the content of the step's slots. */
  icon: z.string().max(60).optional(),
  /** The output slots and returned values that a job's page shows first, by name. */
  show_first: z.array(z.string().max(100)).max(50).optional(),
  examples: z.array(StepExample).max(10).optional(),
})

export const Manifest = Described.check(({ value, issues }) => {
  for (const { path, message } of faultsOfExamples(value)) {
    issues.push({ code: 'custom', input: value.examples, path, message })
  }
})
export type Manifest = z.infer<typeof Manifest>

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
