import { previewKind } from '@millrace/contracts/media-types'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'

/**
 * Sorts recent data, which is newest first, by likelihood of use: if no step is selected, tables come first, because
 * most steps take tables. Of several results with the same name, such as those of a sweep, all but the newest are moved
 * down. If the newest item is an upload, it stays on top.
 */
export function sortedByUse(items: readonly WorkDataDocument[], hasStep: boolean): WorkDataDocument[] {
  const names = new Set<string>()
  const ranked = items.map((item, at) => {
    const { Name, MediaType, Kind } = item.properties
    const isRepeated = names.has(Name)
    names.add(Name)
    if (at === 0 && Kind === 'ClientUpload') return { item, rank: -1 }
    return { item, rank: isRepeated ? 2 : Number(!hasStep && previewKind(MediaType) !== 'table') }
  })
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item)
}
