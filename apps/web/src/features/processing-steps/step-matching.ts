import { fitsSlot } from '@millrace/contracts/media-types'
import type { StepDocument } from './processing-steps.queries.ts'
import type { StepFamily } from './versions.ts'

export interface Wanted {
  find: string | undefined
  tag: string | undefined
  /** A media type that one of the input slots must take. */
  mediaType: string | undefined
}

/** The steps whose title, function name, description or tags hold all the words, with the tag, taking the type. */
export function matchingFamilies(families: readonly StepFamily[], { find, tag, mediaType }: Wanted): StepFamily[] {
  const words = (find ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return families.filter(({ newest }) => {
    const text = textOf(newest)
    return (
      words.every((word) => text.includes(word)) &&
      (tag === undefined || newest.properties.Tags.includes(tag)) &&
      (mediaType === undefined || takes(newest, mediaType))
    )
  })
}

function textOf({ properties }: StepDocument): string {
  const { Title, FunctionName, ShortDescription, LongDescription, Tags } = properties
  return [Title, FunctionName, ShortDescription, LongDescription, ...Tags].join(' ').toLowerCase()
}

function takes({ properties }: StepDocument, mediaType: string): boolean {
  return (properties.InputDataSlotSpecification ?? []).some((slot) => fitsSlot(mediaType, slot.MediaType))
}

/** The tags that distinguish steps, with their numbers of steps, most first. */
export function tagGroups(families: readonly StepFamily[]): { tag: string; count: number }[] {
  const counts = new Map<string, number>()
  const shared = sharedTags(families)
  for (const tag of families.flatMap(({ newest }) => newest.properties.Tags))
    if (!shared.includes(tag)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .toSorted((a, b) => b.count - a.count || a.tag.localeCompare(b.tag))
}

/** Tags that all of several steps have: they tell nothing about any of them. */
export function sharedTags(families: readonly StepFamily[]): string[] {
  const [first, ...others] = families
  if (!first || others.length === 0) return []
  return first.newest.properties.Tags.filter((tag) =>
    others.every(({ newest }) => newest.properties.Tags.includes(tag)),
  )
}

/** `category=tables` → `Tables`: what a group is called. */
export function groupLabel(tag: string): string {
  const word = tag.slice(tag.indexOf('=') + 1)
  return word.charAt(0).toUpperCase() + word.slice(1)
}
