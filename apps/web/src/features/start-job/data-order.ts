import { fitsSlot, previewKind } from '@millrace/contracts/media-types'
import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'

/**
 * Recent data, newest first, in the order of use: what fits the slots to fill, or tables if no step is chosen, because
 * most steps take tables. Of results with the same name, such as those of a sweep, all but the newest come later. A file
 * that was just uploaded stays on top.
 */
export function inOrderOfUse(
  items: readonly WorkDataDocument[],
  slots: readonly DataSlotSpecification[] | undefined,
): WorkDataDocument[] {
  const names = new Set<string>()
  const ranked = items.map((item, at) => {
    const { Name, MediaType, Kind } = item.properties
    const isRepeated = names.has(Name)
    names.add(Name)
    if (at === 0 && Kind === 'ClientUpload') return { item, rank: -1 }
    return { item, rank: slots ? rankFor(slots, MediaType, isRepeated) : rankOfType(MediaType, isRepeated) }
  })
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item)
}

function rankFor(slots: readonly DataSlotSpecification[], mediaType: string, isRepeated: boolean): number {
  const fits = slots.some((slot) => fitsSlot(mediaType, slot.MediaType))
  return (fits ? 0 : 2) + Number(isRepeated)
}

function rankOfType(mediaType: string, isRepeated: boolean): number {
  return isRepeated ? 2 : Number(previewKind(mediaType) !== 'table')
}
