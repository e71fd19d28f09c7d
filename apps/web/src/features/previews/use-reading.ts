import { useQuery } from '@tanstack/react-query'
import { isTemporary } from '#lib/api.ts'
import { hrefOf, type SirenDocument } from '#lib/siren.ts'
import { useDebounced } from '#lib/use-debounced.ts'
import { previewQueries } from './previews.queries.ts'

const SETTLE_MS = 60

/**
 * The progress of reading a file or a block of its columns, from 0 to 1, or null if unknown. `isWaiting` means that
 * other files are read first.
 */
export interface Reading {
  isWaiting: boolean
  progress: number | null
}

/**
 * Returns the progress of reading a block of columns, given its first column. Undefined if the block is read or was in
 * view only briefly.
 */
export function useColumnsReading({ links }: Pick<SirenDocument, 'links'>, block: number | undefined) {
  // Blocks that are scrolled past quickly are not read.
  const settled = useDebounced(block, SETTLE_MS)
  const link = links.find(({ rel, title }) => rel.includes('ColumnsReading') && title === String(settled))
  const { data } = useQuery(previewQueries.reading(link?.href))
  if (!data || data.properties.State === 'Read') return undefined
  const { State, Progress } = data.properties
  return { isWaiting: State === 'Waiting', progress: Progress } satisfies Reading
}

/**
 * Makes the server read the whole file if the document covers only its start, and follows the progress. `reading` is
 * undefined if the document covers the whole file.
 */
export function useReading(start: Pick<SirenDocument, 'links'>) {
  const href = hrefOf(start, 'Reading')
  const { data, error, refetch } = useQuery(previewQueries.reading(href))
  const { State = 'Reading', Progress = null } = data?.properties ?? {}
  const isRead = State === 'Read'
  const reading: Reading = { isWaiting: State === 'Waiting', progress: Progress }
  return {
    reading: href === undefined ? undefined : reading,
    isRead,
    // Temporary errors are not shown, because the request is retried.
    error: isTemporary(error) ? null : error,
    retry: () => void refetch(),
  }
}
