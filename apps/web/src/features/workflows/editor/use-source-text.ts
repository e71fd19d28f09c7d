import type { Source } from '@millrace/workflows/definition'
import { useQueries } from '@tanstack/react-query'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { fileText, sourceText } from './binding-text.ts'

/**
 * Returns a function that describes where an input's work data comes from. `titleOf` returns the titles of nodes. Files
 * are named as soon as they are loaded.
 */
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
