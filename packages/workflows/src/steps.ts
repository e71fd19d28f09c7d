import type { JsonSchema } from '@millrace/parameters/json-schema'
import semver from 'semver'

/** What validation needs to know about a version of a processing step. */
export interface StepVersion {
  functionName: string
  version: string
  /** Among steps of one name, those of the lowest rank that are in the range are chosen. */
  rank?: number
  parameters: JsonSchema | undefined
  inputs: readonly StepSlot[]
  outputs: readonly StepSlot[]
  /** It may have other slots and parameters too: those of a workflow that is not known yet. */
  isOpen?: boolean
}

/** An input or output slot of a step. */
export interface StepSlot {
  name: string
  /** A type, several joined by commas, or null for any. */
  mediaType: string | null
  minSlots: number
  /** Null means unlimited. */
  maxSlots: number | null
}

const full = (version: string) => semver.coerce(version, { includePrerelease: true })

/** The newest version in a range, prereleases excepted unless the range names one; without a range, the newest. */
export function newestInRange<Step extends StepVersion>(
  versions: readonly Step[],
  range: string | undefined,
): Step | undefined {
  const fitting = versions.filter(({ version }) => {
    const exact = full(version)
    return exact !== null && semver.satisfies(exact, range ?? '*')
  })
  const newer = (a: Step, b: Step) => semver.compare(full(b.version) ?? '0.0.0', full(a.version) ?? '0.0.0')
  return fitting.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || newer(a, b))[0]
}

/** Whether a text is a range of semantic versions, such as `^1.2.0`. */
export function isRange(text: string): boolean {
  return semver.validRange(text) !== null
}
