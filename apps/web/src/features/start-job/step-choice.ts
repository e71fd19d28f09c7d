import type { StepDocument } from '#features/processing-steps/processing-steps.queries.ts'
import { selfHref } from '#lib/siren.ts'
import { stepRelevance } from '#lib/step-relevance.ts'
import { newestSteps } from '#lib/step-versions.ts'
import { type ChosenData, type Fit, fitOf } from './slot-fit.ts'

/** A step in the list, and whether it accepts the selected files. */
export interface StepOption {
  step: StepDocument
  fit: Fit
}

/** Returns the newest versions of the steps that match the search, sorted by fit, then by relevance, then by title. */
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

export function isStep(option: StepOption, href: string | undefined): boolean {
  return selfHref(option.step) === href
}
