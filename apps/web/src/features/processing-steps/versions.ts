import type { StepDocument } from './processing-steps.queries.ts'

/** Which of two version texts is newer: number by number, and a pre-release before its release. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)]
  for (let at = 0; at < 3; at++) {
    const difference = (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  if (left.suffix === right.suffix) return 0
  if (left.suffix === '') return 1
  if (right.suffix === '') return -1
  return left.suffix < right.suffix ? -1 : 1
}

function parse(version: string): { numbers: number[]; suffix: string } {
  const [numbers = '', ...rest] = version.split('-')
  return { numbers: numbers.split('.').map(Number), suffix: rest.join('-') }
}

/** A step with its older versions, newest first. */
export interface StepFamily {
  newest: StepDocument
  older: StepDocument[]
}

/** One entry per function and owner, in the order in which the first of each came. */
export function familiesOf(steps: readonly StepDocument[]): StepFamily[] {
  const groups = new Map<string, StepDocument[]>()
  for (const step of steps) {
    const key = `${step.properties.OwnerId} ${step.properties.FunctionName}`
    groups.set(key, [...(groups.get(key) ?? []), step])
  }
  return [...groups.values()].flatMap((group) => {
    const [newest, ...older] = group.toSorted((a, b) => compareVersions(b.properties.Version, a.properties.Version))
    return newest ? [{ newest, older }] : []
  })
}
