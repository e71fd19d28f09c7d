import type { Source } from '@millrace/workflows/definition'
import { useQueries } from '@tanstack/react-query'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { fileText, sourceText } from './binding-text.ts'

/** Where inputs get their work data from, in words. `titleOf` names the nodes. Files have their names once these are read. */
export function useSourceText(
  sources: readonly Source[],
  titleOf?: (node: string) => string,
): (source: Source) => string {
  const hrefs = [...new Set(sources.flatMap(({ workData }) => workData || []))]
  const files = useQueries({ queries: hrefs.map((href) => workDataQueries.detail(href)) })
  return (source) => {
    const file = files[hrefs.indexOf(source.workData ?? '')]
    return file ? fileText(file) : sourceText(source, titleOf)
  }
}
