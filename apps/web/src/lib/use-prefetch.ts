import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** Delay before prefetching, so that the page’s own requests come first. */
const REST_MS = 2000

/** Bandwidth below which nothing is prefetched, because that would delay the requests that a click sends. */
const SLOW_MBIT = 2

/**
 * Prefetches the code of other pages, and the modules in `more`, once the page is idle, so that they open immediately,
 * even while the server is unreachable. With a slow connection or data saving, they are loaded when needed.
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

/** Only Chromium reports this; other browsers count as fast. */
function isSlowOrSavesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; downlink?: number } }
  return connection?.saveData === true || (connection?.downlink ?? SLOW_MBIT) < SLOW_MBIT
}
