import { useQuery } from '@tanstack/react-query'
import { isTemporary } from '#lib/api.ts'
import { hrefOf, type SirenDocument } from '#lib/siren.ts'
import { useDebounced } from '#lib/use-debounced.ts'
import { previewQueries } from './previews.queries.ts'

const SETTLE_MS = 60

/** How far the whole file is read. */
export interface Reading {
  isWaiting: boolean
  progress: number | null
}

/** How far a block of columns is read, by its first column, if that takes longer than a moment. */
export function useColumnsReading({ links }: Pick<SirenDocument, 'links'>, block: number | undefined) {
  // Blocks passed over quickly are not read.
  const settled = useDebounced(block, SETTLE_MS)
  const link = links.find(({ rel, title }) => rel.includes('ColumnsReading') && title === String(settled))
  const { data } = useQuery(previewQueries.reading(link?.href))
  if (!data || data.properties.State === 'Read') return undefined
  const { State, Progress } = data.properties
  return { isWaiting: State === 'Waiting', progress: Progress } satisfies Reading
}

/** Has the server read the whole file if only its start is here, and follows how far that is. */
export function useReading(start: Pick<SirenDocument, 'links'>) {
  const href = hrefOf(start, 'Reading')
  const { data, error, refetch } = useQuery(previewQueries.reading(href))
  const { State = 'Reading', Progress = null } = data?.properties ?? {}
  const isRead = State === 'Read'
  const reading: Reading = { isWaiting: State === 'Waiting', progress: Progress }
  return {
    reading: href === undefined ? undefined : reading,
    isRead,
    // While the server is away or busy, it is asked again.
    error: isTemporary(error) ? null : error,
    retry: () => void refetch(),
  }
}
