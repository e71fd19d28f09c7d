import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** What the page itself asks for comes first. */
const REST_MS = 2000

/** On slower lines, fetching ahead would delay what a click asks for. */
const SLOW_MBIT = 2

/**
 * Fetches the code of the other places, and of what else is named, once the page rests, so that they open at once, also
 * while the server is away. People who save data fetch it when they go there.
 */
export function usePrefetch(more: readonly (() => Promise<unknown>)[]): void {
  const { routesById, loadRouteChunk } = useRouter()
  const queryClient = useQueryClient()
  const fetchAll = useEffectEvent(async (signal: AbortSignal) => {
    const { prefetch } = await import('./prefetch.ts')
    const places = Object.values(routesById).filter(
      ({ id }) => id.startsWith('/_app/') && !id.startsWith('/_app/admin'),
    )
    await prefetch([...more, ...places.map((place) => () => loadRouteChunk(place))], signal)
  })

  useEffect(() => {
    if (isSlowOrSavesData()) return
    const abort = new AbortController()
    let timer = setTimeout(fetchOrWait, REST_MS)
    function fetchOrWait() {
      if (queryClient.isFetching() > 0) timer = setTimeout(fetchOrWait, REST_MS)
      else fetchAll(abort.signal).catch(() => {})
    }
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [queryClient])
}

/** Only Chromium knows; others count as fast. */
function isSlowOrSavesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; downlink?: number } }
  return connection?.saveData === true || (connection?.downlink ?? SLOW_MBIT) < SLOW_MBIT
}
