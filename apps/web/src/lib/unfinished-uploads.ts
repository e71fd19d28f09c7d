import type { UnfinishedUpload } from '@millrace/contracts/work-data'
import { useQuery } from '@tanstack/react-query'
import { useTransfers } from './transfers.ts'
import { readStored, useLocalStorage, writeStored } from './use-local-storage.ts'

const BEGUN = 'millrace.uploads-in-parts'
/** Maximum number of stored uploads. Those that expire on the server are never removed, so the oldest are dropped. */
const REMEMBERED = 50
const ASK_AGAIN_MS = 10_000

/** Records that this browser has started an upload in parts. Pages request unfinished uploads only if there are any. */
export function recordUploadStart(href: string): void {
  writeStored(BEGUN, [...begunIn(readStored(BEGUN)), href].slice(-REMEMBERED).join(' '))
}

/** Removes the record of an upload that has ended. */
export function recordUploadEnd(href: string): void {
  const begun = begunIn(readStored(BEGUN))
  if (begun.includes(href)) writeStored(BEGUN, begun.filter((one) => one !== href).join(' '))
}

/**
 * Returns the active context’s uploads that were interrupted when a tab of this browser was closed or reloaded. The
 * oldest is first.
 */
export function useUnfinishedUploads(): readonly UnfinishedUpload[] {
  const [stored] = useLocalStorage(BEGUN, (value) => value ?? '')
  const begun = begunIn(stored)
  const transfers = useTransfers()
  const { data } = useQuery({
    queryKey: ['unfinished-uploads', 'begun'],
    enabled: begun.length > 0,
    queryFn: async ({ client }) => {
      const { isSentElsewhere, abandonedUploads, unfinishedQuery } = await import('./partial-uploads.ts')
      const unfinished = await client.fetchQuery(unfinishedQuery)
      return { unfinished, abandonedUploads, mayBreak: unfinished.some(isSentElsewhere) }
    },
    staleTime: 0,
    // A tab that was just closed still appears to be sending.
    refetchInterval: ({ state }) => (state.data?.mayBreak ? ASK_AGAIN_MS : false),
  })
  if (!data) return []
  return data.abandonedUploads(data.unfinished, transfers).filter(({ UploadUrl }) => begun.includes(UploadUrl))
}

function begunIn(stored: string | null): string[] {
  return (stored ?? '').split(' ').filter(Boolean)
}
