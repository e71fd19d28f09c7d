import { fitsSlot } from '@millrace/contracts/media-types'
import { stepRelevance } from '#lib/step-relevance.ts'
import type { StepFamily } from '#lib/step-versions.ts'
import type { StepDocument } from './processing-steps.queries.ts'

export interface Wanted {
  find: string | undefined
  tag: string | undefined
  category: string | undefined
  /** A media type that at least one input slot must accept. */
  mediaType: string | undefined
}

/** Returns the steps that match the search words, tag, category and media type, most relevant first. */
export function matchingFamilies(families: readonly StepFamily[], wanted: Wanted): StepFamily[] {
  const { find = '', tag, category, mediaType } = wanted
  const relevance = new Map(families.map((family) => [family, stepRelevance(family.newest.properties, find)]))
  const found = families.filter(
    (family) =>
      relevance.get(family) !== 0 &&
      (tag === undefined || family.newest.properties.Tags.includes(tag)) &&
      (category === undefined || family.newest.properties.Categories.includes(category)) &&
      (mediaType === undefined || takes(family.newest, mediaType)),
  )
  return found.toSorted((a, b) => (relevance.get(b) ?? 0) - (relevance.get(a) ?? 0))
}

export interface CategoryGroup {
  category: string
  count: number
}

/** Returns the categories of the steps, largest first. */
export function categoryGroups(families: readonly StepFamily[]): CategoryGroup[] {
  const counts = new Map<string, number>()
  for (const category of families.flatMap(({ newest }) => newest.properties.Categories))
    counts.set(category, (counts.get(category) ?? 0) + 1)
  return [...counts]
    .map(([category, count]) => ({ category, count }))
    .toSorted((a, b) => b.count - a.count || a.category.localeCompare(b.category))
}

function takes({ properties }: StepDocument, mediaType: string): boolean {
  return (properties.InputDataSlotSpecification ?? []).some((slot) => fitsSlot(mediaType, slot.MediaType))
}

/** Returns the tags that all steps have, which therefore don't distinguish them. Empty if there is only one step. */
export function sharedTags(families: readonly StepFamily[]): string[] {
  const [first, ...others] = families
  if (!first || others.length === 0) return []
  return first.newest.properties.Tags.filter((tag) =>
    others.every(({ newest }) => newest.properties.Tags.includes(tag)),
  )
}
