import { hrefOf } from '@millrace/siren/read'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { explainLoss, noticeFound } from './connection.ts'
import { entryPointQuery } from './entry-point.ts'
import { eventEffects } from './event-effects.ts'
import { followLiveUpdates } from './live-updates.ts'
import { signedOut } from './signed-out.ts'

/** Follows live updates while the component is mounted. `context` names whose they are. */
export function useServerEvents(queryClient: QueryClient, context: string): void {
  useEffect(() => keepCacheCurrent(queryClient, context), [queryClient, context])
}

/** Reads again what changes on the server. Returns how to stop. */
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
      // The stream repeats missed events, but not what could not be read meanwhile.
      void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
    },
    // A stream breaks without a reason; the next request tells the reason.
    onLost: () => void explainLoss(queryClient),
  })
  return () => {
    stop()
    effects.stop()
  }
}
