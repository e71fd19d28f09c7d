import type { ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import type { SirenDocument } from './siren.ts'

interface Step {
  properties: { OwnerId: string; FunctionName: string; Version: string }
}

/** Compares two versions: number by number, with a pre-release before its release. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)]
  for (let at = 0; at < 3; at++) {
    const difference = (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  if (left.suffix === right.suffix) return 0
  if (left.suffix === '') return 1
  if (right.suffix === '') return -1
  return left.suffix.localeCompare(right.suffix, 'en', { numeric: true })
}

function parse(version: string): { numbers: number[]; suffix: string } {
  const [numbers = '', ...rest] = version.split('-')
  return { numbers: numbers.split('.').map(Number), suffix: rest.join('-') }
}

/** A step with its older versions, newest first. */
export interface StepFamily<S extends Step = SirenDocument<ProcessingStepProperties>> {
  newest: S
  older: S[]
}

/** Groups steps by function and owner, in the order in which each function first appears. */
export function familiesOf<S extends Step>(steps: readonly S[]): StepFamily<S>[] {
  const groups = new Map<string, S[]>()
  for (const step of steps) {
    const key = `${step.properties.OwnerId} ${step.properties.FunctionName}`
    groups.set(key, [...(groups.get(key) ?? []), step])
  }
  return [...groups.values()].flatMap((group) => {
    const [newest, ...older] = group.toSorted((a, b) => compareVersions(b.properties.Version, a.properties.Version))
    return newest ? [{ newest, older }] : []
  })
}

/** Returns the newest version of each function. Older versions are chosen on the step’s own page. */
export function newestSteps<S extends Step>(steps: readonly S[]): S[] {
  return familiesOf(steps).map(({ newest }) => newest)
}
