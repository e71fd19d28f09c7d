import type { QueryClient } from '@tanstack/react-query'
import { explainLoss, lostSince } from './connection.ts'

const ASK_AGAIN_MS = 3000
let asking = false

/** Checks whether the server replies, and repeats this until it does. Settles after the first check. */
export async function askUntilFound(queryClient: QueryClient): Promise<void> {
  await explainLoss(queryClient)
  if (lostSince.get() && !asking) void askAgain(queryClient)
}

async function askAgain(queryClient: QueryClient): Promise<void> {
  asking = true
  while (lostSince.get()) {
    await pauseUnlessOnline(ASK_AGAIN_MS)
    await explainLoss(queryClient)
  }
  asking = false
}

/** Resolves after a pause, or as soon as the browser is online again. */
export function pauseUnlessOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end)
  })
}
