import { MEDIA } from '@millrace/contracts/media-types'
import { useQueries } from '@tanstack/react-query'
import { isReadAsTable, knownContent, previewQueries } from '#features/previews/previews.queries.ts'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import type { ChosenData } from './slot-fit.ts'
import type { StartPanel } from './use-start-panel.ts'

const PREVIEWS_MAX = 12

/** Returns the selected files. Those that are known to contain no table or no JSON are marked. */
export function useReadData({ data, loaded: { documents } }: StartPanel): readonly ChosenData[] {
  const tables = documents.filter(isReadAsTable).slice(0, PREVIEWS_MAX)
  const previews = tables.flatMap((file) => {
    const href = hrefOf(file, 'Preview')
    return href === undefined ? [] : [{ file, href }]
  })
  const known = useQueries({
    queries: previews.map(({ href }) => previewQueries.table(href)),
    combine: (results) =>
      new Map(previews.map(({ file }, at) => [selfHref(file), knownContent(file.properties, results[at]?.data)])),
  })
  const texts = documents.filter(isOnlyText).slice(0, PREVIEWS_MAX)
  const knownTexts = useQueries({
    queries: texts.map((file) => previewQueries.start(hrefOf(file, 'Download') ?? '')),
    combine: (results) =>
      new Map(texts.map((file, at) => [selfHref(file), knownContent(file.properties, results[at]?.data)])),
  })
  return data.map((file) => ({ ...file, ...known.get(file.href), ...knownTexts.get(file.href) }))
}

function isOnlyText(file: WorkDataDocument): boolean {
  const { MediaType, SizeInBytes } = file.properties
  return MediaType === MEDIA.text && SizeInBytes > 0 && hrefOf(file, 'Download') !== undefined && !isReadAsTable(file)
}
