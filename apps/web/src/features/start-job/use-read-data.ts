import { useQueries } from '@tanstack/react-query'
import { isReadAsTable, knownContent, previewQueries } from '#features/previews/previews.queries.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import type { ChosenData } from './slot-fit.ts'
import type { StartPanel } from './use-start-panel.ts'

/** At most this many files are read to see whether they contain a table. */
const READ_MAX = 12

/** The chosen files, with marks on those that are typed as a table or text, but have no table or JSON in them. */
export function useReadData({ data, loaded: { documents } }: StartPanel): readonly ChosenData[] {
  const tables = documents.filter(isReadAsTable).slice(0, READ_MAX)
  const previews = tables.flatMap((file) => {
    const href = hrefOf(file, 'Preview')
    return href === undefined ? [] : [{ file, href }]
  })
  const known = useQueries({
    queries: previews.map(({ href }) => previewQueries.table(href)),
    combine: (results) =>
      new Map(previews.map(({ file }, at) => [selfHref(file), knownContent(file.properties, results[at]?.data)])),
  })
  return data.map((file) => ({ ...file, ...known.get(file.href) }))
}
