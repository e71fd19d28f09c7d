import type { JsonSchema } from '@millrace/parameters/json-schema'
import semver from 'semver'

/** The properties of a version of a processing step that validation needs. */
export interface StepVersion {
  functionName: string
  version: string
  /** If a version range matches several steps with the same name, only those with the lowest rank are considered. */
  rank?: number
  parameters: JsonSchema | undefined
  inputs: readonly StepSlot[]
  outputs: readonly StepSlot[]
  /** Set if the step runs a workflow that is not known yet. The step may then have additional slots and parameters. */
  isOpen?: boolean
}

export interface StepSlot {
  name: string
  /** A type, several types separated by commas, or null for any type. */
  mediaType: string | null
  minSlots: number
  /** Null means unlimited. */
  maxSlots: number | null
}

const full = (version: string) => semver.coerce(version, { includePrerelease: true })

/**
 * Returns the newest version in a range, or of all versions if there is no range. Of the versions that fit, only those
 * with the lowest rank are considered. Prereleases are ignored unless the range names one. Undefined if no version
 * fits.
 */
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

/** Whether a string is a range of semantic versions, such as `^1.2.0`. */
export function isRange(text: string): boolean {
  return semver.validRange(text) !== null
}
