import { hrefOf } from '@millrace/siren/read'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { explainLoss, noticeFound } from './connection.ts'
import { entryPointQuery } from './entry-point.ts'
import { eventEffects } from './event-effects.ts'
import { followLiveUpdates } from './live-updates.ts'
import { signedOut } from './signed-out.ts'

/** Receives live updates while the component is mounted. `context` identifies the user and the active organization. */
export function useServerEvents(queryClient: QueryClient, context: string): void {
  useEffect(() => keepCacheCurrent(queryClient, context), [queryClient, context])
}

function keepCacheCurrent(queryClient: QueryClient, context: string): () => void {
  const effects = eventEffects(queryClient)
  const stop = followLiveUpdates({
    name: `live-updates ${context}`,
    async link() {
      const entry = await queryClient.ensureQueryData(entryPointQuery)
      return signedOut.get() ? undefined : hrefOf(entry, 'LiveUpdates')
    },
    onEvent: effects.add,
    onMissed: effects.refreshAll,
    onFound() {
      noticeFound()
      // The stream repeats missed events, but requests that failed in the meantime must be repeated here.
      void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
    },
    // A broken stream gives no reason, so a request is sent to find it.
    onLost: () => void explainLoss(queryClient),
  })
  return () => {
    stop()
    effects.stop()
  }
}
