import { useQueries } from '@tanstack/react-query'
import { isReadAsTable, isText, previewQueries } from '#features/previews/previews.queries.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import type { ChosenData } from './slot-fit.ts'
import type { StartPanel } from './use-start-panel.ts'

/** As many files are read to see whether they have a table. */
const READ_MAX = 12

/** The chosen files, with a mark on those that are typed as a table, but could not be read as one. */
export function useReadData({ data, loaded: { documents } }: StartPanel): readonly ChosenData[] {
  const tables = documents.filter(isReadAsTable).slice(0, READ_MAX)
  const previews = tables.flatMap((file) => {
    const href = hrefOf(file, 'Preview')
    return href === undefined ? [] : [{ file: selfHref(file), href }]
  })
  const textOnly = useQueries({
    queries: previews.map(({ href }) => previewQueries.table(href)),
    combine: (results) =>
      previews.flatMap(({ file }, at) => {
        const preview = results[at]?.data
        return preview && isText(preview) ? [file] : []
      }),
  })
  return data.map((file) => (textOnly.includes(file.href) ? { ...file, hasNoTable: true } : file))
}
