import type { ComparedFact } from '#components/ui/compared-facts.tsx'
import { filesIn, inputSlots, outputSlots, slotTitle, type WorkDataDocument } from '#lib/job-facts.ts'
import { parameterText, type ShownParameter } from '../detail/shown-parameters.ts'
import type { JobDocument } from '../jobs.queries.ts'

/** Compares the step, its version and the inputs of both jobs. */
export function comparedSetup(before: JobDocument, after: JobDocument): ComparedFact[] {
  const [left, right] = [setupOf(before), setupOf(after)]
  const names = [...new Set([...left.keys(), ...right.keys()])]
  return names.map((name) => ({ name, label: name, before: left.get(name), after: right.get(name) }))
}

function setupOf(job: JobDocument): Map<string, string> {
  const { Processing } = job.properties
  return new Map([
    ...(Processing ? [['Step', `${Processing.Title} ${Processing.Version}`] as const] : []),
    ...inputSlots(job).map(
      (slot) =>
        [
          slotTitle(slot),
          filesIn(slot)
            .map(({ properties }) => properties.Name)
            .join(', '),
        ] as const,
    ),
  ])
}

/**
 * Compares all parameters of both jobs, in the order of the first job's form. Parameters that only the second job has
 * come last.
 */
export function comparedParameters(
  before: readonly ShownParameter[],
  after: readonly ShownParameter[],
): ComparedFact[] {
  const later = new Map(after.map((parameter) => [parameter.name, parameter]))
  const earlier = new Set(before.map(({ name }) => name))
  return [...before, ...after.filter(({ name }) => !earlier.has(name))].map(({ name, label }) => {
    const [was, is] = [before.find((parameter) => parameter.name === name), later.get(name)]
    return { name, label, before: was && parameterText(was), after: is && parameterText(is) }
  })
}

/** Corresponding files of both jobs: from the same slot, at the same position. */
export interface FilePair {
  slot: string
  before: WorkDataDocument | undefined
  after: WorkDataDocument | undefined
}

/**
 * Pairs the result files of two jobs by output slot and position. Files without a counterpart are paired with
 * undefined.
 */
export function pairedResults(before: JobDocument, after: JobDocument): FilePair[] {
  const [left, right] = [resultsOf(before), resultsOf(after)]
  const slots = [...new Set([...left.keys(), ...right.keys()])]
  return slots.flatMap((slot) => {
    const [mine, theirs] = [left.get(slot) ?? [], right.get(slot) ?? []]
    const rows = Math.max(mine.length, theirs.length)
    return Array.from({ length: rows }, (_, at) => ({ slot, before: mine[at], after: theirs[at] }))
  })
}

function resultsOf(job: JobDocument): Map<string, WorkDataDocument[]> {
  return new Map(outputSlots(job).map((slot) => [slotTitle(slot), filesIn(slot)]))
}

/** Returns whether both files exist and have the same hash. */
export function isIdentical({ before, after }: FilePair): boolean {
  return before !== undefined && before.properties.Sha256 === after?.properties.Sha256
}
