import type { StepDocument } from '#features/processing-steps/processing-steps.queries.ts'
import { selfHref } from '#lib/siren.ts'
import { stepRelevance } from '#lib/step-words.ts'
import { type ChosenData, type Fit, fitOf } from './slot-fit.ts'

export interface StepOption {
  step: StepDocument
  fit: Fit
}

/** The newest version of each step; others are chosen from the step's own page. */
export function newestSteps(steps: readonly StepDocument[]): StepDocument[] {
  const newest = new Map<string, StepDocument>()
  for (const step of steps) {
    const { FunctionName, OwnerId } = step.properties
    const key = `${OwnerId} ${FunctionName}`
    const known = newest.get(key)
    if (!known || compareVersions(step.properties.Version, known.properties.Version) > 0) newest.set(key, step)
  }
  return [...newest.values()]
}

/** Orders versions by their numbers; a version with a suffix comes before the one without. */
export function compareVersions(a: string, b: string): number {
  const [coreA = '', preA] = a.split('-', 2)
  const [coreB = '', preB] = b.split('-', 2)
  const numbersA = coreA.split('.').map(Number)
  const numbersB = coreB.split('.').map(Number)
  for (let at = 0; at < 3; at += 1) {
    const difference = (numbersA[at] ?? 0) - (numbersB[at] ?? 0)
    if (difference !== 0) return difference
  }
  if (preA === preB) return 0
  if (preA === undefined) return 1
  return preB === undefined ? -1 : preA.localeCompare(preB, 'en', { numeric: true })
}

/** The steps to choose from: found by the words, the best fit first, then by title. */
export function stepOptions(steps: readonly StepDocument[], data: readonly ChosenData[], words: string): StepOption[] {
  return newestSteps(steps)
    .map((step) => ({ step, relevance: stepRelevance(step.properties, words) }))
    .filter(({ relevance }) => relevance > 0)
    .map(({ step, relevance }) => ({ step, relevance, fit: fitOf(step.properties.InputDataSlotSpecification, data) }))
    .toSorted(
      (a, b) =>
        b.fit.rank - a.fit.rank ||
        b.relevance - a.relevance ||
        a.step.properties.Title.localeCompare(b.step.properties.Title),
    )
}

/** The option whose step a link points to. */
export function isStep(option: StepOption, href: string | undefined): boolean {
  return selfHref(option.step) === href
}
